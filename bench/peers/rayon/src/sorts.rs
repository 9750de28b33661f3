//! `bench/peers/sort`: Rayon's two sorts.

use rayon::prelude::*;
use std::os::raw::c_char;
use std::slice;
use std::str;

/// # Safety
/// There are `many` numbers, and nobody else uses them.
#[no_mangle]
pub unsafe extern "C" fn rayon_sort_numbers(numbers: *mut u64, many: usize, stable: bool) {
    let numbers = slice::from_raw_parts_mut(numbers, many);
    if stable {
        numbers.par_sort();
    } else {
        numbers.par_sort_unstable();
    }
}

/// A string of C++.
#[repr(C)]
pub struct Text {
    begin: *const u8,
    bytes: usize,
}

/// Strings of Rust with the same characters, each in memory of its own.
///
/// # Safety
/// There are `many` texts, of UTF-8.
#[no_mangle]
pub unsafe extern "C" fn rayon_strings_copy(texts: *const Text, many: usize) -> *mut Vec<String> {
    let copied = slice::from_raw_parts(texts, many)
        .iter()
        .map(|text| str::from_utf8(slice::from_raw_parts(text.begin, text.bytes)).expect("UTF-8").to_owned())
        .collect();
    Box::into_raw(Box::new(copied))
}

/// # Safety
/// They are of `rayon_strings_copy`.
#[no_mangle]
pub unsafe extern "C" fn rayon_strings_sort(strings: *mut Vec<String>, stable: bool) {
    if stable {
        (*strings).par_sort();
    } else {
        (*strings).par_sort_unstable();
    }
}

/// The string with that number.
///
/// # Safety
/// They are of `rayon_strings_copy`, which was given more than `number`.
#[no_mangle]
pub unsafe extern "C" fn rayon_strings_at(strings: *const Vec<String>, number: usize, bytes: *mut usize) -> *const c_char {
    let found = &(&(*strings))[number];
    *bytes = found.len();
    found.as_ptr().cast()
}

/// # Safety
/// They are of `rayon_strings_copy`, and not used any more.
#[no_mangle]
pub unsafe extern "C" fn rayon_strings_end(strings: *mut Vec<String>) {
    drop(Box::from_raw(strings));
}
