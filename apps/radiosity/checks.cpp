#include "apps/radiosity/checks.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "apps/radiosity/geometry/random_ray.hpp"

namespace jackdaw::apps::radiosity {

double power_error(const solution_counts& c) { return (c.absorbed + c.escaped - c.emitted) / c.emitted; }

double unsettled_part(const solution& s) {
  return s.last_change * greatest_reflectance / (1 - greatest_reflectance);
}

namespace {

/// Whether all of some rays from there meet back sides, as they do inside a body.
bool is_buried(const solution& s, const element& e, const vec3& origin, std::uint64_t& state) {
  for (int k = 0; k < 8; ++k) {
    const auto hit =
        s.blockers.first_hit(origin, cosine_direction(e.shape.normal, state), 1e-9 * s.diagonal, e.patch);
    if (!hit || hit->front) return false;
  }
  return true;
}

/// The variance, W², of light from patches that few of the rays are to meet, were the links right: what rays have not met
/// does not show in what they found. At least so many meet a patch as its light takes from its brightest leaf, by rays that
/// are spread over the area with half of their number.
double rarely_met(const solution& s, double area, double rays) {
  constexpr double few = 100;
  std::vector<double> power(s.patches());
  std::vector<double> brightest(s.patches());
  for (std::size_t i = 0; i < s.patches(); ++i) {
    for_each_element<const element>(s.roots[i], [&](const element& e) {
      if (e.is_leaf()) brightest[i] = std::max(brightest[i], sum(e.radiosity));
      for (const link* each : e.links) {
        const element& from = *each->end[each->end[0] == &e ? 1 : 0];
        power[from.patch] += each->transport * each->seen * sum(from.radiosity);
      }
    });
  }
  double squares = 0;
  for (std::size_t i = 0; i < s.patches(); ++i) {
    const double least_worth = 2 * area * brightest[i] / rays;  // of a ray that meets it
    if (power[i] < few * least_worth) squares += power[i] * least_worth;
  }
  return squares;
}

}  // namespace

ray_comparison compare_with_rays(const solution& s, std::size_t rays) {
  std::vector<const element*> leaves;
  double area = 0, power = 0;
  for (std::size_t i = 0; i < s.patches(); ++i) {
    for_each_element<const element>(s.roots[i], [&](const element& e) {
      if (!e.is_leaf()) return;
      leaves.push_back(&e);
      area += e.shape.area;
      power += sum(e.irradiance) * e.shape.area;
    });
  }
  if (!(power > 0)) return {0, std::numeric_limits<double>::infinity()};  // no ray tells anything
  // Half of the rays by area, half by what should arrive there: most of a large floor may be dark.
  const auto share_of = [&](const element& e) {
    return (e.shape.area / area + sum(e.irradiance) * e.shape.area / power) / 2;
  };
  std::vector<double> share_up_to;
  double shares = 0;
  for (const element* const each : leaves) share_up_to.push_back(shares += share_of(*each));
  std::uint64_t state = 7;
  double buried = 0, differences = 0, squares = 0, largest_square = 0;
  for (std::size_t k = 0; k < rays; ++k) {
    // One ray from each of `rays` equal strips.
    const double at = shares * (static_cast<double>(k) + uniform(state)) / static_cast<double>(rays);
    const auto found = std::upper_bound(share_up_to.begin(), share_up_to.end() - 1, at);
    const element& from = *leaves[static_cast<std::size_t>(found - share_up_to.begin())];
    const double stands_for = from.shape.area / share_of(from) / static_cast<double>(rays);
    const vec3 origin = random_point(from.shape, state);
    const vec3 way = cosine_direction(from.shape.normal, state);
    const auto hit = s.blockers.first_hit(origin, way, 1e-9 * s.diagonal, from.patch);
    const bool back = hit && !hit->front;
    if (back && is_buried(s, from, origin, state)) {
      buried += stands_for * sum(from.irradiance);
      continue;
    }
    double arrives = 0;
    if (hit && !back) {
      const element& root = s.roots[hit->patch];
      arrives = sum(leaf_at(root, root.shape.locate(origin + way * hit->distance)).leaf->radiosity);
    }
    const double difference = stands_for * (arrives - sum(from.irradiance));
    differences += difference;
    squares += difference * difference;
    largest_square = std::max(largest_square, difference * difference);
  }
  const double by_links = power - buried;
  // Where one ray makes up so much of it, rays that did not meet the light would have made up more.
  constexpr double trusted = 0.01;
  if (!(by_links > 1e-6 * power) || largest_square > trusted * squares)
    return {0, std::numeric_limits<double>::infinity()};
  const double unmet = rarely_met(s, area, static_cast<double>(rays));
  return {differences / by_links, std::sqrt(squares + unmet) / by_links};
}

namespace {

void compare_elements(const element& a, const element& b, difference& found) {
  if (a.is_leaf() != b.is_leaf()) found.same_elements = false;
  if (a.is_leaf() || b.is_leaf()) {
    const vec3 d = a.radiosity - b.radiosity;
    const auto part = [&](double difference, double x, double y) {
      const double larger = std::max(std::abs(x), std::abs(y));
      if (larger > 0) found.largest = std::max(found.largest, std::abs(difference) / larger);
    };
    part(d.x, a.radiosity.x, b.radiosity.x);
    part(d.y, a.radiosity.y, b.radiosity.y);
    part(d.z, a.radiosity.z, b.radiosity.z);
    return;
  }
  for (std::size_t i = 0; i < 4; ++i) compare_elements(*a.part(i), *b.part(i), found);
}

}  // namespace

difference compare(const solution& a, const solution& b) {
  difference found;
  for (std::size_t i = 0; i < a.patches(); ++i) compare_elements(a.roots[i], b.roots[i], found);
  return found;
}

}  // namespace jackdaw::apps::radiosity
