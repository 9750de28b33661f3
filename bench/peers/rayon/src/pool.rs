//! Pools of threads, and calls inside of them.

use rayon::{ThreadPool, ThreadPoolBuilder};
use std::os::raw::c_void;

/// A function of C++ with its argument. It throws nothing.
pub type Callback = unsafe extern "C" fn(*mut c_void);

/// What C++ hands over for its own threads to share.
#[derive(Clone, Copy)]
struct Argument(*mut c_void);
unsafe impl Send for Argument {}

impl Argument {
    fn get(self) -> *mut c_void {
        self.0
    }
}

/// The stacks have room for the deepest tree of the benches; only what is used of them takes memory.
const STACK_BYTES: usize = 1 << 28;

/// Returns when the threads have come to work.
#[no_mangle]
pub extern "C" fn rayon_pool_begin(workers: u32) -> *mut ThreadPool {
    let pool = ThreadPoolBuilder::new()
        .num_threads(workers as usize)
        .stack_size(STACK_BYTES)
        .build()
        .expect("a pool of threads");
    pool.broadcast(|_| ());
    Box::into_raw(Box::new(pool))
}

/// # Safety
/// The pool is one of `rayon_pool_begin`, and is not used any more.
#[no_mangle]
pub unsafe extern "C" fn rayon_pool_end(pool: *mut ThreadPool) {
    drop(Box::from_raw(pool));
}

/// Calls back as one of the pool's threads.
///
/// # Safety
/// The pool is one of `rayon_pool_begin`.
#[no_mangle]
pub unsafe extern "C" fn rayon_pool_install(pool: *const ThreadPool, call: Callback, argument: *mut c_void) {
    let argument = Argument(argument);
    (*pool).install(move || call(argument.get()));
}
