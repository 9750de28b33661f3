// Never sleep: wait actively on a flag.
//
// Source: KR02 section 6.3 (dq10, Java): a flag and a busy wait instead of wait() and notify(). Deviation:
// after some looks at the flag a waiting worker yields its processor between them; the paper's spins on.
// Callers: any worker calls put; a worker without work calls wait.
// Words: work_, "there may have been a put since a waiting worker looked in vain"; called_[w], the same for what
// concerns worker w alone.
// Invariants
//   FL-I1  no put is missed: a waiting worker lowers the flags, passes the heavy fence, looks for work, and only then
//          waits for a flag. A put makes its task visible, passes the light fence, and raises work_ where it is not
//          raised. So either the waiting worker sees the task, or the put sees the lowered flag (AF-F1 in
//          base/asymmetric_fence.hpp).
//   FL-I2  a worker that sees work leaves work_ raised, for the other waiting workers: one flag stands for all tasks.
//   FL-I3  waiting_ counts a worker before its fence. A worker that clears a steal request and then sees none waiting
//          (worker/engine/waking_pool.hpp, answer_steal_request) is seen by one that comes later.
// Orderings: FL-W1, both flags: what was done before one was raised is visible to a worker that sees it; to one that
// lowers it, by the heavy fence behind. A worker that saw the flag, but not why, would lower it once more, and pass
// another heavy fence.
// Progress: put and wake are wait-free.
#pragma once

#include <memory>

#include <sched.h>

#include <jackdaw/base/asymmetric_fence.hpp>
#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/cache_line.hpp>
#include <jackdaw/base/threads/pause.hpp>
#include <jackdaw/worker/idle/idle_policy.hpp>

namespace jackdaw::working {

/// For measurements on processors that no other program uses: nothing wakes faster. Uses all processors for as long
/// as the scheduler lives, also between two runs. Cost of a put: a load of a word that hardly ever changes while
/// there is work.
class spin_on_flag {
 public:
  static constexpr bool waits_actively = true;

  explicit spin_on_flag(unsigned workers)
      : workers_(workers), called_(std::make_unique<base::padded<base::atomic<bool>>[]>(workers)) {}

  void put(unsigned /*id*/) noexcept {
    base::asymmetric_fence::light();                                   // FL-I1
    if (!work_.load(base::relaxed)) work_.store(true, base::release);  // FL-W1 -> wait
  }

  template <class Ready>
  void wait(unsigned id, Ready&& ready) {
    auto& called = *called_[id];
    waiting_.fetch_add(1, base::relaxed);  // FL-I3
    for (;;) {
      work_.exchange(false, base::relaxed);   // FL-W1: by the fence
      called.exchange(false, base::relaxed);  // FL-W1
      base::asymmetric_fence::heavy();        // FL-I1, FL-I3, FL-W1
      if (ready()) break;
      for (unsigned looks = 0; !work_.load(base::acquire) && !called.load(base::acquire);) {  // FL-W1
        if (++looks < looks_before_yield) {
          base::pause();
        } else {
          sched_yield();
        }
      }
      if (ready()) break;
    }
    work_.store(true, base::release);  // FL-I2
    waiting_.fetch_sub(1, base::relaxed);
  }

  void wake(unsigned id) noexcept { called_[id]->store(true, base::release); }  // FL-W1 -> wait
  void wake_all() noexcept {
    for (unsigned id = 0; id < workers_; ++id) wake(id);
  }
  [[nodiscard]] bool none_sleeps() const noexcept { return waiting_.load(base::relaxed) == 0; }

 private:
  static constexpr unsigned looks_before_yield = 1000;

  unsigned workers_;
  std::unique_ptr<base::padded<base::atomic<bool>>[]> called_;
  alignas(base::cache_line) base::atomic<bool> work_{false};
  alignas(base::cache_line) base::atomic<unsigned> waiting_{0};
};

static_assert(idle_policy<spin_on_flag>);

}  // namespace jackdaw::working
