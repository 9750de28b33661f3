#include "apps/shallow_water/check.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "apps/support/text/shown.hpp"

namespace jackdaw::apps::shallow_water {

namespace {

// What is allowed: by the fourth power of the spacing, behind the mountain by its square.
constexpr double surface_share = 0.2;
constexpr double velocity_share = 1.7;
constexpr double largest_share = 3;
constexpr double kept_share = 0.2;
constexpr double mountain_share = 0.05;

vec3 velocity(const fields& water) { return {water.u, water.v, water.w}; }

/// The larger one; infinite when one is no number.
double worse(double a, double b) {
  return std::isnan(a) || std::isnan(b) ? std::numeric_limits<double>::infinity() : std::max(a, b);
}

double change(double now, double before) { return worse(std::abs(now - before) / before, 0); }

void compare_with_steady(const model& of, const std::vector<fields>& water, errors& e) {
  const std::vector<fields> exact = of.start();
  double fastest = 0;
  for (const fields& each : exact) fastest = std::max(fastest, length(velocity(each)));
  const double height = of.flow().mean_height();
  const auto off_surface = [&](std::size_t i) {
    return std::abs(water[i].surface - exact[i].surface) / height;
  };
  const auto off_velocity = [&](std::size_t i) {
    return length(velocity(water[i]) - velocity(exact[i])) / fastest;
  };
  const auto mean = [&](const auto& off) {
    return worse(std::sqrt(integral(of.on(), [&](std::size_t i) { return off(i) * off(i); }) /
                           integral(of.on(), [](std::size_t) { return 1.0; })),
                 0);
  };
  e.surface = mean(off_surface);
  e.velocity = mean(off_velocity);
  for (std::size_t i = 0; i < water.size(); ++i)
    e.largest = worse(e.largest, worse(off_surface(i), off_velocity(i)));
}

}  // namespace

totals totals_of(const model& of, const std::vector<fields>& water) {
  totals t;
  t.mass = integral(of.on(), [&](std::size_t i) { return of.depth(i, water[i]); });
  t.energy = integral(of.on(), [&](std::size_t i) {
    const double height = of.flow().mean_height() + water[i].surface;
    const double ground = of.places()[i].ground;
    const vec3 speed = velocity(water[i]);
    return of.depth(i, water[i]) * dot(speed, speed) / 2 + gravity * (height * height - ground * ground) / 2;
  });
  return t;
}

bool errors::passed() const {
  if (!(mass <= kept_allowed && energy <= kept_allowed && outward <= outward_allowed)) return false;
  return !is_steady ||
         (surface <= surface_allowed && velocity <= velocity_allowed && largest <= largest_allowed);
}

std::string errors::line() const {
  std::string text;
  if (is_steady)
    text = "off the steady flow by " + shown_beside(surface, surface_allowed) + " in height (" +
           shown_beside(surface_allowed, surface) + " allowed), " + shown_beside(velocity, velocity_allowed) +
           " in velocity (" + shown_beside(velocity_allowed, velocity) + " allowed), by " +
           shown_beside(largest, largest_allowed) + " at a node (" + shown_beside(largest_allowed, largest) +
           " allowed); ";
  return text + "mass changed by " + shown(mass) + ", energy by " + shown(energy) + " (" +
         shown(kept_allowed) + " allowed)";
}

errors errors_of(const model& of, const std::vector<fields>& water, std::size_t steps) {
  errors e;
  const double h = spacing(of.count());
  const double longer = std::max(1.0, static_cast<double>(steps) * of.step() / (5 * day));
  const double rounding = 1e-15 * static_cast<double>(steps + 100);
  e.is_steady = of.flow().is_steady();
  e.surface_allowed = surface_share * longer * std::pow(h, 4) + rounding;
  e.velocity_allowed = velocity_share * longer * std::pow(h, 4) + rounding;
  e.largest_allowed = largest_share * longer * std::pow(h, 4) + 10 * rounding;
  e.kept_allowed = (e.is_steady ? kept_share * std::pow(h, 4) : mountain_share * h * h) * longer + rounding;
  e.outward_allowed = 1e-12 * static_cast<double>(steps + 100);

  if (e.is_steady) compare_with_steady(of, water, e);
  const totals before = totals_of(of, of.start());
  const totals found = totals_of(of, water);
  e.mass = change(found.mass, before.mass);
  e.energy = change(found.energy, before.energy);
  for (std::size_t i = 0; i < water.size(); ++i) {
    const place& at = of.places()[i];
    e.outward = worse(e.outward, std::abs(dot(velocity(water[i]), {at.x, at.y, at.z})));
  }
  return e;
}

}  // namespace jackdaw::apps::shallow_water
