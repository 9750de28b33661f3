#include "apps/grammar/recorded/fit.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numbers>

namespace jackdaw::apps::grammar {

namespace {

constexpr std::size_t least_sample = 8;
constexpr double small = 0.05;  // of a mean: what does not matter

std::string number(double value) { return std::to_string(std::llround(std::clamp(value, 0.0, 1e15))); }

double normal_below(double deviations) { return std::erfc(-deviations / std::numbers::sqrt2) / 2; }

/// `sorted` is the sample; `below(x)`: the probability of less than x.
double distance(const std::vector<double>& sorted, const std::function<double(double)>& below) {
  double largest = 0;
  const auto all = static_cast<double>(sorted.size());
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    const double here = below(sorted[i]);
    largest =
        std::max({largest, here - static_cast<double>(i) / all, static_cast<double>(i + 1) / all - here});
  }
  return largest;
}

}  // namespace

std::string fitted(std::vector<double> sample) {
  if (sample.empty()) return "0";
  std::sort(sample.begin(), sample.end());
  const auto all = static_cast<double>(sample.size());
  double mean = 0;
  for (const double each : sample) mean += each / all;
  double variance = 0;
  for (const double each : sample) variance += (each - mean) * (each - mean) / all;
  const double deviation = std::sqrt(variance);
  // Of less than a unit nothing is left but a whole number.
  if (sample.size() < least_sample || deviation <= small * mean || mean < 1 || deviation < 0.5)
    return number(mean);

  std::string best;
  double least = 2;
  const auto consider = [&](const std::string& text, const std::function<double(double)>& below) {
    const double far = distance(sample, below);
    if (far >= least) return;
    least = far;
    best = text;
  };
  const double low = sample.front();
  const double high = sample.back();
  if (std::abs((low + high) / 2 - mean) <= small * mean) {
    consider("uniform(" + number(low) + ", " + number(high) + ")",
             [&](double x) { return (x - low) / (high - low); });
  }
  consider("exponential(" + number(mean) + ")", [&](double x) { return 1 - std::exp(-x / mean); });
  const std::string both = "(" + number(mean) + ", " + number(deviation) + ")";
  if (mean >= 2 * deviation)
    consider("normal" + both, [&](double x) { return normal_below((x - mean) / deviation); });
  const double spread = std::sqrt(std::log1p(variance / (mean * mean)));
  consider("lognormal" + both, [&](double x) {
    return x <= 0 ? 0 : normal_below((std::log(x / mean) + spread * spread / 2) / spread);
  });
  return best;
}

}  // namespace jackdaw::apps::grammar
