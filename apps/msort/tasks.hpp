// Merge sort on the pool face: no task waits. What comes after others is a task that the last of them puts.
#pragma once

#include <string_view>
#include <utility>

#include <jackdaw/task/join_counter.hpp>
#include <jackdaw/worker/any_scheduler.hpp>

#include "apps/msort/ranges.hpp"

namespace jackdaw::apps::msort {

/// Comes after two halves of a merge: says that the whole is done.
struct both_merged {
  static constexpr std::string_view name = "merged";
  arrival done;
  void operator()(any_worker& worker) { done.arrive(worker); }
};

/// Puts one half as a task and goes on with the other, down to a leaf.
struct merge_task {
  static constexpr std::string_view name = "merge";
  merge what;
  arrival done;

  void operator()(any_worker& worker) {
    while (!what.is_leaf()) {
      const auto [low, high] = what.halves();
      auto both = worker.after(2, both_merged{std::move(done)});
      worker.put(merge_task{high, both.next()});
      what = low;
      done = both.next();
    }
    merge_leaf(what);
    done.arrive(worker);
  }
};

/// Comes after the two merges of sorted quarters.
struct merge_halves {
  static constexpr std::string_view name = "merge halves";
  range all;
  arrival done;
  void operator()(any_worker& worker) { merge_task{last_merge(all.quarters()), std::move(done)}(worker); }
};

/// Comes after four quarters were sorted.
struct merge_quarters {
  static constexpr std::string_view name = "merge quarters";
  range all;
  arrival done;

  void operator()(any_worker& worker) {
    const auto q = all.quarters();
    auto both = worker.after(2, merge_halves{all, std::move(done)});
    worker.put(merge_task{second_merge(q), both.next()});
    merge_task{first_merge(q), both.next()}(worker);
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
