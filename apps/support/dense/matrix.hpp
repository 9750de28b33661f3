// Square matrices for the dense applications.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <jackdaw/base/random.hpp>

#include "apps/support/dense/tile.hpp"

namespace jackdaw::apps {

/// n × n doubles, column by column.
class matrix {
 public:
  matrix() = default;
  explicit matrix(std::size_t n) : n_(n), numbers_(n * n) {}

  [[nodiscard]] std::size_t n() const noexcept { return n_; }
  [[nodiscard]] bool empty() const noexcept { return numbers_.empty(); }
  [[nodiscard]] tile all() { return {numbers_.data(), n_, n_, n_}; }
  [[nodiscard]] double& at(std::size_t row, std::size_t column) { return numbers_[row + column * n_]; }
  [[nodiscard]] double at(std::size_t row, std::size_t column) const { return numbers_[row + column * n_]; }
  [[nodiscard]] const std::vector<double>& numbers() const noexcept { return numbers_; }
  [[nodiscard]] std::vector<double>& numbers() noexcept { return numbers_; }

  /// The matrix by a vector; with `sizes` the absolute values of both.
  [[nodiscard]] std::vector<double> times(const std::vector<double>& x, bool sizes = false) const;

 private:
  std::size_t n_ = 0;
  std::vector<double> numbers_;
};

/// Reads the option --n: so many rows and columns that three matrices fit into memory, and that 32-bit numbers
/// count them, as in BLAS. Throws input_error.
[[nodiscard]] std::size_t parse_order(const std::string& text);

/// From -1 to 1, without 1.
[[nodiscard]] inline double random_number(base::random& random) {
  return static_cast<double>(random.next() >> 11U) * 0x1p-52 - 1;
}

/// Each number from -1 to 1, all as likely.
[[nodiscard]] matrix random_matrix(std::size_t n, base::random& random);

/// Numbers whose size is from 1/2 to 1: with a probability of nearly 1 a wrong matrix shows in its product with
/// them (Freivalds 1977).
[[nodiscard]] std::vector<double> random_probe(std::size_t n, base::random& random);

/// How large |found - expected| is by what rounding allows there, at its worst; infinite for what is no number.
[[nodiscard]] double worst_share(const std::vector<double>& found, const std::vector<double>& expected,
                                 const std::vector<double>& allowed);

/// The largest absolute value; infinite where there is one that is no number.
[[nodiscard]] double largest(const std::vector<double>& numbers);

/// Of two matrices of the same size: the largest |a - b|; infinite where one is no number.
[[nodiscard]] double largest_difference(const matrix& a, const matrix& b);

}  // namespace jackdaw::apps
