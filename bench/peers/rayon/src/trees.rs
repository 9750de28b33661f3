//! `bench/peers/nqueens`, `skynet` and `uts`: sums over the children of a node, in the two ways that Rayon has for it.

use rayon::prelude::*;
use std::os::raw::c_void;

trait Siblings {
    /// The sum of f(0) to f(many - 1).
    fn sum<F: Fn(usize) -> u64 + Sync>(many: usize, f: F) -> u64;
}

/// A join for each child but the first, as halves of halves.
struct Joins;
impl Siblings for Joins {
    fn sum<F: Fn(usize) -> u64 + Sync>(many: usize, f: F) -> u64 {
        fn between<F: Fn(usize) -> u64 + Sync>(first: usize, last: usize, f: &F) -> u64 {
            match last - first {
                0 => 0,
                1 => f(first),
                many => {
                    let middle = first + many / 2;
                    let (a, b) = rayon::join(|| between(first, middle, f), || between(middle, last, f));
                    a + b
                }
            }
        }
        between(0, many, &f)
    }
}

/// A parallel iterator, which divides as often as there are threads, and more often where it is stolen from.
struct Iterators;
impl Siblings for Iterators {
    fn sum<F: Fn(usize) -> u64 + Sync>(many: usize, f: F) -> u64 {
        (0..many).into_par_iter().map(&f).sum()
    }
}

const QUEENS: usize = 12;

#[derive(Clone, Copy)]
struct Position {
    columns: [i8; QUEENS],
    rows: usize,
}

impl Position {
    fn is_free(&self, column: i32) -> bool {
        self.columns[..self.rows].iter().enumerate().all(|(row, &other)| {
            let distance = (self.rows - row) as i32;
            let other = i32::from(other);
            other != column && other != column - distance && other != column + distance
        })
    }

    fn with_queen(mut self, column: i8) -> Position {
        self.columns[self.rows] = column;
        self.rows += 1;
        self
    }

    fn solutions<S: Siblings>(&self) -> u64 {
        if self.rows == QUEENS {
            return 1;
        }
        let mut free = [0i8; QUEENS];
        let mut many = 0;
        for column in 0..QUEENS as i8 {
            if self.is_free(i32::from(column)) {
                free[many] = column;
                many += 1;
            }
        }
        S::sum(many, |i| self.with_queen(free[i]).solutions::<S>())
    }
}

const CHILDREN: u64 = 10;

fn skynet<S: Siblings>(first: u64, size: u64) -> u64 {
    if size == 1 {
        return first;
    }
    let part = size / CHILDREN;
    S::sum(CHILDREN as usize, |i| skynet::<S>(first + i as u64 * part, part))
}

/// `apps::uts::node`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Node {
    state: [u8; 20],
    depth: i32,
}

/// What a tree of UTS is, in C++: that is the same work for all runtimes.
#[repr(C)]
pub struct Rules {
    tree: *const c_void,
    root: Node,
    children_of: unsafe extern "C" fn(*const c_void, *const Node) -> u32,
    child: unsafe extern "C" fn(*const Node, u32) -> Node,
}
unsafe impl Sync for Rules {}

fn nodes<S: Siblings>(rules: &Rules, node: &Node) -> u64 {
    let children = unsafe { (rules.children_of)(rules.tree, node) };
    if children == 0 {
        return 1;
    }
    1 + S::sum(children as usize, |i| {
        let child = unsafe { (rules.child)(node, i as u32) };
        nodes::<S>(rules, &child)
    })
}

#[no_mangle]
pub extern "C" fn rayon_queens(by_iterators: bool) -> u64 {
    let empty = Position { columns: [0; QUEENS], rows: 0 };
    if by_iterators { empty.solutions::<Iterators>() } else { empty.solutions::<Joins>() }
}

#[no_mangle]
pub extern "C" fn rayon_skynet(leaves: u64, by_iterators: bool) -> u64 {
    if by_iterators { skynet::<Iterators>(0, leaves) } else { skynet::<Joins>(0, leaves) }
}

#[no_mangle]
pub extern "C" fn rayon_uts(rules: &Rules, by_iterators: bool) -> u64 {
    if by_iterators { nodes::<Iterators>(rules, &rules.root) } else { nodes::<Joins>(rules, &rules.root) }
}
