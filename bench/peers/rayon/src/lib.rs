//! What the benches ask of Rayon. Each function is declared in C++ where it is used: `bench/peers/*/rayon.cpp`.

mod bursts;
mod fib;
mod loops;
mod pool;
mod sorts;
mod trees;
