// When a working phase ends: exactly when no task is stored and none runs.
//
// Source: KR02 section 4.1. Who calls what: the thread that runs a phase opens it; a worker that has seen
// work enters, and leaves when its pool's get() finds nothing; the last one to leave closes the phase. Word:
// bit 31 open, bits 0-30 the number of busy workers. Invariants
//   I1  only a busy worker calls put or get, so a running task has a busy worker.
//   I2  while a task is stored somebody is busy: who put it is busy, and leaves only after a get() that found
//   nothing,
//       that is, after somebody busy took the task (contract P1 in pool/pool.hpp); initial tasks are stored
//       before the phase opens with the caller busy, and with every worker busy where the pool does not
//       balance.
//   I3  the phase closes by one compare-and-swap from (open, 0 busy): by I1 and I2 nothing is stored or runs
//   then; and
//       nobody can become busy between, since entering compares the whole word.
// Orderings: H1 open -> enter: initial tasks. H2 leave -> enter, closed: what busy workers wrote.
// Progress: lock-free. ABA: a worker that stops inside enter() finds the same word later: same state, nothing
// lost.
#pragma once

#include <cstdint>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/cache_line.hpp>

namespace jackdaw::working {

class phase {
 public:
  /// Begins a working phase with `busy` workers that are already counted. Only when the last phase is closed.
  void open(std::uint32_t busy) noexcept { word_.store(opened | busy, base::release); }  // H1 -> enter

  /// Counts the caller as busy. False when there is no phase under way.
  [[nodiscard]] bool enter() noexcept {
    std::uint32_t seen = word_.load(base::relaxed);
    while ((seen & opened) != 0) {
      if (word_.compare_exchange_weak(seen, seen + 1, base::acq_rel, base::relaxed)) return true;  // H1, H2
    }
    return false;
  }

  /// The caller is no longer busy. True when it was the last one: the phase is closed by this call.
  [[nodiscard]] bool leave() noexcept {
    if (word_.fetch_sub(1, base::acq_rel) != (opened | 1U)) return false;  // H2 -> enter, is_open
    std::uint32_t nobody = opened;
    return word_.compare_exchange_strong(nobody, 0, base::acq_rel, base::relaxed);  // H2, I3
  }

  /// How many workers are counted as busy; old when it is read.
  [[nodiscard]] std::uint32_t busy() const noexcept { return word_.load(base::relaxed) & ~opened; }

  [[nodiscard]] bool is_open() const noexcept { return (word_.load(base::acquire) & opened) != 0; }  // H2

 private:
  static constexpr std::uint32_t opened = std::uint32_t{1} << 31U;
  alignas(base::cache_line) base::atomic<std::uint32_t> word_{0};
};

}  // namespace jackdaw::working
