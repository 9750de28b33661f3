// LU factors on the pool face: no task waits. What comes after others is a task that the last of them puts.
#pragma once

#include <string_view>
#include <utility>

#include <jackdaw/task/join_counter.hpp>
#include <jackdaw/worker/by_name/any_scheduler.hpp>

#include "apps/lu/pieces.hpp"
#include "apps/support/work/divided.hpp"

namespace jackdaw::apps::lu {

void factor_by_tasks(any_worker& worker, quarters q, arrival done);

/// Comes after the product of what was solved: the last quarter.
struct factor_last {
  static constexpr std::string_view name = "factor last";
  quarters q;
  arrival done;
  void operator()(any_worker& worker) { factor_by_tasks(worker, q.last(), std::move(done)); }
};

/// Comes after both solutions.
struct update_last {
  static constexpr std::string_view name = "update last";
  quarters q;
  arrival done;
  void operator()(any_worker& worker) {
    auto updated = worker.after(1, factor_last{q, std::move(done)});
    begin_divided(worker, q.update_last(), updated.next());
  }
};

/// Comes after the factors of the first quarter.
struct solve_both {
  static constexpr std::string_view name = "solve both";
  quarters q;
  arrival done;
  void operator()(any_worker& worker) {
    auto solved = worker.after(2, update_last{q, std::move(done)});
    worker.put(divided_task<lower_left>{q.solve_below(), solved.next()});
    begin_divided(worker, q.solve_right(), solved.next());
  }
};

/// Goes down to the first leaf; what is left on the way up is put when its time comes.
inline void factor_by_tasks(any_worker& worker, quarters q, arrival done) {
  while (!q.is_leaf()) {
    auto first = worker.after(1, solve_both{q, std::move(done)});
    q = q.first();
    done = first.next();
  }
  factor_leaf(q.a);
  done.arrive(worker);
}

/// The initial task.
struct factor_all {
  static constexpr std::string_view name = "factor all";
  quarters all;

  void operator()(any_worker& worker) const {
    auto end = worker.after(1, [] {});
    factor_by_tasks(worker, all, end.next());
  }
};

}  // namespace jackdaw::apps::lu
