// The simulation on the pool face: no task waits. What comes after others is a task that the last of them puts.
#pragma once

#include <cstddef>
#include <string_view>
#include <utility>

#include <jackdaw/worker/by_name/any_scheduler.hpp>

#include "apps/barnes/simulation/simulation.hpp"
#include "apps/support/work/divided.hpp"

namespace jackdaw::apps::barnes {

/// Blocks of a round from `first` to before `last`, at least one.
struct some_blocks {
  static constexpr std::string_view name = "blocks";
  simulation* of;
  std::size_t round, first, last;

  [[nodiscard]] bool is_leaf() const { return last - first == 1; }
  [[nodiscard]] std::pair<some_blocks, some_blocks> halves() const {
    const std::size_t middle = first + (last - first) / 2;
    return {{of, round, first, middle}, {of, round, middle, last}};
  }
  void compute() const { of->compute(round, first); }
};

/// Comes after the children of a node have grown.
struct sum_up_node {
  static constexpr std::string_view name = "sum up";
  simulation* of;
  node* n;
  arrival done;

  void operator()(any_worker& worker) {
    of->growing().sum_up(*n);
    done.arrive(worker);
  }
};

/// Puts tasks for the other children of a large node, and goes on with the first.
struct grow_node {
  static constexpr std::string_view name = "grow";
  simulation* of;
  node* n;
  arrival done;

  void operator()(any_worker& worker) {
    tree& growing = of->growing();
    while (of->is_large(*n)) {
      growing.split(*n, worker.id());
      auto grown = worker.after(n->child_count, sum_up_node{of, n, std::move(done)});
      for (node& each : n->below().subspan(1)) worker.put(grow_node{of, &each, grown.next()});
      n = &n->below().front();
      done = grown.next();
    }
    growing.grow(*n, worker.id());
    done.arrive(worker);
  }
};

/// The initial task, and the one that begins each other round.
struct begin_round {
  static constexpr std::string_view name = "round";
  simulation* of;
  std::size_t round = 0;

  void operator()(any_worker& worker) const {
    if (!of->begin(round)) return;
    auto over = worker.after(1, begin_round{of, round + 1});
    if (of->grows(round))
      grow_node{of, &of->growing().root(), over.next()}(worker);
    else
      begin_divided(worker, some_blocks{of, round, 0, of->blocks()}, over.next());
  }
};

}  // namespace jackdaw::apps::barnes
