! Jackdaw for Fortran 2008: the C interface (jackdaw.h, which says what each call does) by iso_c_binding.
! Compile this file with the program, and link with libjackdaw. Items are any interoperable type; pass c_loc of one.
module jackdaw
  use, intrinsic :: iso_c_binding
  implicit none
  private

  integer(c_int), parameter, public :: jackdaw_ok = 0, jackdaw_empty = 1, jackdaw_bad_argument = 2, &
                                       jackdaw_unknown_name = 3, jackdaw_too_many = 4, jackdaw_no_memory = 5, &
                                       jackdaw_failed = 6, jackdaw_missing = 7

  ! What the pool is made of: addresses of names that end in c_null_char; c_null_ptr: the default.
  type, bind(c), public :: jackdaw_options
    type(c_ptr) :: pool = c_null_ptr
    type(c_ptr) :: memory = c_null_ptr
    type(c_ptr) :: idle = c_null_ptr
  end type jackdaw_options

  public :: jackdaw_create, jackdaw_destroy, jackdaw_expect, jackdaw_team, jackdaw_patience, jackdaw_join, jackdaw_leave, &
            jackdaw_put, jackdaw_deal, jackdaw_get, jackdaw_try_get, jackdaw_look, jackdaw_sleep_until, jackdaw_notify, &
            jackdaw_yield, jackdaw_error_text, jackdaw_last_status

  interface
    ! `options`: c_loc of a jackdaw_options, or c_null_ptr.
    integer(c_int) function jackdaw_create(pool, members, item_size, options) bind(c)
      import :: c_ptr, c_int, c_size_t
      type(c_ptr), intent(out) :: pool
      integer(c_int), value :: members
      integer(c_size_t), value :: item_size
      type(c_ptr), value :: options
    end function jackdaw_create

    subroutine jackdaw_destroy(pool) bind(c)
      import :: c_ptr
      type(c_ptr), value :: pool
    end subroutine jackdaw_destroy

    integer(c_int) function jackdaw_expect(pool, members) bind(c)
      import :: c_ptr, c_int
      type(c_ptr), value :: pool
      integer(c_int), value :: members
    end function jackdaw_expect

    integer(c_int) function jackdaw_team(pool, members) bind(c)
      import :: c_ptr, c_int
      type(c_ptr), value :: pool
      integer(c_int), value :: members
    end function jackdaw_team

    integer(c_int) function jackdaw_patience(pool, seconds) bind(c)
      import :: c_ptr, c_int, c_double
      type(c_ptr), value :: pool
      real(c_double), value :: seconds
    end function jackdaw_patience

    integer(c_int) function jackdaw_deal(pool, item) bind(c)
      import :: c_ptr, c_int
      type(c_ptr), value :: pool, item
    end function jackdaw_deal

    integer(c_int) function jackdaw_last_status() bind(c)
      import :: c_int
    end function jackdaw_last_status

    integer(c_int) function jackdaw_join(pool, me) bind(c)
      import :: c_ptr, c_int
      type(c_ptr), value :: pool
      integer(c_int), intent(out) :: me
    end function jackdaw_join

    ! Each in full: gfortran 12 calls a null pointer where such a function is declared by an abstract interface.
    integer(c_int) function jackdaw_leave(pool, me) bind(c)
      import :: c_ptr, c_int
      type(c_ptr), value :: pool
      integer(c_int), value :: me
    end function jackdaw_leave

    integer(c_int) function jackdaw_look(pool, me) bind(c)
      import :: c_ptr, c_int
      type(c_ptr), value :: pool
      integer(c_int), value :: me
    end function jackdaw_look

    integer(c_int) function jackdaw_put(pool, me, item) bind(c)
      import :: c_ptr, c_int
      type(c_ptr), value :: pool, item
      integer(c_int), value :: me
    end function jackdaw_put

    integer(c_int) function jackdaw_get(pool, me, item) bind(c)
      import :: c_ptr, c_int
      type(c_ptr), value :: pool, item
      integer(c_int), value :: me
    end function jackdaw_get

    integer(c_int) function jackdaw_try_get(pool, me, item) bind(c)
      import :: c_ptr, c_int
      type(c_ptr), value :: pool, item
      integer(c_int), value :: me
    end function jackdaw_try_get

    ! `predicate`: c_funloc of an interoperable function of one c_ptr by value, whose result is an integer(c_int).
    integer(c_int) function jackdaw_sleep_until(predicate, argument) bind(c)
      import :: c_funptr, c_ptr, c_int
      type(c_funptr), value :: predicate
      type(c_ptr), value :: argument
    end function jackdaw_sleep_until

    subroutine jackdaw_notify() bind(c)
    end subroutine jackdaw_notify

    subroutine jackdaw_yield() bind(c)
    end subroutine jackdaw_yield

    function error_address() bind(c, name="jackdaw_error")
      import :: c_ptr
      type(c_ptr) :: error_address
    end function error_address

    integer(c_size_t) function strlen(text) bind(c)
      import :: c_ptr, c_size_t
      type(c_ptr), value :: text
    end function strlen
  end interface

contains

  ! What was wrong with the calling thread's last call that failed.
  function jackdaw_error_text() result(text)
    character(len=:), allocatable :: text
    character(kind=c_char), pointer :: letters(:)
    type(c_ptr) :: address
    integer :: i
    address = error_address()
    call c_f_pointer(address, letters, [strlen(address)])
    allocate (character(len=size(letters)) :: text)
    do i = 1, size(letters)
      text(i:i) = letters(i)
    end do
  end function jackdaw_error_text

end module jackdaw
