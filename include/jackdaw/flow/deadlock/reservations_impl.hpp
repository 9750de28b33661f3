// The functions of flow/deadlock/reservations.hpp that are compiled once (base/compiled.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include <jackdaw/flow/deadlock/blocked_tasks.hpp>
#include <jackdaw/flow/deadlock/cycles.hpp>
#include <jackdaw/flow/deadlock/promise.hpp>
#include <jackdaw/flow/deadlock/reservations.hpp>
#include <jackdaw/flow/version/look_count.hpp>
#include <jackdaw/flow/version/waiter.hpp>

namespace jackdaw::dataflow {

JACKDAW_INLINE void reservations::forget_all() noexcept {
  while (flows != nullptr) static_cast<void>(remove(*flows->first));
}

JACKDAW_INLINE bool reservations::hold_up(const awaited& what, std::string& why, waiter*& woken) {
  const std::lock_guard hold(mutex);  // no thread uses one now: so a blocked task stays so
  return unused_hold_up(what, why, woken) || cycles::hold_up(what, promises(), why, woken);
}

JACKDAW_INLINE promise_list reservations::promises() {
  std::vector<promise> found;
  if (promised == 0) return {};
  for (const reserved_list* flow = flows; flow != nullptr; flow = flow->next) {
    for (reserved* one = flow->first; one != nullptr; one = one->next) {
      look();
      if (one->reader != nullptr) found.push_back({one->reader, one->needs(), one});
    }
  }
  return promise_list(std::move(found));
}

JACKDAW_INLINE blocked_tasks reservations::search_unused(waiter*& woken) {
  blocked_tasks search(promises());
  for (const reserved_list* flow = flows; flow != nullptr; flow = flow->next) {
    for (const reserved* one = flow->first; one != nullptr; one = one->next) {
      look();
      if (one->reader == nullptr) search.begin_at(one->needs());
    }
  }
  search.go_on(woken);
  return search;
}

JACKDAW_INLINE std::uint64_t reservations::count_blocked(const flow_base& of, waiter*& woken) {
  const std::lock_guard hold(mutex);
  return search_unused(woken).count_of(of);
}

JACKDAW_INLINE bool reservations::unused_hold_up(const awaited& what, std::string& why, waiter*& woken) {
  const std::size_t unused = count.load(base::relaxed) - promised;
  if (unused == 0) return false;
  const blocked_tasks search = search_unused(woken);
  if (!search.hold_up(what)) return false;
  why = unused == 1 ? "1 reservation is unused" : std::to_string(unused) + " reservations are unused";
  why += search.text();
  return true;
}

}  // namespace jackdaw::dataflow
