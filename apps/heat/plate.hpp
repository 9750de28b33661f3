// A plate whose edges are kept at temperature 0, and one step of time: explicit Euler, five points.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace jackdaw::apps::heat {

/// Step of time by the square of the mesh width (diffusivity 1). The scheme is stable up to 1/4.
inline constexpr double ratio = 0.2;

/// Temperatures at the inner points, now and one step later; the first and the last row and column are edges.
class plate {
 public:
  plate() = default;
  /// Inner points: `rows` rows of `columns`, all 0.
  plate(std::size_t rows, std::size_t columns)
      : rows_(rows), columns_(columns), now_((rows + 2) * (columns + 2)), next_(now_.size()) {}

  [[nodiscard]] std::size_t rows() const noexcept { return rows_; }
  [[nodiscard]] std::size_t columns() const noexcept { return columns_; }
  /// Inner points are counted from 1.
  [[nodiscard]] double& at(std::size_t row, std::size_t column) {
    return now_[row * (columns_ + 2) + column];
  }
  [[nodiscard]] double at(std::size_t row, std::size_t column) const {
    return now_[row * (columns_ + 2) + column];
  }
  [[nodiscard]] const std::vector<double>& temperatures() const noexcept { return now_; }

  /// The inner points of rows first … last - 1, one step later. Threads: any number at the same time, for
  /// different rows.
  void step_rows(std::size_t first, std::size_t last) { step_rows(now_, next_, first, last); }

  /// The same where rows of several steps are under way, and so no step turns over: `is_odd`, of the steps that were
  /// made before.
  void step_rows(std::size_t first, std::size_t last, bool is_odd) {
    if (is_odd) {
      step_rows(next_, now_, first, last);
    } else {
      step_rows(now_, next_, first, last);
    }
  }

  /// All rows have made the step: later is now.
  void turn_over() noexcept { std::swap(now_, next_); }

 private:
  void step_rows(const std::vector<double>& from, std::vector<double>& to, std::size_t first,
                 std::size_t last) const {
    const std::size_t width = columns_ + 2;
    for (std::size_t row = first; row < last; ++row) {
      const double* __restrict above = &from[(row - 1) * width];
      const double* __restrict here = &from[row * width];
      const double* __restrict below = &from[(row + 1) * width];
      double* __restrict out = &to[row * width];
      for (std::size_t i = 1; i <= columns_; ++i)
        out[i] = here[i] + ratio * (above[i] + below[i] + here[i - 1] + here[i + 1] - 4 * here[i]);
    }
  }

  std::size_t rows_ = 0;
  std::size_t columns_ = 0;
  std::vector<double> now_;
  std::vector<double> next_;
};

/// The serial reference.
inline void run_serially(plate& p, std::size_t steps) {
  for (std::size_t step = 0; step < steps; ++step) {
    p.step_rows(1, p.rows() + 1);
    p.turn_over();
  }
}

}  // namespace jackdaw::apps::heat
