#include "apps/barnes/simulation/simulation.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <utility>

#include "apps/support/work/parts.hpp"

namespace jackdaw::apps::barnes {

simulation::simulation(std::vector<body> bodies, const settings& s, std::size_t grain, unsigned workers)
    : settings_(s),
      grain_(grain),
      bodies_(std::move(bodies)),
      gathered_(bodies_.size()),
      pulls_(bodies_.size()),
      places_(bodies_.size()),
      merged_(bodies_.size()),
      bounds_(parts(bodies_.size(), grain)),
      counts_(bounds_.size()),
      tree_(s.theta, bodies_.size(), workers) {
  for (std::size_t run = 1; run < blocks(); run *= 2) ++merges_;
}

simulation::kind simulation::kind_of(std::size_t round) const {
  const std::size_t of_step = round % rounds_of_step();
  if (of_step < 2) return of_step == 0 ? drift : sort;
  if (of_step < 2 + merges_) return merge;
  return static_cast<kind>(gather + (of_step - 2 - merges_));
}

simulation::block_range simulation::range_of(std::size_t block) const {
  return {block * grain_, std::min(bodies_.size(), (block + 1) * grain_)};
}

bool simulation::begin(std::size_t round) {
  const std::size_t step = round / rounds_of_step();
  switch (kind_of(round)) {
    case drift:
      if (step == 1) first_energy_ = energy();
      step_ = step == 0 ? 0 : settings_.step;
      return step <= settings_.steps;
    case sort: {
      bounds whole;
      for (const bounds& each : bounds_) whole.add(each);
      all_ = whole.enclosing();
      if (!(all_.side < bounds::none)) scattered_in_ = step;
      return all_.side < bounds::none;
    }
    case merge:
      if (round % rounds_of_step() > 2) places_.swap(merged_);
      break;
    case gather:
      if (merges_ > 0) places_.swap(merged_);
      break;
    case grow:
      bodies_.swap(gathered_);
      tree_.plant(bodies_, places_, all_);
      break;
    case pull_all:
      break;
  }
  return true;
}

void simulation::compute(std::size_t round, std::size_t block) {
  switch (kind_of(round)) {
    case drift:
      return drift_block(block);
    case sort:
      return sort_block(block);
    case merge:
      return merge_block(grain_ << (round % rounds_of_step() - 2), block);
    case gather:
      return gather_block(block);
    case grow:
      return;
    case pull_all:
      return pull_block(block);
  }
}

void simulation::drift_block(std::size_t block) {
  const auto [first, last] = range_of(block);
  bounds reached;
  for (std::size_t i = first; i < last; ++i) {
    body& b = bodies_[i];
    b.velocity += pulls_[i].acceleration * (step_ / 2);
    b.position += b.velocity * step_;
    for (double* const each : {&b.position.x, &b.position.y, &b.position.z})
      if (std::abs(*each) < smallest_coordinate) *each = 0;
    reached.add(b.position);
    const bool is_near = std::abs(b.position.x) <= largest_number &&
                         std::abs(b.position.y) <= largest_number &&
                         std::abs(b.position.z) <= largest_number;  // false for what is no number, too
    if (!is_near) reached.high.x = bounds::none;
  }
  bounds_[block] = reached;
}

void simulation::sort_block(std::size_t block) {
  const auto [first, last] = range_of(block);
  for (std::size_t i = first; i < last; ++i)
    places_[i] = {all_.key(bodies_[i].position), static_cast<std::uint32_t>(i)};
  const auto begin = places_.begin();
  std::sort(begin + static_cast<std::ptrdiff_t>(first), begin + static_cast<std::ptrdiff_t>(last));
}

void simulation::merge_block(std::size_t run, std::size_t block) {
  const auto [first, last] = range_of(block);
  merge_part(places_, run, first, last, merged_);
}

void simulation::gather_block(std::size_t block) {
  const auto [first, last] = range_of(block);
  for (std::size_t i = first; i < last; ++i) gathered_[i] = bodies_[places_[i].index];
}

/// The groups that begin in this block.
void simulation::pull_block(std::size_t block) {
  const auto [first, last] = range_of(block);
  const std::span<const body> all = bodies_;
  interactions list;
  pair_counts pairs;
  for (std::size_t i = first; i < last; ++i) {
    const std::size_t end = tree_.group_from(i);
    if (end == 0) continue;
    list.find(tree_.root(), all, all.subspan(i, end - i));
    for (std::size_t k = i; k < end; ++k) {
      pulls_[k] = list.on(bodies_[k].position, settings_.softening);
      bodies_[k].velocity += pulls_[k].acceleration * (step_ / 2);
      pairs = pairs + list.of_one();
    }
  }
  counts_[block] = counts_[block] + pairs;
}

outcome simulation::take_outcome() {
  const double now = energy();
  return {std::move(bodies_), std::move(pulls_),
          std::accumulate(counts_.begin(), counts_.end(), pair_counts{}), first_energy_, now};
}

double simulation::energy() const {
  double twice = 0;
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const body& b = bodies_[i];
    twice += b.mass * (dot(b.velocity, b.velocity) + pulls_[i].potential);
  }
  return twice / 2;
}

}  // namespace jackdaw::apps::barnes
