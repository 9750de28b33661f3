! The nodes of a binary tree, counted by the threads of an OpenMP region, from Fortran.
program tree
  use, intrinsic :: iso_c_binding
  use jackdaw
  use omp_lib
  implicit none
  integer(c_int), parameter :: threads = 2
  type(c_ptr) :: pool
  integer(c_int), target :: root, depth, child
  integer(c_int) :: me, status
  integer :: nodes, children

  if (jackdaw_create(pool, threads, c_sizeof(root), c_null_ptr) /= jackdaw_ok) error stop "no pool"
  if (jackdaw_put(pool, threads, c_loc(root)) /= jackdaw_too_many) error stop "no member, and not refused"
  if (index(jackdaw_error_text(), "no member") == 0) error stop "no text of the error"
  root = 15

  nodes = 0
  !$omp parallel num_threads(threads) private(me, status, depth, child, children) reduction(+ : nodes)
  me = omp_get_thread_num()
  !$omp single
  status = jackdaw_expect(pool, omp_get_num_threads())  ! the team may be smaller than was asked for
  status = jackdaw_put(pool, me, c_loc(root))
  !$omp end single
  do while (jackdaw_get(pool, me, c_loc(depth)) == jackdaw_ok)
    nodes = nodes + 1
    if (depth == 0) cycle
    do children = 1, 2
      child = depth - 1
      status = jackdaw_put(pool, me, c_loc(child))
    end do
  end do
  !$omp end parallel

  call jackdaw_destroy(pool)
  print '(i0, a)', nodes, " nodes"
  if (nodes /= 65535) error stop 1
end program tree
