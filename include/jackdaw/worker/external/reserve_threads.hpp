// Threads that work beside the workers where a caller waits, tasks are there, and nothing moves.
//
// All workers may be inside tasks that wait, in ways that cannot be seen, for what another thread computes. That one
// may wait for tasks of its own in the same scheduler (wait-for-strangers,
// docs/internals/verification/bugs-of-others.md). Then these are ready, and no worker is left to execute them. So a
// caller that waits without the seat of worker 0 (first_seat.hpp) looks now and then whether anything moves. Each time
// that nothing has for a while, it engages one more. It does not execute tasks itself then: a stranger's may wait for
// it.
// They also work in the place of threads that are blocked inside tasks (blocked_workers.hpp).
// Callers: such a caller, engage(); a thread that is about to block, engage_surely(); the threads, live(); the end of
// the scheduler, stop().
// States of a post: empty → engaged (engage, which makes its thread) → resting (its thread) → engaged → …
// Invariants
//   RT-K1  an engaged post has a thread that works, or is about to. Each engage() takes one that is not engaged, if
//          there is one. All changes of posts are made under the lock.
//   RT-K2  no engagement is lost: it is noted before the thread is woken, which announces itself before it looks
//          (sync/parking.hpp PK-I2).
//   RT-K3  the pool counts those places as taking part that have an engaged post at or behind them. A place is included
//          before its thread works. It is left out when that has left the phase, that is, with an empty deque.
// Ordering: RT-K4 engage -> live: what the caller did, most of all that the place is included.
// Cost: nothing while no caller waits for the seat, and no task blocks; then a look every 10 ms. When it engages:
// worker/engine/reserve_staff.hpp.
#pragma once

#include <algorithm>
#include <array>
#include <mutex>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/threads/repeated_start.hpp>
#include <jackdaw/sync/parking.hpp>
#include <jackdaw/sync/spin_lock.hpp>

namespace jackdaw::working {

class reserve_threads {
 public:
  /// How many there are at most: as many tasks that wait for each other, besides those of the workers.
  static constexpr unsigned most = 4;

  /// One more works. `create(post, tries)` begins its thread, where there is none; what it throws, as the system has no
  /// more threads, is dropped. `include(posts)` tells the pool how many take part. The caller tries again later, as
  /// nothing happens while another one is about to engage. `mark(post)` is called before the thread works.
  template <class Create, class Include, class Mark>
  void engage(Create&& create, Include&& include, Mark&& mark) noexcept {
    const std::unique_lock hold(lock_, std::try_to_lock);
    if (!hold) return;  // another one does
    static_cast<void>(engage_one(create, include, mark));
  }

  /// The same for a caller that needs to know: whether one more works.
  template <class Create, class Include, class Mark>
  [[nodiscard]] bool engage_surely(Create&& create, Include&& include, Mark&& mark) noexcept {
    const std::lock_guard hold(lock_);
    return engage_one(create, include, mark);
  }

  /// The life of the thread at `post`, until `stopping()`: `work()` works while there is need, and leaves the phase.
  /// It returns whether it has called rest().
  template <class Stopping, class Include, class Work>
  void live(unsigned post, Stopping&& stopping, Include&& include, Work&& work) {
    for (;;) {
      place_.park_unless(post, [&] { return is_engaged(post) || stopping(); });  // RT-K2
      if (stopping()) return;
      if (!is_engaged(post)) continue;
      if (!work()) rest(post, include);
    }
  }

  /// By the thread at `post`, which has left the phase: it may be engaged again.
  template <class Include>
  void rest(unsigned post, Include&& include) noexcept {
    const std::lock_guard hold(lock_);
    leave(post, state::resting, include);
  }

  /// `stopping()` has come to hold.
  void stop() noexcept { place_.wake_all(); }

 private:
  enum class state : unsigned char { empty, engaged, resting };

  [[nodiscard]] bool is_engaged(unsigned post) const noexcept {
    return posts_[post].load(base::acquire) == state::engaged;  // RT-K4: pairs with engage
  }

  [[nodiscard]] bool engage_one(auto& create, auto& include, auto&& mark) noexcept {
    for (unsigned post = 0; post < most; ++post) {
      const state before = posts_[post].load(base::relaxed);
      if (before == state::engaged) continue;
      include(std::max(post + 1, taking_part()));  // RT-K3
      mark(post);
      posts_[post].store(state::engaged, base::release);  // RT-K2; RT-K4 -> live
      try {
        if (before == state::empty) {
          create(post, start_.tries());
          start_.succeeded();
        }
        place_.wake(post);  // RT-K2
        return true;
      } catch (...) {
        leave(post, state::empty, include);
        start_.was_refused();
        return false;
      }
    }
    return false;
  }

  void leave(unsigned post, state now, auto& include) noexcept {
    posts_[post].store(now, base::relaxed);
    include(taking_part());  // RT-K3
  }

  /// The last engaged post, and all before it.
  [[nodiscard]] unsigned taking_part() const noexcept {
    unsigned posts = most;
    while (posts > 0 && !is_engaged(posts - 1)) --posts;
    return posts;
  }

  sync::spin_lock lock_;
  std::array<base::atomic<state>, most> posts_{};  // changed under the lock
  sync::parking place_{most};
  base::repeated_start start_;  // under the lock
};

}  // namespace jackdaw::working
