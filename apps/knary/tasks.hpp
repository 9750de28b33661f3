// The tree on the pool face: no task waits; what comes after a child is a task that its subtree puts.
#pragma once

#include <string_view>
#include <utility>

#include <jackdaw/task/join_counter.hpp>

#include "apps/knary/tree.hpp"

namespace jackdaw::apps::knary {

/// A node and the tree below it. It begins its children in portions, one serial child or all parallel ones, and comes
/// again after each; `done` arrives when all are complete. visit(worker, tree) is a node's own work.
template <class Visit>
struct subtree {
  static constexpr std::string_view name = "knary";
  tree shape;
  Visit visit;
  arrival done;
  int begun = 0;  // children

  void operator()(auto& w) {
    if (begun == 0) visit(w, shape);
    const int last = shape.height == 0 ? begun : shape.degree;
    if (begun == last) return done.arrive(w);
    const int to = begun < shape.serial ? begun + 1 : last;
    auto after = w.after(static_cast<unsigned>(to - begun), subtree{shape, visit, std::move(done), to});
    for (int i = begun; i < to; ++i) w.put(subtree{shape.lower(), visit, after.next()});
  }
};

/// The initial task.
template <class Visit>
struct whole_tree {
  static constexpr std::string_view name = "whole tree";
  tree shape;
  Visit visit{};
  void operator()(auto& w) const {
    auto end = w.after(1, [] {});
    w.put(subtree<Visit>{shape, visit, end.next()});
  }
};

}  // namespace jackdaw::apps::knary
