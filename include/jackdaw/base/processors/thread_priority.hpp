// Giving way to other threads for a while, and taking the old rank back.
//
// Linux lets every thread lower its priority; raising it again is another matter. A nice value may go down
// only with CAP_SYS_NICE or within RLIMIT_NICE, whose default allows nothing; leaving SCHED_IDLE is held to
// the same rule. Between SCHED_OTHER and SCHED_BATCH a thread may change freely. So: niceness
// where it can be taken back, else SCHED_BATCH (the kernel puts such a thread behind those that wake up),
// else nothing.
#pragma once

#include <algorithm>
#include <cerrno>
#include <thread>

#include <sched.h>
#include <sys/resource.h>

#include <jackdaw/base/threads/thread_start.hpp>

namespace jackdaw::base {

/// The calling thread's priority: lower() lowers it once, the destructor restores it. For one thread, which
/// also destroys it. Cost: two system calls to lower, one to restore. Nothing happens, and nothing fails,
/// where the priority could not be restored.
class lowered_priority {
 public:
  enum class way { niceness, batch, none };

  lowered_priority() = default;
  lowered_priority(const lowered_priority&) = delete;
  lowered_priority& operator=(const lowered_priority&) = delete;
  ~lowered_priority() { restore(); }

  void lower() noexcept {
    if (lowered_by_ != way::none) return;
    static const trial_result possible = trial();
    if (possible.by == way::niceness) {
      errno = 0;
      nice_before_ = getpriority(PRIO_PROCESS, 0);
      // A thread that is ranked above the one of the trial may not be allowed to come back.
      if (errno != 0 || nice_before_ < possible.nice) return;
      if (setpriority(PRIO_PROCESS, 0, nicer_than(nice_before_)) == 0) lowered_by_ = way::niceness;
    } else if (possible.by == way::batch && sched_getscheduler(0) == SCHED_OTHER) {
      if (use_policy(SCHED_BATCH)) lowered_by_ = way::batch;
    }
  }

  void restore() noexcept {
    if (lowered_by_ == way::niceness) setpriority(PRIO_PROCESS, 0, nice_before_);
    if (lowered_by_ == way::batch) use_policy(SCHED_OTHER);
    lowered_by_ = way::none;
  }

  [[nodiscard]] way lowered_by() const noexcept { return lowered_by_; }

  /// What a thread like the calling one can take back. `nice`: its nice value.
  struct trial_result {
    way by = way::none;
    int nice = 0;
  };

  /// Finds out by lowering and restoring a thread made for it, so that limits, capabilities and filters of
  /// system calls all have their say.
  [[nodiscard]] static trial_result trial() noexcept {
    trial_result result;
    try {
      start_thread([&result] {
        errno = 0;
        const int nice = getpriority(PRIO_PROCESS, 0);
        if (errno == 0 && setpriority(PRIO_PROCESS, 0, nicer_than(nice)) == 0 &&
            setpriority(PRIO_PROCESS, 0, nice) == 0) {
          result = {way::niceness, nice};
        } else if (use_policy(SCHED_BATCH) && use_policy(SCHED_OTHER)) {
          result = {way::batch, nice};
        }
      }).join();
    } catch (...) {
      return {};  // no more threads, or no memory for one: then no thread gives way
    }
    return result;
  }

 private:
  static constexpr int steps = 5;  // about a third of the weight that CFS and EEVDF give to a thread

  static int nicer_than(int nice) noexcept { return std::min(nice + steps, 19); }
  static bool use_policy(int policy) noexcept {
    const sched_param none{};
    return sched_setscheduler(0, policy, &none) == 0;
  }

  way lowered_by_ = way::none;
  int nice_before_ = 0;
};

}  // namespace jackdaw::base
