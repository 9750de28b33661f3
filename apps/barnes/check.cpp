#include "apps/barnes/check.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>

namespace jackdaw::apps::barnes {

namespace {

bool same_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

bool same_bits(const vec3& a, const vec3& b) {
  return same_bits(a.x, b.x) && same_bits(a.y, b.y) && same_bits(a.z, b.z);
}

std::string shown(const vec3& v) {
  char text[96];
  std::snprintf(text, sizeof text, "(%.17g, %.17g, %.17g)", v.x, v.y, v.z);
  return text;
}

/// Plain loops: nothing of the tree is used.
struct direct_sum {
  vec3 acceleration;
  double potential = 0;
  double sizes = 0;

  direct_sum(const std::vector<body>& bodies, const vec3& at, double softening) {
    for (const body& each : bodies) {
      const vec3 way = each.position - at;
      const double squared = dot(way, way);
      if (squared == 0) continue;
      const double distance = std::sqrt(squared + softening * softening);
      const vec3 pulled = way * (each.mass / (distance * distance * distance));
      acceleration += pulled;
      sizes += length(pulled);
      potential -= each.mass / distance;
    }
  }
};

double part(double of, double whole) { return of == 0 ? 0 : of / whole; }

}  // namespace

std::string difference(const outcome& found, const outcome& expected) {
  if (found.bodies.size() != expected.bodies.size()) return "another number of bodies";
  for (std::size_t i = 0; i < found.bodies.size(); ++i) {
    const body &is = found.bodies[i], &should_be = expected.bodies[i];
    const pull &pulled = found.pulls[i], &should_be_pulled = expected.pulls[i];
    const std::string which = "body " + std::to_string(should_be.number);
    const auto other = [&which](const char* what, const vec3& a, const vec3& b) {
      return which + what + shown(a) + ", not " + shown(b);
    };
    if (is.number != should_be.number) return which + " is not where it is expected in the order";
    if (!same_bits(is.position, should_be.position)) return other(" is at ", is.position, should_be.position);
    if (!same_bits(is.velocity, should_be.velocity))
      return other(" has velocity ", is.velocity, should_be.velocity);
    if (!same_bits(pulled.acceleration, should_be_pulled.acceleration))
      return other(" is accelerated by ", pulled.acceleration, should_be_pulled.acceleration);
    if (!same_bits(pulled.potential, should_be_pulled.potential)) return which + " has another potential";
  }
  return {};
}

force_error compare_with_direct_sum(const outcome& found, double softening, std::size_t most) {
  constexpr std::size_t most_pairs = 100'000'000;
  const auto& bodies = found.bodies;
  // What is no number is the worst.
  const auto raise = [](double& largest, double value) {
    if (std::isnan(value) || value > largest) largest = value;
  };
  force_error error;
  error.sampled = std::min({bodies.size(), most, std::max<std::size_t>(8, most_pairs / bodies.size())});
  for (std::size_t i = 0; i < error.sampled; ++i) {
    const std::size_t at = i * bodies.size() / error.sampled;
    const direct_sum expected(bodies, bodies[at].position, softening);
    const pull& pulled = found.pulls[at];
    const double off = length(pulled.acceleration - expected.acceleration);
    const double relative = part(off, length(expected.acceleration));
    error.mean += relative / static_cast<double>(error.sampled);
    raise(error.worst, relative);
    raise(error.worst_part, part(off, expected.sizes));
    raise(error.potential, part(std::abs(pulled.potential - expected.potential), -expected.potential));
  }
  return error;
}

double allowed_error(double theta) { return 1e-12 + 0.05 * theta * theta * theta; }

}  // namespace jackdaw::apps::barnes
