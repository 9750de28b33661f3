// The functions of flow/deadlock/awaiting_subtasks.hpp that are compiled once (base/compiled.hpp).
#pragma once

#include <utility>

#include <jackdaw/flow/deadlock/awaiting_subtasks.hpp>

namespace jackdaw::dataflow {

JACKDAW_INLINE void awaiting_subtasks::lock_all() noexcept {
  for (awaiting_list& each : lists) each.lock.lock();
}

JACKDAW_INLINE void awaiting_subtasks::unlock_all() noexcept {
  for (awaiting_list& each : lists) each.lock.unlock();
}

JACKDAW_INLINE void awaiting_subtasks::forget_all() noexcept {
  for (awaiting_list& each : lists) {
    for (place* one = std::exchange(each.first, nullptr); one != nullptr; one = one->next) {
      one->link.store(nullptr, base::relaxed);
    }
    each.count.store(0, base::relaxed);
  }
}

}  // namespace jackdaw::dataflow
