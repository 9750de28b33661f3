// The functions of worker/oversubscription/oversubscription.hpp that are compiled once (base/compiled.hpp).
#pragma once

#include <algorithm>

#include <unistd.h>

#include <jackdaw/base/threads/thread_state.hpp>
#include <jackdaw/worker/oversubscription/oversubscription.hpp>

namespace jackdaw::working {

JACKDAW_INLINE oversubscription::oversubscription(unsigned workers, unsigned room)
    : seats_(workers), workers_(workers), room_(std::min(room, workers)) {}

JACKDAW_INLINE void oversubscription::take_seat(unsigned id) noexcept {
  seats_[id].thread.store(gettid(), base::relaxed);
}

JACKDAW_INLINE bool oversubscription::make_room(unsigned room) noexcept {
  const unsigned now = std::min(room, workers_);
  return room_.exchange(now, base::relaxed) != now;
}

JACKDAW_INLINE void oversubscription::forget() {
  if (extra_ == 0 || ++moving_ < looks_to_forget) return;
  moving_ = 0;
  --extra_;
}

JACKDAW_INLINE unsigned oversubscription::count_blocked(unsigned allowed) const {
  unsigned blocked = 0;
  for (unsigned id = 0; id < allowed; ++id) {
    const pid_t thread = seats_[id].thread.load(base::relaxed);
    if (thread == no_thread || base::is_blocked(thread)) ++blocked;
  }
  return blocked;
}

}  // namespace jackdaw::working
