// The functions of flow/event/missing_events.hpp that are compiled once (base/compiled.hpp).
#pragma once

#include <algorithm>
#include <mutex>
#include <string>
#include <vector>

#include <jackdaw/flow/event/missing_events.hpp>

namespace jackdaw::dataflow {

JACKDAW_INLINE std::vector<std::string> missing_events::names(const flow_base& of) {
  std::vector<std::string> found;
  const std::lock_guard hold(mutex_);
  for (const event_place* each = first_; each != nullptr; each = each->next) {
    const waiter& task = *each->task;  // ME-L1
    if (&task.owner_flow->whole() == &of) found.push_back(task.kind->name(task));
  }
  std::ranges::reverse(found);
  return found;
}

}  // namespace jackdaw::dataflow
