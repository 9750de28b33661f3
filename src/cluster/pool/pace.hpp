// How long the thread for messages sleeps between two looks, and how soon it gets a processor then.
#pragma once

#include <algorithm>
#include <cstdint>

#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <jackdaw/base/clock.hpp>

namespace jackdaw::cluster::detail {

/// Short after something has happened, then longer and longer: each look costs some microseconds of a processor.
///
/// Where the workers use all processors, the thread must not wait for one for milliseconds each time. Linux from 6.12
/// on lets a thread ask for short slices, and prefers it when it wakes. Earlier kernels, which have no such wish,
/// prefer threads that sleep most of the time. With 6.18, two processors and three ranks of two workers the longest
/// wait was 34 ms without that. Of the calling thread, for as long as this lives.
class pace {
 public:
  pace() noexcept {
    prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL);  // as exact as the system can
    is_urgent_ =
        syscall(SYS_sched_getattr, 0, &before_, sizeof before_, 0U) == 0 && before_.policy == other_policy;
    if (is_urgent_) set_slice(short_slice);
  }
  ~pace() {
    if (is_urgent_) set_slice(before_.runtime);
    prctl(PR_SET_TIMERSLACK, 0UL, 0UL, 0UL, 0UL);
  }
  pace(const pace&) = delete;
  pace& operator=(const pace&) = delete;

  /// After a look. `waits`: this rank has nothing else to do.
  void rest(bool has_moved, bool waits) noexcept {
    time_ = has_moved ? shortest : std::min(2 * time_, waits ? longest_waiting : longest);
    base::sleep_nanoseconds(time_);
  }

 private:
  static constexpr std::int64_t shortest = 10'000;  // nanoseconds
  static constexpr std::int64_t longest = 200'000;
  static constexpr std::int64_t longest_waiting = 100'000;

  struct attributes {  // struct sched_attr of the kernel, as far as it is the same in all versions
    std::uint32_t size = sizeof(attributes);
    std::uint32_t policy = 0;
    std::uint64_t flags = 0;
    std::int32_t nice = 0;
    std::uint32_t priority = 0;
    std::uint64_t runtime = 0;
    std::uint64_t deadline = 0;
    std::uint64_t period = 0;
  };
  static constexpr std::uint32_t other_policy = 0;       // SCHED_OTHER
  static constexpr std::uint64_t short_slice = 100'000;  // nanoseconds; the shortest

  void set_slice(std::uint64_t nanoseconds) noexcept {
    attributes wish = before_;
    wish.runtime = nanoseconds;
    static_cast<void>(syscall(SYS_sched_setattr, 0, &wish, 0U));
  }

  attributes before_;
  bool is_urgent_ = false;
  std::int64_t time_ = shortest;
};

}  // namespace jackdaw::cluster::detail
