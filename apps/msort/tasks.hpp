// Merge sort on the pool face: no task waits. What comes after others is a task that the last of them puts.
#pragma once

#include <string_view>
#include <utility>

#include <jackdaw/task/join_counter.hpp>
#include <jackdaw/worker/by_name/any_scheduler.hpp>

#include "apps/msort/ranges.hpp"
#include "apps/support/work/divided.hpp"

namespace jackdaw::apps::msort {

/// Comes after the two merges of sorted quarters.
struct merge_halves {
  static constexpr std::string_view name = "merge halves";
  range all;
  arrival done;
  void operator()(any_worker& worker) { begin_divided(worker, last_merge(all.quarters()), std::move(done)); }
};

/// Comes after four quarters were sorted.
struct merge_quarters {
  static constexpr std::string_view name = "merge quarters";
  range all;
  arrival done;

  void operator()(any_worker& worker) {
    const auto q = all.quarters();
    auto both = worker.after(2, merge_halves{all, std::move(done)});
    worker.put(divided_task<merge>{second_merge(q), both.next()});
    begin_divided(worker, first_merge(q), both.next());
  }
};

/// Puts three quarters as tasks and goes on with the fourth, down to a leaf.
struct sort_task {
  static constexpr std::string_view name = "sort";
  range all;
  arrival done;

  void operator()(any_worker& worker) {
    while (!all.is_leaf()) {
      const auto q = all.quarters();
      auto sorted = worker.after(4, merge_quarters{all, std::move(done)});
      for (std::size_t i = 3; i > 0; --i) worker.put(sort_task{q[i], sorted.next()});
      all = q[0];
      done = sorted.next();
    }
    sort_leaf(all);
    done.arrive(worker);
  }
};

/// The initial task.
struct sort_all {
  static constexpr std::string_view name = "sort all";
  range all;

  void operator()(any_worker& worker) const {
    auto end = worker.after(1, [] {});
    worker.put(sort_task{all, end.next()});
  }
};

}  // namespace jackdaw::apps::msort
