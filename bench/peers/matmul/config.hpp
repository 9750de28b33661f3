// C += A × B by divide and conquer: eight products of quadrants, four at a time, down to blocks of 64 × 64.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include <jackdaw/base/cache_line.hpp>
#include <jackdaw/base/random.hpp>

#include "bench/peers/peer.hpp"

namespace jackdaw::bench::matmul {

inline const std::size_t n = sized<std::size_t>(1024, 128);
inline constexpr std::size_t leaf = 64;

/// From a row to the next one: not a power of two, or the rows of a block would share a few sets of the cache, and where a
/// runtime's matrices happen to lie would count for more than the runtime.
inline const std::size_t pitch = n + base::cache_line / sizeof(double);

/// c += a × b, square blocks of matrices.
struct product {
  double* c;
  const double* a;
  const double* b;
  std::size_t size;

  /// The products of quadrants. The first four write to different quadrants of c, and so do the last four.
  [[nodiscard]] std::array<product, 8> quadrants() const {
    const std::size_t half = size / 2;
    const std::size_t right = half;
    const std::size_t below = half * pitch;
    return {{{c, a, b, half},
             {c + right, a, b + right, half},
             {c + below, a + below, b, half},
             {c + below + right, a + below, b + right, half},
             {c, a + right, b + below, half},
             {c + right, a + right, b + below + right, half},
             {c + below, a + below + right, b + below, half},
             {c + below + right, a + below + right, b + below + right, half}}};
  }
};

/// A product of blocks of `leaf` rows. Compiled once, for all runtimes.
void multiply_leaf(const product& p);

/// Zeros, in rows that begin with a line of the cache: where malloc happens to put them would cost up to a factor of two.
class matrix {
 public:
  matrix() : memory_(n * pitch + base::cache_line / sizeof(double)) {
    while (reinterpret_cast<std::uintptr_t>(row(0)) % base::cache_line != 0) ++begin_;
  }

  [[nodiscard]] double* row(std::size_t i) { return &memory_[begin_ + i * pitch]; }
  [[nodiscard]] const double* row(std::size_t i) const { return &memory_[begin_ + i * pitch]; }

 private:
  std::vector<double> memory_;
  std::size_t begin_ = 0;
};

/// Matrices of small whole numbers, so that no sum is rounded.
class matrices {
 public:
  matrices() {
    base::random random(1);
    for (matrix* const each : {&a_, &b_}) {
      for (std::size_t i = 0; i < n; ++i)
        std::generate_n(each->row(i), n, [&random] { return random.below(8); });
    }
  }

  [[nodiscard]] product whole() { return {c_.row(0), a_.row(0), b_.row(0), n}; }

  /// The measurement of a run, if C x = A (B x) for a vector x of whole numbers (Freivalds' check).
  [[nodiscard]] measurement checked(double seconds) const {
    std::vector<double> x(n);
    base::random random(2);
    for (double& each : x) each = random.below(1000);
    const auto found = times(c_, x);
    const auto expected = times(a_, times(b_, x));
    for (std::size_t i = 0; i < n; ++i) expect(found[i], expected[i]);
    const auto size = static_cast<double>(n);
    return {seconds, size * size * size};
  }

 private:
  static std::vector<double> times(const matrix& m, const std::vector<double>& x) {
    std::vector<double> result(n);
    for (std::size_t i = 0; i < n; ++i) result[i] = std::inner_product(x.begin(), x.end(), m.row(i), 0.0);
    return result;
  }

  matrix a_, b_, c_;
};

}  // namespace jackdaw::bench::matmul
