// What the dense applications use of BLAS and LAPACK: OpenBLAS, in the thread that calls.
//
// The library is loaded when it is first asked for, not linked: at its start it makes a thread for each
// processor, and these spin for a while, beside whatever else the command measures.
#pragma once

#include <vector>

#include "apps/support/tile.hpp"

namespace jackdaw::apps::blas {

/// Loads the library. Throws input_error when it is not installed. In prepare(): the functions below may be
/// called by any thread afterwards.
void require();

/// c = factor · a · b + kept · c (dgemm).
void multiply(double factor, const tile& a, const tile& b, double kept, const tile& c);

/// b = l⁻¹ · b, for a lower triangle l with ones on its diagonal, which are not read (dtrsm).
void solve_lower(const tile& l, const tile& b);

/// b = b · u⁻¹, for an upper triangle u (dtrsm).
void solve_upper(const tile& u, const tile& b);

/// b = l · b, for a lower triangle l with ones on its diagonal, which are not read (dtrmm).
void multiply_lower(const tile& l, const tile& b);

/// LU factors of a square matrix in its place, with row exchanges (dgetrf). Returns with which row each one was
/// exchanged, counted from 0.
[[nodiscard]] std::vector<int> factor(const tile& a);

}  // namespace jackdaw::apps::blas
