// The tree on the pool face: no task waits; what comes after a child is a task that its subtree puts.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>

#include <jackdaw/task/join_counter.hpp>
#include <jackdaw/worker/any_scheduler.hpp>

#include "apps/knary/tree.hpp"
#include "apps/support/per_worker.hpp"

namespace jackdaw::apps::knary {

struct run_state {
  tree shape;
  per_worker<std::uint64_t> nodes;
};

void generate(any_worker& worker, run_state& all, int height, int child, arrival done);

/// A node, and the tree below it; `done` arrives when that is complete.
struct node {
  static constexpr std::string_view name = "node";
  run_state* all;
  int height;
  arrival done;

  void operator()(any_worker& worker) {
    ++all->nodes.of(worker.id());
    simulate_work(all->shape.units);
    if (height == 1) return done.arrive(worker);
    generate(worker, *all, height, 0, std::move(done));
  }
};

/// Comes after child `child - 1`, which was generated serially.
struct next_child {
  static constexpr std::string_view name = "next child";
  run_state* all;
  int height;
  int child;
  arrival done;
  void operator()(any_worker& worker) { generate(worker, *all, height, child, std::move(done)); }
};

/// Comes after all children.
struct complete {
  static constexpr std::string_view name = "complete";
  arrival done;
  void operator()(any_worker& worker) { done.arrive(worker); }
};

/// The children of a node of `height`, from `child` on.
inline void generate(any_worker& worker, run_state& all, int height, int child, arrival done) {
  const tree& shape = all.shape;
  if (child < shape.serial) {
    auto after = worker.after(1, next_child{&all, height, child + 1, std::move(done)});
    worker.put(node{&all, height - 1, after.next()});
  } else if (child == shape.degree) {
    done.arrive(worker);
  } else {
    auto after = worker.after(static_cast<unsigned>(shape.parallel()), complete{std::move(done)});
    for (; child < shape.degree; ++child) worker.put(node{&all, height - 1, after.next()});
  }
}

/// The initial task.
struct whole_tree {
  static constexpr std::string_view name = "whole tree";
  run_state* all;
  void operator()(any_worker& worker) const {
    auto end = worker.after(1, [] {});
    worker.put(node{all, all->shape.height, end.next()});
  }
};

}  // namespace jackdaw::apps::knary
