// The functions of flow/deadlock/cycles.hpp that are compiled once (base/compiled.hpp).
#pragma once

#include <string>
#include <vector>

#include <jackdaw/flow/deadlock/awaiting_subtasks.hpp>
#include <jackdaw/flow/deadlock/blocked_tasks.hpp>
#include <jackdaw/flow/deadlock/cycle_search.hpp>
#include <jackdaw/flow/deadlock/cycles.hpp>

namespace jackdaw::dataflow {

JACKDAW_INLINE bool cycles::hold_up(const awaited& what, std::string& why, waiter*& woken) {
  return awaiting_subtasks::hold([&](const std::vector<awaiting_subtasks::found>& tasks) {
    const cycle_search search(tasks, woken);
    if (!search.found().hold_up(what)) return false;
    why = "tasks wait for each other in a cycle" + search.found().text();
    return true;
  });
}

JACKDAW_INLINE std::vector<void*> cycles::give_up_some(const flow_base& of, waiter*& woken) {
  return awaiting_subtasks::hold([&](const std::vector<awaiting_subtasks::found>& tasks) {
    return cycle_search(tasks, woken).give_up(of);
  });
}

}  // namespace jackdaw::dataflow
