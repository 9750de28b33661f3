// When a working phase ends: exactly when no task is stored and none runs.
//
// Source: KR02 section 4.1. Callers: the thread that runs a phase claims it and opens it; or a guest that
// brings a task opens it by being admitted. A worker that has seen work enters, and leaves when its pool's get()
// finds nothing; the last one to leave closes the phase. Word: bits 0-29 the number of busy ones, bit 30 claimed, bit
// 31 open, bits 32-63 how often it has been opened.
// Invariants
//   TE-I1  only a busy worker calls put or get, so a running task has a busy worker.
//   TE-I2  while a task is stored some worker is busy. The one that put it is busy, and leaves only after a get()
//          that found nothing, that is, after a busy worker took the task (contract TP-P1 in pool/task_pool.hpp).
//          Initial tasks are stored before the phase opens with the caller busy, and with every worker busy where the
//          pool does not balance. An inbox that is not empty counts as busy (worker/external/inbox.hpp), and so does
//          a list of pinned tasks (worker/external/pinned_tasks.hpp).
//   TE-I3  the phase closes by one compare-and-swap from (open, 0 busy): by TE-I1 and TE-I2 nothing is stored or runs
//          then. No worker can become busy between, since entering compares the whole word.
//   TE-I4  a caller that has claimed a closed phase is alone with the pool until it opens the phase: guests are
//          counted, but open nothing, and workers do not enter.
// Orderings: TE-H1 open -> enter: initial tasks. TE-H2 leave -> enter, claim, leave that closes, is_open, state: what
// busy workers wrote. Every change after the first is a read-modify-write, so it does not end the release sequence of
// those before it: an acquiring operation sees what all have released. TE-H3 admit -> enter: what a guest has done
// since it knew of rest, such as reading or emptying an observer; the task that it brings is published by the inbox as
// well (inbox.hpp IB-B3). Progress: lock-free. ABA: a worker that stops inside enter() finds the same word later: same
// state, nothing lost.
#pragma once

#include <cstdint>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/cache_line.hpp>
#include <jackdaw/base/explore/slow_place.hpp>

namespace jackdaw::working {

class termination {
 public:
  /// Reserves a closed phase for the caller, which opens it. False while one is under way.
  [[nodiscard]] bool claim() noexcept {
    std::uint64_t seen = word_.load(base::relaxed);
    while ((seen & (opened | claimed)) == 0) {
      if (word_.compare_exchange_weak(seen, seen | claimed, base::acquire, base::relaxed))
        return true;  // TE-H2
    }
    return false;
  }

  /// Begins a working phase with `busy` workers that are already counted. Only when the last phase is closed. Returns
  /// whether others have been admitted before.
  bool open(std::uint32_t busy) noexcept {
    std::uint64_t seen = word_.load(base::relaxed);
    while (!word_.compare_exchange_weak(seen, ((seen & ~claimed) | opened) + opening + busy, base::release,
                                        base::relaxed)) {}  // TE-H1 -> enter
    return (seen & most_busy) != 0;
  }

  /// Counts one more as busy, in any state, and opens a phase that is closed and not claimed, with `more` busy ones
  /// besides. Returns whether it has.
  bool admit(std::uint32_t more = 0) noexcept {
    std::uint64_t seen = word_.load(base::relaxed);
    for (;;) {
      const bool opens = (seen & (opened | claimed)) == 0;
      JACKDAW_SLOW_PLACE("phase: about to admit");
      const std::uint64_t next = opens ? (seen | opened) + opening + more + 1 : seen + 1;
      if (word_.compare_exchange_weak(seen, next, base::release, base::relaxed))
        return opens;  // TE-H3 -> enter
    }
  }

  /// Counts the caller as busy. False when there is no phase under way.
  [[nodiscard]] bool enter() noexcept {
    std::uint64_t seen = word_.load(base::relaxed);
    while ((seen & opened) != 0) {
      if (word_.compare_exchange_weak(seen, seen + 1, base::acquire, base::relaxed))
        return true;  // TE-H1, TE-H2
    }
    return false;
  }

  /// The caller is no longer busy. True when it was the last one: the phase is closed by this call.
  [[nodiscard]] bool leave() noexcept {
    const std::uint64_t left = word_.fetch_sub(1, base::release) - 1;  // TE-H2 -> enter, claim, is_open
    if ((left & low) != opened) return false;
    JACKDAW_SLOW_PLACE("phase: no worker is busy");
    std::uint64_t none_inside = left;
    return word_.compare_exchange_strong(none_inside, left & ~opened, base::acquire,
                                         base::relaxed);  // TE-H2, TE-I3
  }

  /// How many are counted as busy; old when it is read.
  [[nodiscard]] std::uint32_t busy() const noexcept {
    return static_cast<std::uint32_t>(word_.load(base::relaxed) & most_busy);
  }

  [[nodiscard]] bool is_open() const noexcept { return (word_.load(base::acquire) & opened) != 0; }  // TE-H2

  /// The word: the same in two looks means that no phase has begun or ended between them.
  [[nodiscard]] std::uint64_t state() const noexcept { return word_.load(base::acquire); }  // TE-H2
  [[nodiscard]] static bool is_rest(std::uint64_t state) noexcept { return (state & low) == 0; }

  /// How often a phase has been opened: the number of the one that is open. For its busy workers, and for the thread
  /// that has claimed the next one.
  [[nodiscard]] std::uint32_t openings() const noexcept {
    return static_cast<std::uint32_t>(word_.load(base::relaxed) / opening);
  }
  /// How many are counted as busy in it.
  [[nodiscard]] static std::uint32_t busy_in(std::uint64_t state) noexcept {
    return static_cast<std::uint32_t>(state & most_busy);
  }

 private:
  static constexpr std::uint64_t opened = std::uint64_t{1} << 31U;
  static constexpr std::uint64_t claimed = std::uint64_t{1} << 30U;
  static constexpr std::uint64_t most_busy = claimed - 1;
  static constexpr std::uint64_t opening = std::uint64_t{1} << 32U;
  static constexpr std::uint64_t low = opening - 1;
  alignas(base::cache_line) base::atomic<std::uint64_t> word_{0};
};

}  // namespace jackdaw::working
