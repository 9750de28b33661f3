// Threads that are blocked inside tasks, in waits that the scheduler knows of, and how many others work in their place.
//
// A task of a flow may wait for other tasks of that flow. Its thread executes none of them meanwhile: on top of its
// stack such a task could need what the one below has, and neither would go on. So the thread blocks, and a reserve
// thread (reserve_threads.hpp) works in its place: a relief. Callers: a worker or reserve thread, enter() and leave()
// inside a task; a relief between two tasks, has_too_many() and dismisses().
// Invariants
//   BW-B1  some thread is left that executes tasks: able workers + reliefs - blocked is 1 at least. A thread that
//          would be the last one is refused. The numbers change under the lock. A worker is able if it may work. So is
//          one that the lookout lets work when others are blocked (oversubscription.hpp OV-S1).
//   BW-B2  as many threads execute tasks as there are workers, as long as there are posts for reliefs: a relief is
//          dismissed only while there are more of them than blocked threads. A relief that is blocked itself counts as
//          both.
//   BW-B3  a relief is counted, or can be engaged: it takes itself out of the number when it has no task of its own
//          left, and in the same section becomes free. So none is refused because another one is about to go.
// No order is needed between the numbers and anything else: what blocked tasks have done reaches others as their tasks
// do, by the pool. Cost: a lock for a wait inside a task; for a relief two loads at each task.
#pragma once

#include <mutex>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/threads/mutex.hpp>

namespace jackdaw::working {

class blocked_workers {
 public:
  /// The calling thread is about to block in a task. `able`: how many workers are. `engage()` engages one more relief,
  /// and returns whether it has. `joins`: the caller is a reserve thread that is no relief, and is one from now on.
  /// False: no other thread would be left to execute tasks; the caller does not block.
  template <class Engage>
  [[nodiscard]] bool enter(unsigned able, Engage&& engage, bool joins = false) {
    const std::lock_guard hold(lock_);
    const unsigned blocked = blocked_.load(base::relaxed) + 1;
    unsigned reliefs = reliefs_.load(base::relaxed) + (joins ? 1 : 0);
    reliefs_.store(reliefs, base::relaxed);
    while (reliefs < blocked) {
      reliefs_.store(reliefs + 1, base::relaxed);  // before it looks
      if (!engage()) {
        reliefs_.store(reliefs, base::relaxed);
        break;
      }
      ++reliefs;
    }
    if (able + reliefs <= blocked) return false;  // BW-B1
    blocked_.store(blocked, base::relaxed);
    return true;
  }

  /// The same thread goes on.
  void leave() noexcept {
    const std::lock_guard hold(lock_);
    blocked_.store(blocked_.load(base::relaxed) - 1, base::relaxed);
  }

  /// By a relief, between two tasks: whether one is not needed any more. Then it takes no more tasks of others.
  [[nodiscard]] bool has_too_many() const noexcept {
    return reliefs_.load(base::relaxed) > blocked_.load(base::relaxed);
  }

  /// By a relief that has no task: whether it goes. Then it is none any more, and `rest()` has made it free to be
  /// engaged again.
  template <class Rest>
  [[nodiscard]] bool dismisses(Rest&& rest) noexcept {
    if (!has_too_many()) return false;
    const std::lock_guard hold(lock_);
    if (!has_too_many()) return false;  // BW-B2
    rest();                             // BW-B3
    reliefs_.store(reliefs_.load(base::relaxed) - 1, base::relaxed);
    return true;
  }

  /// How many are blocked; old when it is returned.
  [[nodiscard]] unsigned count() const noexcept { return blocked_.load(base::relaxed); }

 private:
  base::mutex lock_;
  base::atomic<unsigned> blocked_{0};  // both are changed under the lock
  base::atomic<unsigned> reliefs_{0};
};

}  // namespace jackdaw::working
