// The functions of flow/deadlock/reservations.hpp that are compiled once (base/compiled.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>

#include <jackdaw/flow/deadlock/blocked_tasks.hpp>
#include <jackdaw/flow/deadlock/cycles.hpp>
#include <jackdaw/flow/deadlock/reservations.hpp>
#include <jackdaw/flow/version/look_count.hpp>
#include <jackdaw/flow/version/waiter.hpp>

namespace jackdaw::dataflow {

JACKDAW_INLINE void reservations::forget_all() noexcept {
  while (flows != nullptr) static_cast<void>(remove(*flows->first));
}

JACKDAW_INLINE bool reservations::hold_up(const awaited& what, std::string& why, waiter*& woken) {
  const std::lock_guard hold(mutex);  // no thread uses one now: so a blocked task stays so
  return unused_hold_up(what, why, woken) || cycles::hold_up(what, why, woken);
}

JACKDAW_INLINE bool reservations::unused_hold_up(const awaited& what, std::string& why, waiter*& woken) {
  blocked_tasks search;
  for (const reserved_list* flow = flows; flow != nullptr; flow = flow->next) {
    for (const reserved* one = flow->first; one != nullptr; one = one->next) {
      look();
      search.begin_at(one->needs());
    }
  }
  search.go_on(woken);
  if (!search.hold_up(what)) return false;
  const std::size_t unused = count.load(base::relaxed);
  why = unused == 1 ? "1 reservation is unused" : std::to_string(unused) + " reservations are unused";
  why += search.text();
  return true;
}

}  // namespace jackdaw::dataflow
