#include "apps/shallow_water/sphere/weights.hpp"

#include <array>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <stdexcept>

#include <jackdaw/base/processors/budget/cpu_budget.hpp>

#include "apps/support/dense/blas.hpp"
#include "apps/support/dense/tile.hpp"
#include "apps/support/work/threads.hpp"

namespace jackdaw::apps::shallow_water {

namespace {

constexpr std::size_t degree = 4;
constexpr std::size_t polynomials = (degree + 1) * (degree + 2) / 2;
constexpr std::size_t unknowns = stencil_size + polynomials;
constexpr std::size_t derivatives = 3;  // along both axes of the plane, and Δ³

/// In the plane that touches the sphere, in units of the stencil's radius.
struct point {
  double s, t;
};

double squared(const point& p) { return p.s * p.s + p.t * p.t; }

/// The spline by the square of the distance, so that no root is taken but one.
double spline(double r2) { return r2 * r2 * r2 * std::sqrt(r2); }
/// Its derivative by the distance, by the distance.
double spline_slope(double r2) { return 7 * r2 * r2 * std::sqrt(r2); }
/// Δ³ of it: Δ rⁿ = n² rⁿ⁻² in a plane.
double spline_damping(double r2) { return 7.0 * 7 * 5 * 5 * 3 * 3 * std::sqrt(r2); }

std::array<double, polynomials> polynomials_at(const point& p) {
  std::array<double, polynomials> made{1};
  std::size_t next = 1;
  for (std::size_t d = 1; d <= degree; ++d) {
    for (std::size_t i = 0; i < d; ++i, ++next) made[next] = p.s * made[next - d];
    made[next] = p.t * made[next - d - 1];
    ++next;
  }
  return made;
}

}  // namespace

bool differentiate(const std::vector<vec3>& nodes, std::span<const std::uint32_t, stencil_size> stencil,
                   std::span<weight, stencil_size> result) {
  const vec3& middle = nodes[stencil.front()];
  const tangents plane = tangents_of(middle);
  const double radius = length(nodes[stencil.back()] - middle);
  std::array<point, stencil_size> at{};
  for (std::size_t i = 0; i < stencil_size; ++i) {
    const vec3 apart = (nodes[stencil[i]] - middle) * (1 / radius);
    at[i] = {dot(apart, plane.first), dot(apart, plane.second)};
  }

  std::array<double, unknowns * unknowns> numbers{};
  std::array<double, unknowns * derivatives> wanted{};
  const tile a{numbers.data(), unknowns, unknowns, unknowns};
  const tile b{wanted.data(), unknowns, derivatives, unknowns};
  for (std::size_t i = 0; i < stencil_size; ++i) {
    for (std::size_t j = 0; j < i; ++j)
      a.at(i, j) = a.at(j, i) = spline(squared({at[i].s - at[j].s, at[i].t - at[j].t}));
    const std::array<double, polynomials> terms = polynomials_at(at[i]);
    for (std::size_t k = 0; k < polynomials; ++k)
      a.at(i, stencil_size + k) = a.at(stencil_size + k, i) = terms[k];
    const double r2 = squared(at[i]);
    b.at(i, 0) = -spline_slope(r2) * at[i].s;
    b.at(i, 1) = -spline_slope(r2) * at[i].t;
    b.at(i, 2) = spline_damping(r2);
  }
  b.at(stencil_size + 1, 0) = 1;
  b.at(stencil_size + 2, 1) = 1;
  if (!blas::solve(a, b)) return false;

  const double scale = 1 / radius;
  for (std::size_t i = 0; i < stencil_size; ++i) {
    const vec3 gradient = (plane.first * b.at(i, 0) + plane.second * b.at(i, 1)) * scale;
    result[i] = {gradient.x, gradient.y, gradient.z, b.at(i, 2) * std::pow(scale, 6)};
  }
  return true;
}

std::vector<weight> all_weights(const std::vector<vec3>& nodes, const std::vector<std::uint32_t>& stencils) {
  std::vector<weight> made(stencils.size());
  std::atomic<bool> failed = false;
  const unsigned threads = base::cpu_budget::affinity();
  blas::require(threads);
  run_in_threads(threads, [&](const share& mine) {
    const auto [first, last] = mine.of(nodes.size());
    for (std::size_t i = first; i < last; ++i) {
      const std::size_t start = i * stencil_size;
      if (!differentiate(nodes, std::span<const std::uint32_t, stencil_size>(&stencils[start], stencil_size),
                         std::span<weight, stencil_size>(&made[start], stencil_size)))
        failed = true;
    }
  });
  if (failed) throw std::invalid_argument("two nodes of a stencil coincide");
  return made;
}

}  // namespace jackdaw::apps::shallow_water
