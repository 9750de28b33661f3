//! `bench/peers/fib`.

fn number(n: i64) -> i64 {
    if n < 2 {
        return n;
    }
    let (a, b) = rayon::join(|| number(n - 1), || number(n - 2));
    a + b
}

#[no_mangle]
pub extern "C" fn rayon_fib(n: i64) -> i64 {
    number(n)
}
