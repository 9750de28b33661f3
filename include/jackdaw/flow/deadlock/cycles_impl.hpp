// The functions of flow/deadlock/cycles.hpp that are compiled once (base/compiled.hpp).
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <jackdaw/flow/deadlock/awaiting_subtasks.hpp>
#include <jackdaw/flow/deadlock/blocked_tasks.hpp>
#include <jackdaw/flow/deadlock/cycle_search.hpp>
#include <jackdaw/flow/deadlock/cycles.hpp>
#include <jackdaw/flow/deadlock/promise.hpp>

namespace jackdaw::dataflow {

JACKDAW_INLINE bool cycles::hold_up(const awaited& what, promise_list promises, std::string& why,
                                    waiter*& woken) {
  return awaiting_subtasks::hold([&](const std::vector<awaiting_subtasks::found>& tasks) {
    const cycle_search search(tasks, std::move(promises), woken);
    if (!search.found().hold_up(what)) return false;
    why = "tasks wait for each other in a cycle" + search.found().text();
    return true;
  });
}

JACKDAW_INLINE given_up_tasks cycles::give_up_some(const flow_base& of, promise_list promises,
                                                   waiter*& woken) {
  return awaiting_subtasks::hold([&](const std::vector<awaiting_subtasks::found>& tasks) {
    return cycle_search(tasks, std::move(promises), woken).give_up(of);
  });
}

}  // namespace jackdaw::dataflow
