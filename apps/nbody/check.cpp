#include "apps/nbody/check.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "apps/support/text/shown.hpp"

namespace jackdaw::apps::nbody {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

/// Infinite for what is no number.
double share(double difference, double allowed) {
  if (difference == 0) return 0;
  return std::isnan(difference / allowed) ? infinite : difference / allowed;
}

}  // namespace

std::string errors::line() const {
  return "forces off the double loop by " + shown(forces) +
         " of what rounding allows; energy of a particle off by " + shown(drift) +
         ", that of the scheme by " + shown(energy) + " of what is allowed; momentum by " + shown(momentum) +
         ", angular momentum by " + shown(angular_momentum);
}

errors errors_of(const std::vector<block>& blocks, const measured& start, std::size_t steps, double step) {
  constexpr double epsilon = std::numeric_limits<double>::epsilon();
  const measured found = measure(blocks, step);
  const auto n = static_cast<double>(found.forces.size());
  errors e;

  // Adding up n numbers is off by at most n·ε/2 times their sizes; a force itself takes a dozen operations.
  std::size_t next = 0;
  for (const block& b : blocks) {
    for (std::size_t i = 0; i < b.forces.count(); ++i, ++next) {
      const double off = length(b.forces.at(i) - found.forces[next]);
      e.forces = std::max(e.forces, share(off, (n + 32) * epsilon * found.force_sizes[next]));
    }
  }

  e.drift = std::abs(found.energy - start.energy) / n;
  const double correction =
      std::max(std::abs(found.scheme_energy - found.energy), std::abs(start.scheme_energy - start.energy));
  e.energy = share(std::abs(found.scheme_energy - start.scheme_energy), 0.1 * correction + 1e-11 * n);

  const double rounding = 4 * epsilon * (n + static_cast<double>(steps));
  e.momentum = share(length(found.momentum), rounding * found.speeds);
  e.angular_momentum =
      share(length(found.angular_momentum - start.angular_momentum), rounding * found.sweeps);
  return e;
}

double largest_difference(const std::vector<block>& a, const std::vector<block>& b) {
  double worst = 0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    for (std::size_t i = 0; i < a[k].positions.count(); ++i) {
      const double off = length(a[k].positions.at(i) - b[k].positions.at(i));
      worst = std::isnan(off) ? infinite : std::max(worst, off);
    }
  }
  return worst;
}

}  // namespace jackdaw::apps::nbody
