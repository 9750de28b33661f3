// What the dense applications use of BLAS and LAPACK: OpenBLAS, in the thread that calls.
// Loaded when it is first asked for (apps/support/system/loaded_library.hpp).
#pragma once

#include <cstddef>
#include <vector>

#include "apps/support/dense/tile.hpp"

namespace jackdaw::apps::blas {

/// Loads the library. The functions below may be called by so many threads at a time afterwards: in prepare(), and before a
/// run by all its workers. Cost: none from the second time on. Throws input_error when it is not installed, or there is no
/// memory for its buffers (128 MiB of addresses for each thread).
void require(unsigned threads = 1);

/// The same for one thread that calls another library, where that has loaded this one.
void require_where_loaded();

/// c = factor · a · b + kept · c (dgemm).
void multiply(double factor, const tile& a, const tile& b, double kept, const tile& c);

/// c = factor · a · bᵀ + kept · c (dgemm).
void multiply_transposed(double factor, const tile& a, const tile& b, double kept, const tile& c);

/// c = c - a · aᵀ, the lower triangle of it (dsyrk).
void subtract_square(const tile& a, const tile& c);

/// b = l⁻¹ · b, for a lower triangle l with ones on its diagonal, which are not read (dtrsm).
void solve_lower(const tile& l, const tile& b);

/// b = b · u⁻¹, for an upper triangle u (dtrsm).
void solve_upper(const tile& u, const tile& b);

/// b = b · l⁻ᵀ, for a lower triangle l (dtrsm).
void solve_transposed(const tile& l, const tile& b);

/// b = l · b, for a lower triangle l with ones on its diagonal, which are not read (dtrmm).
void multiply_lower(const tile& l, const tile& b);

/// LU factors of a square matrix in its place, with row exchanges (dgetrf). Returns with which row each one was
/// exchanged, counted from 0.
[[nodiscard]] std::vector<int> factor(const tile& a);

/// The Cholesky factor of the lower triangle of a symmetric matrix in its place (dpotrf). Returns how many rows
/// have a positive pivot: all of them, where the matrix is positive definite.
[[nodiscard]] std::size_t factor_symmetric(const tile& a);

/// b = a⁻¹ · b, for a square matrix a, of which its LU factors are left (dgesv). False when it is singular.
[[nodiscard]] bool solve(const tile& a, const tile& b);

/// While there is one of these, the library uses threads of its own, which spin for a while after it; only for
/// one thread at a time.
class own_threads {
 public:
  /// Throws input_error when the system starts no so many threads.
  explicit own_threads(unsigned count);
  own_threads(const own_threads&) = delete;
  own_threads& operator=(const own_threads&) = delete;
  ~own_threads();
};

}  // namespace jackdaw::apps::blas
