program consumer
  use, intrinsic :: iso_c_binding
  use jackdaw
  implicit none
  type(c_ptr) :: pool
  integer(c_int) :: me
  integer(c_int), target :: item = 42, got = 0

  if (jackdaw_create(pool, 1_c_int, c_sizeof(item), c_null_ptr) /= jackdaw_ok) error stop "create"
  if (jackdaw_join(pool, me) /= jackdaw_ok) error stop "join"
  if (jackdaw_put(pool, me, c_loc(item)) /= jackdaw_ok) error stop "put"
  if (jackdaw_get(pool, me, c_loc(got)) /= jackdaw_ok) error stop "get"
  if (jackdaw_get(pool, me, c_loc(item)) /= jackdaw_empty) error stop "empty"
  call jackdaw_destroy(pool)
  if (got /= 42) error stop "another item"
end program consumer
