#include "apps/barnes/tree/tree.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace jackdaw::apps::barnes {

tree::tree(double theta, std::size_t bodies, unsigned workers)
    : theta_(theta), group_ends_(bodies), workers_(workers), memory_(workers) {}

void tree::plant(std::span<body> bodies, std::span<const place> places, const cube& all) {
  bodies_ = bodies;
  places_ = places;
  all_ = all;
  root_ = {};
  root_.last = static_cast<std::uint32_t>(bodies.size());
  for (unsigned worker = 0; worker < workers_; ++worker) memory_.of(worker).clear();
}

bool tree::are_together(const node& n) const {
  const auto own = bodies_.subspan(n.first, n.bodies());
  const vec3& at = own.front().position;
  return std::ranges::all_of(own, [&at](const body& b) { return is_same_place(b.position, at); });
}

bounds tree::bounds_of(const node& n) const {
  bounds box;
  for (const body& each : bodies_.subspan(n.first, n.bodies())) box.add(each.position);
  return box;
}

std::uint32_t tree::halve(const node& n) {
  const bounds box = bounds_of(n);
  const vec3 extent = box.high - box.low;
  double vec3::* const axis = extent.x == largest(extent)   ? &vec3::x
                              : extent.y == largest(extent) ? &vec3::y
                                                            : &vec3::z;
  const auto along = [axis](const body& b) { return b.position.*axis; };
  const auto own = bodies_.subspan(n.first, n.bodies());
  std::ranges::sort(own, [&along](const body& a, const body& b) {
    return along(a) != along(b) ? along(a) < along(b) : a.number < b.number;
  });
  // Bodies with the same coordinate stay together, so halves of nothing but them have no extent along this axis.
  const double middle = along(own[own.size() / 2]);
  auto cut = std::ranges::lower_bound(own, middle, {}, along);
  if (cut == own.begin()) cut = std::ranges::upper_bound(own, middle, {}, along);
  return n.first + static_cast<std::uint32_t>(cut - own.begin());
}

void tree::split(node& n, unsigned worker) {
  std::array<std::uint32_t, 9> cuts{n.first};
  if (is_in_smallest_cell(n)) {
    cuts[1] = halve(n);
    cuts[2] = n.last;
    n.child_count = 2;
  }
  const unsigned level = common_level(places_[n.first].key, places_[n.last - 1].key);
  while (cuts[n.child_count] != n.last) {
    const auto begin = places_.begin() + cuts[n.child_count];
    const unsigned here = octant(begin->key, level);
    const auto end = std::partition_point(begin, places_.begin() + n.last, [here, level](const place& p) {
      return octant(p.key, level) == here;
    });
    cuts[++n.child_count] = static_cast<std::uint32_t>(end - places_.begin());
  }
  n.children = memory_.of(worker).take(n.child_count);
  for (std::uint32_t i = 0; i < n.child_count; ++i) {
    n.children[i] = {};
    n.children[i].first = cuts[i];
    n.children[i].last = cuts[i + 1];
  }
}

void tree::sum_up(node& n) {
  const auto own = bodies_.subspan(n.first, n.bodies());
  const vec3 origin = own.front().position;  // ways from there are exact where all is near
  vec3 weighted;
  const auto weigh = [&](double mass, const vec3& from_origin) {
    n.mass += mass;
    weighted += from_origin * mass;
  };
  if (n.children == nullptr) {
    for (const body& each : own) weigh(each.mass, each.position - origin);
  } else {
    for (const node& each : n.below()) weigh(each.mass, (each.centre - origin) + each.beside);
  }
  const vec3 way = weighted * (1 / n.mass);
  n.centre = origin + way;
  n.beside = (origin - n.centre) + way;
  if (n.children == nullptr) {
    for (const body& each : own) n.add_moments(each.mass, each.position, {});
  } else {
    for (const node& each : n.below()) n.add_moments(each.mass, each.centre, each.moments, each.beside);
  }
  if (n.children == nullptr || n.bodies() <= group_bodies) {  // instead of the groups below
    std::fill_n(group_ends_.begin() + n.first, own.size(), 0);
    group_ends_[n.first] = n.last;
  }
  measure(n);
}

void tree::measure(node& n) const {
  // Barnes' criterion with the offset of the centre: the side by θ, and the way from the middle of the cell to the
  // centre of mass. Up to θ = 1 no body in the cell sees that centre from so far away: all of them are less than a
  // side from the middle.
  const std::uint64_t key = places_[n.first].key;
  const unsigned level = common_level(key, places_[n.last - 1].key);
  double side = all_.side_at(level);
  vec3 middle = all_.centre(key, level);
  constexpr double tight = 1e-9;
  const auto is_tight = [&n](double extent) {
    return extent < tight * std::max({std::abs(n.centre.x), std::abs(n.centre.y), std::abs(n.centre.z)});
  };
  if (is_in_smallest_cell(n) || is_tight(side)) {
    // The cell tells nothing. Of the box, its middle is rounded by up to half of an extent: twice the side is enough.
    const bounds box = bounds_of(n);
    side = 2 * largest(box.high - box.low);
    middle = (box.low + box.high) * 0.5;
    n.is_tight = is_tight(side);
  }
  const double reach = side / theta_ + length(n.centre - middle);
  constexpr std::uint32_t seen_alone = 2;  // cost less than what they are together
  const bool is_always_opened = theta_ == 0 || n.bodies() <= seen_alone;
  n.squared_reach = is_always_opened ? std::numeric_limits<double>::infinity() : reach * reach;
}

void tree::grow(node& n, unsigned worker) {
  if (!is_leaf(n)) {
    split(n, worker);
    for (node& each : n.below()) grow(each, worker);
  }
  sum_up(n);
}

}  // namespace jackdaw::apps::barnes
