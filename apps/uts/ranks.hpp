// The search on the pool of a cluster: a task for each node, which may run on any rank.
#pragma once

#include <string_view>

#include <jackdaw/cluster/pool/pool.hpp>

#include "apps/uts/search.hpp"

namespace jackdaw::apps::uts {

/// Counts one node for its worker and puts a task for each child.
struct visit_anywhere {
  static constexpr std::string_view name = "visit";
  cluster::kept<tree> rules;
  cluster::reduction<census> found;
  node at;

  void operator()(cluster::worker& worker) const {
    const int children = worker.at(rules).children_of(at);
    census& mine = worker.at(found);
    mine = mine + census::of(at, children);
    for (int i = 0; i < children; ++i) worker.put(visit_anywhere{rules, found, tree::child(at, i)});
  }
};

}  // namespace jackdaw::apps::uts
