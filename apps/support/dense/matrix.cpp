#include "apps/support/dense/matrix.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "apps/support/options/count_option.hpp"

namespace jackdaw::apps {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

/// std::max would pass over what is no number.
double larger(double a, double b) { return std::isnan(b) ? infinite : std::max(a, b); }

}  // namespace

std::vector<double> matrix::times(const std::vector<double>& x, bool sizes) const {
  std::vector<double> sum(n_);
  for (std::size_t column = 0; column < n_; ++column) {
    const double by = sizes ? std::abs(x[column]) : x[column];
    const double* const numbers = &numbers_[column * n_];
    for (std::size_t row = 0; row < n_; ++row)
      sum[row] += (sizes ? std::abs(numbers[row]) : numbers[row]) * by;
  }
  return sum;
}

std::size_t parse_order(const std::string& text) {
  const std::size_t n = parse_count("--n", text, 1'000'000'000);
  require_memory("--n " + text, n * n, sizeof(double));
  return n;
}

matrix random_matrix(std::size_t n, base::random& random) {
  matrix made(n);
  for (double& each : made.numbers()) each = random_number(random);
  return made;
}

std::vector<double> random_probe(std::size_t n, base::random& random) {
  std::vector<double> x(n);
  for (double& each : x) {
    const double number = random_number(random);
    each = std::copysign(0.5 + std::abs(number) / 2, number);
  }
  return x;
}

double worst_share(const std::vector<double>& found, const std::vector<double>& expected,
                   const std::vector<double>& allowed) {
  double worst = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const double difference = std::abs(found[i] - expected[i]);
    worst = larger(worst, difference == 0 ? 0 : difference / allowed[i]);
  }
  return worst;
}

double largest(const std::vector<double>& numbers) {
  double found = 0;
  for (const double each : numbers) found = larger(found, std::abs(each));
  return found;
}

double largest_difference(const matrix& a, const matrix& b) {
  double found = 0;
  for (std::size_t i = 0; i < a.numbers().size(); ++i)
    found = larger(found, std::abs(a.numbers()[i] - b.numbers()[i]));
  return found;
}

}  // namespace jackdaw::apps
