#include "apps/nbody/particles/particles.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <jackdaw/base/random.hpp>

namespace jackdaw::apps::nbody {

namespace {

/// The sites of the lattice that are nearest to its middle.
std::vector<vec3> sites(const drop& d) {
  const double edge = std::cbrt(4 / d.density);  // of a cubic cell, which has four
  const double radius = std::cbrt(3 * static_cast<double>(d.n) / (4 * std::numbers::pi * d.density));
  const int cells = static_cast<int>(std::ceil(radius / edge)) + 1;
  std::vector<vec3> found;
  for (int i = -cells; i < cells; ++i) {
    for (int j = -cells; j < cells; ++j) {
      for (int k = -cells; k < cells; ++k) {
        const vec3 corner{static_cast<double>(i), static_cast<double>(j), static_cast<double>(k)};
        for (const vec3& within : {vec3{0, 0, 0}, vec3{0, 0.5, 0.5}, vec3{0.5, 0, 0.5}, vec3{0.5, 0.5, 0}})
          found.push_back(edge * (corner + within));
      }
    }
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const vec3& a, const vec3& b) { return dot(a, a) < dot(b, b); });
  found.resize(d.n);
  return found;
}

/// Normally distributed in each direction (Box, Muller 1958), then shifted and scaled so that they add up to
/// nothing and have exactly the temperature.
std::vector<vec3> velocities(const drop& d) {
  base::random random(d.seed);
  const auto uniform = [&random] { return (static_cast<double>(random.next() >> 11U) + 0.5) * 0x1p-53; };
  const auto normal = [&uniform] {
    const double size = std::sqrt(-2 * std::log(uniform()));
    return size * std::cos(2 * std::numbers::pi * uniform());
  };
  std::vector<vec3> made(d.n);
  vec3 sum;
  for (vec3& v : made) {
    v.x = normal();
    v.y = normal();
    v.z = normal();
    sum += v;
  }
  const vec3 mean = sum * (1 / static_cast<double>(d.n));
  double squares = 0;
  for (vec3& v : made) {
    v = v - mean;
    squares += dot(v, v);
  }
  const double scale = squares > 0 ? std::sqrt(3 * static_cast<double>(d.n) * d.temperature / squares) : 0;
  for (vec3& v : made) v *= scale;
  return made;
}

}  // namespace

std::vector<block> starting_blocks(const drop& d, std::size_t block_size) {
  const std::vector<vec3> at = sites(d);
  const std::vector<vec3> towards = velocities(d);
  std::vector<block> blocks;
  for (std::size_t first = 0; first < d.n; first += block_size) {
    const std::size_t count = std::min(block_size, d.n - first);
    block& made = blocks.emplace_back(coordinates(count), coordinates(count), coordinates(count));
    for (std::size_t i = 0; i < count; ++i) {
      made.positions.set(i, at[first + i]);
      made.velocities.set(i, towards[first + i]);
    }
  }
  return blocks;
}

void move(coordinates& positions, coordinates& velocities, coordinates& forces, double step) {
  kick(velocities, forces, step);
  positions.add_multiple(step, velocities);
  forces.clear();
}

void kick(coordinates& velocities, const coordinates& forces, double step) {
  velocities.add_multiple(step / 2, forces);
}

}  // namespace jackdaw::apps::nbody
