#include "cli/chart/sheet/axis.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace jackdaw::cli {

namespace {

/// 1, 2 or 5 times a power of ten, at least `value`, which is positive.
double round_up(double value) {
  const double power = std::pow(10.0, std::floor(std::log10(value)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= value * (1 - 1e-9)) return factor * power;
  }
  return 10 * power;
}

std::string label(double value) { return fmt::format("{:.6g}", value); }

}  // namespace

axis axis::from_zero(double most) {
  if (!(most > 0)) most = 1;
  const double step = round_up(most / 6);
  const double steps = std::ceil(most / step * (1 - 1e-9));
  axis result(0, steps * step, false);
  for (double i = 0; i <= steps; ++i) result.ticks_.push_back({i * step, label(i * step)});
  return result;
}

axis axis::logarithmic(double least, double most) {
  axis result(least / 1.15, most * 1.15, true);
  const double decades = std::log10(most / least);
  const auto factors = decades > 4   ? std::vector<double>{1}
                       : decades > 2 ? std::vector<double>{1, 3}
                                     : std::vector<double>{1, 2, 5};
  for (double power = std::pow(10.0, std::floor(std::log10(result.low_))); power <= result.high_;
       power *= 10) {
    for (const double factor : factors) {
      const double value = factor * power;
      if (value >= result.low_ && value <= result.high_) result.ticks_.push_back({value, label(value)});
    }
  }
  return result;
}

axis axis::of_counts(const std::vector<double>& counts) {
  const double least = counts.front();
  const double most = counts.back();
  const bool wide = most > 4 * least;
  const double margin = std::max(0.3, 0.04 * (most - least));
  axis result = wide ? axis(least / 1.12, most * 1.12, true) : axis(least - margin, most + margin, false);
  double after = 2;  // place of the labelled tick to the right
  for (auto count = counts.rbegin(); count != counts.rend(); ++count) {
    const double here = result.place(*count);
    const bool room = after - here > 0.06;
    if (room) after = here;
    result.ticks_.push_back({*count, room ? label(*count) : ""});
  }
  std::reverse(result.ticks_.begin(), result.ticks_.end());
  return result;
}

double axis::place(double value) const {
  if (logarithmic_) return std::log(value / low_) / std::log(high_ / low_);
  return (value - low_) / (high_ - low_);
}

}  // namespace jackdaw::cli
