// Giving way to other threads for a while by the kernel's scheduling policy.
//
// SCHED_BATCH: the thread does not take a processor from another when it wakes up. SCHED_IDLE: it weighs 3 where an
// ordinary thread weighs 1024, and any other thread that wakes up takes its processor at once. Any thread may enter
// both and leave SCHED_BATCH. To leave SCHED_IDLE takes what the way back to its nice value would take
// (base/processors/thread_priority.hpp): CAP_SYS_NICE, or an RLIMIT_NICE that allows that value. So an ordinary
// user's threads could not come back, and never enter it.
#pragma once

#include <sched.h>
#include <sys/resource.h>

#include <jackdaw/base/processors/thread_priority.hpp>

namespace jackdaw::base {

/// The calling thread's scheduling policy, SCHED_OTHER: lower() makes it `Policy`, the destructor takes that back. For
/// one thread, which also destroys it. Cost: two system calls to lower, three for SCHED_IDLE, one to restore. Nothing
/// happens, and nothing fails, where it could not be taken back, or where the thread has another policy.
template <int Policy>
class lowered_policy {
 public:
  lowered_policy() = default;
  lowered_policy(const lowered_policy&) = delete;
  lowered_policy& operator=(const lowered_policy&) = delete;
  ~lowered_policy() { restore(); }

  void lower() noexcept {
    if (lowered_ || sched_getscheduler(0) != SCHED_OTHER || !comes_back()) return;
    lowered_ = use(Policy);
  }

  void restore() noexcept {
    if (lowered_) use(SCHED_OTHER);
    lowered_ = false;
  }

  /// Whether the calling thread could take it back. This is found out by a nice value, which the kernel treats alike.
  /// A thread that tried SCHED_IDLE in vain would have to end there, and that may take long while others compute.
  [[nodiscard]] static bool comes_back() noexcept {
    if constexpr (Policy != SCHED_IDLE) return true;
    constexpr int lowest = 19;  // from there no way leads down, so there was no trial
    static const lowered_priority::trial_result possible = lowered_priority::trial();
    return possible.by == lowered_priority::way::niceness && possible.nice < lowest &&
           getpriority(PRIO_PROCESS, 0) >= possible.nice;
  }

 private:
  static bool use(int policy) noexcept {
    const sched_param none{};
    return sched_setscheduler(0, policy, &none) == 0;
  }

  bool lowered_ = false;
};

}  // namespace jackdaw::base
