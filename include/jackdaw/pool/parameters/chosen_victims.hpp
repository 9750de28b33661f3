// An order of victims that is chosen at run time.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/cache_line.hpp>
#include <jackdaw/base/processors/cpu_list.hpp>
#include <jackdaw/base/processors/processor.hpp>
#include <jackdaw/base/processors/topology.hpp>
#include <jackdaw/pool/families/victim_order.hpp>

namespace jackdaw::pool {

/// The workers on the same core first, then those on the same chip, then the others; upwards within each. Where a
/// worker is, is seen when it looks for work; one that never has counts among the others. Source: HR10 section 3
/// (nearest neighbours first), by processors instead of numbers. Cost: the processor's number, and a look at each
/// worker's word for each group. Made: reads the machine's topology, about 10 µs a processor.
class by_topology {
 public:
  explicit by_topology(unsigned workers)
      : by_topology(workers, base::topology(base::affinity_of()).places()) {}

  /// For a machine with these processors.
  by_topology(unsigned workers, const std::vector<base::cpu_place>& places)
      : workers_(workers), seen_on_(std::make_unique<base::padded<base::atomic<int>>[]>(workers)) {
    for (const base::cpu_place& each : places) {
      if (places_.size() <= each.cpu) places_.resize(each.cpu + 1, {nowhere, nowhere});
      places_[each.cpu] = {static_cast<int>(each.core), static_cast<int>(each.package)};
    }
    for (unsigned id = 0; id < workers; ++id) seen_on_[id]->store(nowhere, base::relaxed);
  }

  auto first_of(unsigned thief, auto visit) const -> decltype(visit(thief)) {
    return first_from(thief, base::current_processor(), visit);
  }

  /// The same for a thief that runs on `processor`.
  auto first_from(unsigned thief, int processor, auto visit) const -> decltype(visit(thief)) {
    seen_on_[thief]->store(processor, base::relaxed);
    for (int distance = 0; distance <= farthest; ++distance) {
      decltype(visit(thief)) found = nullptr;
      const bool ended = stretch{thief, thief, workers_, workers_}.any([&](unsigned victim) {
        if (between(processor, seen_on_[victim]->load(base::relaxed)) != distance) return false;
        found = visit(victim);
        return static_cast<bool>(found);
      });
      if (ended) return found;
    }
    // A victim may have moved from a group that was to come into one that was over.
    return round_trip(workers_).from(thief, thief, visit);
  }

 private:
  static constexpr int nowhere = -1;
  static constexpr int farthest = 2;
  struct place {
    int core;
    int package;
  };

  [[nodiscard]] int between(int a, int b) const noexcept {
    const auto known = [this](int cpu) { return cpu >= 0 && static_cast<std::size_t>(cpu) < places_.size(); };
    if (!known(a) || !known(b)) return farthest;
    const place& x = places_[static_cast<std::size_t>(a)];
    const place& y = places_[static_cast<std::size_t>(b)];
    return x.core == y.core ? 0 : x.package == y.package ? 1 : farthest;
  }

  unsigned workers_;
  std::vector<place> places_;
  std::unique_ptr<base::padded<base::atomic<int>>[]> seen_on_;
};

/// One of the orders, by its name: next, nearest, round, random or topology. Cost beyond the order's own: a branch a
/// search.
class chosen_victims {
 public:
  static constexpr std::string_view names = "next nearest round random topology";

  chosen_victims(unsigned workers, std::string_view name)
      : which_(name == "nearest"    ? order::nearest
               : name == "round"    ? order::round
               : name == "random"   ? order::random
               : name == "topology" ? order::topology
                                    : order::next),
        next_(workers),
        nearest_(workers) {
    if (which_ == order::round) round_ = std::make_unique<random_start>(workers);
    if (which_ == order::random) random_ = std::make_unique<uniform_random>(workers);
    if (which_ == order::topology) topology_ = std::make_unique<by_topology>(workers);
  }

  auto first_of(unsigned thief, auto visit) const -> decltype(visit(thief)) {
    switch (which_) {
      case order::nearest:
        return nearest_.first_of(thief, visit);
      case order::round:
        return round_->first_of(thief, visit);
      case order::random:
        return random_->first_of(thief, visit);
      case order::topology:
        return topology_->first_of(thief, visit);
      case order::next:
      default:
        break;
    }
    return next_.first_of(thief, visit);
  }

 private:
  enum class order : unsigned char { next, nearest, round, random, topology };

  order which_;
  next_neighbours next_;
  nearest nearest_;
  std::unique_ptr<random_start> round_;
  std::unique_ptr<uniform_random> random_;
  std::unique_ptr<by_topology> topology_;
};

}  // namespace jackdaw::pool
