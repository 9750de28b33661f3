// Sleeping on a word until another thread changes it and says so.
#pragma once

#include <algorithm>
#include <cerrno>
#include <cstdint>

#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/number_as.hpp>

namespace jackdaw::base {

using futex_word = atomic<std::uint32_t>;

#if defined(JACKDAW_EXPLORE_SCHEDULES)

// As the kernel's: the value is compared once, and then it needs a wake. So a wake that was forgotten is a deadlock.
// The value may be an old one, but none older than what a thread knew that has called a wake before. A woken thread
// has seen that, too. Nothing else is ordered.
inline void futex_sleep(const futex_word& word, std::uint32_t expected, simulated::explorer::sleep_end end) {
  simulated::explorer::step();
  if (word.look_by_kernel() != expected) return;
  if (simulated::explorer::sleep(&word, end)) word.show_told();
}
inline void futex_wait(const futex_word& word, std::uint32_t expected) {
  futex_sleep(word, expected, simulated::explorer::sleep_end::by_wake);
}
/// In an exploration a short time may pass at any moment, and a long one never. So code that relies on a long one
/// waits for ever.
inline void futex_wait_for(const futex_word& word, std::uint32_t expected, std::int64_t nanoseconds) {
  using enum simulated::explorer::sleep_end;
  constexpr std::int64_t short_time = 10'000'000;
  futex_sleep(word, expected, nanoseconds <= short_time ? by_time : by_wake);
}
inline void futex_wake(futex_word& word, int count) {
  simulated::explorer::step();
  word.tell_kernel();
  simulated::explorer::wake(&word, count);
}

#else

static_assert(sizeof(futex_word) == sizeof(std::uint32_t) && futex_word::is_always_lock_free);

namespace detail {

inline long futex(const futex_word& word, int operation, std::uint32_t value,
                  const timespec* timeout) noexcept {
  return syscall(SYS_futex, reinterpret_cast<const std::uint32_t*>(&word), operation | FUTEX_PRIVATE_FLAG,
                 value, timeout, nullptr, 0);
}

}  // namespace detail

/// Sleeps while `word` holds `expected`; may also return without reason: the caller looks again. A system
/// call.
inline void futex_wait(const futex_word& word, std::uint32_t expected) noexcept {
  detail::futex(word, FUTEX_WAIT, expected, nullptr);
}

/// The same, for about `nanoseconds` at most. Where the kernel refuses that, it returns a millisecond later at most.
inline void futex_wait_for(const futex_word& word, std::uint32_t expected,
                           std::int64_t nanoseconds) noexcept {
  const auto span = [](std::int64_t time) {
    return timespec{number_as<time_t>(time / 1'000'000'000), number_as<long>(time % 1'000'000'000)};
  };
  const timespec timeout = span(nanoseconds);
  if (detail::futex(word, FUTEX_WAIT, expected, &timeout) == 0 || errno == ETIMEDOUT || errno == EAGAIN ||
      errno == EINTR)
    return;
  constexpr std::int64_t longest_sleep = 1'000'000;  // so that a waiting thread does not look all the time
  const timespec rest = span(std::min(nanoseconds, longest_sleep));
  nanosleep(&rest, nullptr);
}

/// Wakes at most `count` threads that sleep on `word`. A system call: look first whether a thread sleeps.
inline void futex_wake(futex_word& word, int count) noexcept {
  detail::futex(word, FUTEX_WAKE, static_cast<std::uint32_t>(count), nullptr);
}

#endif

}  // namespace jackdaw::base
