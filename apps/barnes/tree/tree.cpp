#include "apps/barnes/tree/tree.hpp"

#include <algorithm>
#include <limits>

namespace jackdaw::apps::barnes {

tree::tree(double theta, std::size_t bodies, unsigned workers)
    : theta_(theta), group_ends_(bodies), workers_(workers), memory_(workers) {}

void tree::plant(std::span<const body> bodies, std::span<const place> places, const cube& all) {
  bodies_ = bodies;
  places_ = places;
  all_ = all;
  root_ = {};
  root_.last = static_cast<std::uint32_t>(bodies.size());
  for (unsigned worker = 0; worker < workers_; ++worker) memory_.of(worker).clear();
}

void tree::split(node& n, unsigned worker) {
  const unsigned level = common_level(places_[n.first].key, places_[n.last - 1].key);
  std::array<std::uint32_t, 9> cuts{n.first};
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
  vec3 weighted;
  const auto weigh = [&](double mass, const vec3& at) {
    n.mass += mass;
    weighted += at * mass;
  };
  if (n.children == nullptr) {
    for (const body& each : own) weigh(each.mass, each.position);
    n.centre = weighted * (1 / n.mass);
    for (const body& each : own) n.add_moments(each.mass, each.position, {});
  } else {
    for (const node& each : n.below()) weigh(each.mass, each.centre);
    n.centre = weighted * (1 / n.mass);
    for (const node& each : n.below()) n.add_moments(each.mass, each.centre, each.moments);
  }
  if (n.children == nullptr || n.bodies() <= group_bodies) {  // instead of the groups below
    std::fill_n(group_ends_.begin() + n.first, own.size(), 0);
    group_ends_[n.first] = n.last;
  }
  // Barnes' criterion with the offset of the centre: the side by θ, and the way from the middle of the cell to the
  // centre of mass. Up to θ = 1 no body in the cell sees that centre from so far away: all of them are less than a
  // side from the middle.
  const std::uint64_t key = places_[n.first].key;
  const unsigned level = common_level(key, places_[n.last - 1].key);
  const double reach = all_.side_at(level) / theta_ + length(n.centre - all_.centre(key, level));
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
