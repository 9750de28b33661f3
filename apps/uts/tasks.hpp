// The search on the pool face: a task for each node.
#pragma once

#include <string_view>

#include <jackdaw/worker/by_name/any_scheduler.hpp>

#include "apps/support/work/per_worker.hpp"
#include "apps/uts/search.hpp"

namespace jackdaw::apps::uts {

/// Counts one node for its worker and puts a task for each child.
struct visit {
  static constexpr std::string_view name = "visit";
  const tree* of;
  per_worker<census>* found;
  node at;

  void operator()(any_worker& worker) const {
    const int children = of->children_of(at);
    census& mine = found->of(worker.id());
    mine = mine + census::of(at, children);
    for (int i = 0; i < children; ++i) worker.put(visit{of, found, tree::child(at, i)});
  }
};

}  // namespace jackdaw::apps::uts
