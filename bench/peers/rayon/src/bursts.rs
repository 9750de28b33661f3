//! `bench/peers/bursts` and `outside`: tasks from threads that are not Rayon's.

use rayon::{Scope, ThreadPool};
use std::os::raw::c_void;

/// A task of C++: a function, and a closure of at most four words.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Task {
    call: unsafe extern "C" fn(*const [usize; 4]),
    closure: [usize; 4],
}

impl Task {
    fn run(self) {
        unsafe { (self.call)(&self.closure) }
    }
}

/// Calls back in the calling thread with a scope, and returns when its tasks are over.
///
/// # Safety
/// The pool is one of `rayon_pool_begin`.
#[no_mangle]
pub unsafe extern "C" fn rayon_scope(
    pool: *const ThreadPool,
    call: unsafe extern "C" fn(*const c_void, *mut c_void),
    argument: *mut c_void,
) {
    (*pool).in_place_scope(|scope: &Scope<'_>| call((scope as *const Scope<'_>).cast(), argument));
}

/// # Safety
/// The scope is the one with which `rayon_scope` has called back, and has not returned yet.
#[no_mangle]
pub unsafe extern "C" fn rayon_scope_spawn(scope: *const c_void, task: Task) {
    let scope: *const Scope<'static> = scope.cast();
    (*scope).spawn(move |_| task.run());
}

/// # Safety
/// The pool is one of `rayon_pool_begin`.
#[no_mangle]
pub unsafe extern "C" fn rayon_pool_spawn(pool: *const ThreadPool, task: Task) {
    (*pool).spawn(move || task.run());
}
