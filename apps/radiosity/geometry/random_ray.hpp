// Random numbers and directions for sampling; the same in every run.
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>

#include "apps/radiosity/geometry/facet.hpp"
#include "apps/support/geometry/vec3.hpp"

namespace jackdaw::apps::radiosity {

/// One step of splitmix64 (Steele, Lea, Flood 2014), as a number in [0,1).
inline double uniform(std::uint64_t& state) {
  std::uint64_t z = (state += 0x9e3779b97f4a7c15U);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
  return static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

/// A place on a face. The numbers are drawn in one order, which compilers choose where both are arguments.
inline vec3 random_point(const facet& on, std::uint64_t& state) {
  const double t = uniform(state);
  const double s = uniform(state);
  return on.sample(s, t);
}

/// A direction above a surface with normal `n`, distributed like the light that a matt surface receives.
inline vec3 cosine_direction(const vec3& n, std::uint64_t& state) {
  const auto [first, second] = tangents_of(n);
  const double square = uniform(state), angle = 2 * std::numbers::pi * uniform(state),
               radius = std::sqrt(square);
  return first * (radius * std::cos(angle)) + second * (radius * std::sin(angle)) + n * std::sqrt(1 - square);
}

}  // namespace jackdaw::apps::radiosity
