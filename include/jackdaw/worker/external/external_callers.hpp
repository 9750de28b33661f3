// Which threads that are no workers are inside a scheduler.
//
// A guest acts under a number of its own, next to those of the workers: so it has its own part of the memory manager.
// Callers: any thread enters and leaves; a thread that has to be sure that none is left inside calls
// await_departures(). Progress: entering waits while all places are taken; stays are short, as guests run no tasks.
// Invariants
//   XC-G1  a place has one guest at a time.
//   XC-G2  after await_departures() all guests that had entered before have left, and touch nothing any more: the
//          last thing that a guest does is to clear its place.
// Orderings: XC-G3 leave -> enter, await_departures: what the guest did.
#pragma once

#include <array>

#include <sched.h>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/cache_line.hpp>
#include <jackdaw/base/threads/bounded_spin.hpp>
#include <jackdaw/worker/external/open_flows.hpp>

namespace jackdaw::working {

class external_callers {
 public:
  /// How many guests may be inside at the same time.
  static constexpr unsigned places = 4;

  /// Those whose tasks guests put.
  open_flows flows;

  /// Returns the place of the caller. Cost: one atomic exchange.
  [[nodiscard]] unsigned enter() noexcept {
    for (unsigned tries = 0;; ++tries) {
      const unsigned place = usual_place;
      auto& taken = *taken_[place];
      if (!taken.load(base::relaxed) && !taken.exchange(true, base::acquire)) return place;  // XC-G1, XC-G3
      usual_place = (place + 1) % places;
      if (tries % places == places - 1) sched_yield();
    }
  }

  void leave(unsigned place) noexcept { taken_[place]->store(false, base::release); }  // XC-G3

  /// Whether a guest is inside; old when it is returned.
  [[nodiscard]] bool has_any() const noexcept {
    for (const auto& place : taken_) {
      if (place->load(base::relaxed)) return true;
    }
    return false;
  }

  /// Returns when all guests that are inside now have left.
  void await_departures() const noexcept {
    for (const auto& place : taken_) {
      for (base::bounded_spin p; place->load(base::acquire); p.wait()) {}  // XC-G3
    }
  }

 private:
  inline static thread_local constinit unsigned usual_place = 0;
  std::array<base::padded<base::atomic<bool>>, places> taken_{};
};

}  // namespace jackdaw::working
