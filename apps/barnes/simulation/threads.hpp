// The simulation by threads that own blocks, without tasks.
#pragma once

#include <barrier>
#include <cstddef>
#include <ranges>
#include <vector>

#include "apps/barnes/simulation/simulation.hpp"
#include "apps/support/work/threads.hpp"

namespace jackdaw::apps::barnes {

/// The tree in two parts: large nodes, which one thread makes, each before its children; and what is below them.
struct parted_tree {
  std::vector<node*> large, below;

  void part(simulation& s) {
    large.clear();
    below.clear();
    std::vector<node*> open{&s.growing().root()};
    while (!open.empty()) {
      node& n = *open.back();
      open.pop_back();
      if (!s.is_large(n)) {
        below.push_back(&n);
        continue;
      }
      s.growing().split(n, 0);
      large.push_back(&n);
      for (node& each : n.below()) open.push_back(&each);
    }
  }
};

/// Statically partitioned: blocks are dealt to the threads in turn, and so are the parts of the tree that are not
/// large. All wait for all after each round.
inline void run_threads(unsigned workers, simulation& s) {
  std::size_t round = 0;
  bool goes_on = false;
  parted_tree parted;
  const auto begin = [&] {
    goes_on = s.begin(round);
    if (goes_on && s.grows(round)) parted.part(s);
  };
  begin();
  std::barrier over(workers, [&]() noexcept {
    if (s.grows(round))
      for (node* const each : parted.large | std::views::reverse) s.growing().sum_up(*each);
    ++round;
    begin();
  });
  run_in_threads(workers, [&](const share& mine) {
    while (goes_on) {
      const bool grows = s.grows(round);
      const std::size_t count = grows ? parted.below.size() : s.blocks();
      for (std::size_t i = 0; i < count; ++i) {
        if (!mine.has(i)) continue;
        if (grows)
          s.growing().grow(*parted.below[i], mine.id);
        else
          s.compute(round, i);
      }
      over.arrive_and_wait();
    }
  });
}

}  // namespace jackdaw::apps::barnes
