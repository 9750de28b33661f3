//! `bench/peers/loops`: parallel iterators over slices, as programs write them.

use rayon::prelude::*;
use std::arch::asm;
use std::slice;

/// # Safety
/// Both arrays have `many` elements, and nobody else uses the second one.
unsafe fn each_pair(x: *const f64, y: *mut f64, many: usize, add: impl Fn(f64) -> f64 + Sync) {
    let x = slice::from_raw_parts(x, many);
    let y = slice::from_raw_parts_mut(y, many);
    y.par_iter_mut().zip(x).for_each(|(y, x)| *y += add(*x));
}

/// # Safety
/// As `each_pair`.
#[no_mangle]
pub unsafe extern "C" fn rayon_axpy(x: *const f64, y: *mut f64, many: usize) {
    each_pair(x, y, many, |x| 0.5 * x);
}

/// # Safety
/// As `each_pair`.
#[no_mangle]
pub unsafe extern "C" fn rayon_polynomials(x: *const f64, y: *mut f64, many: usize) {
    each_pair(x, y, many, |x| (0..24).fold(x, |value, _| value * 0.5 + 0.5));
}

/// `apps::work`.
fn work(mut number: u64, steps: u64) -> u64 {
    for _ in 0..steps {
        number = number.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
        unsafe { asm!("/* {0} */", inout(reg) number, options(nomem, nostack, preserves_flags)) };
    }
    number
}

fn work_all(numbers: &mut [u64], steps: u64) {
    numbers.par_iter_mut().for_each(|number| *number = work(*number, steps));
}

/// # Safety
/// There are `outer` times `many` numbers, and nobody else uses them.
#[no_mangle]
pub unsafe extern "C" fn rayon_work(numbers: *mut u64, outer: usize, many: usize, steps: u64) {
    let numbers = slice::from_raw_parts_mut(numbers, outer * many);
    if outer == 1 {
        work_all(numbers, steps);
    } else {
        numbers.par_chunks_mut(many).for_each(|row| work_all(row, steps));
    }
}
