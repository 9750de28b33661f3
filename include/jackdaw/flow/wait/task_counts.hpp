// How many tasks a flow has, counted where they are submitted and where they end.
//
// Callers: actor `id` (worker/external/caller_identity.hpp) counts in its own account; any thread calls
// all_over().
// Invariants
//   TC-L1  all_over() is true only when at some moment during the call every task that had been submitted was over:
//          both counts only grow, submitted is never behind, and ends are summed up first. So when the sums are equal,
//          they were equal in between. As soon as a part of the second exceeds the first, they are not.
//   TC-L2  a thread that counts an end looks whether another waits for it, and then leaves. One that waits leaves the
//          flow only after all that have counted have left (join-after-free,
//          docs/internals/verification/bugs-of-others.md).
//   TC-L3  no submission is missed whose end is seen: how many reserve threads there are is read after the ends are
//          summed up. A thread is counted before it submits, and an end comes after its submission (TC-M1).
// Orderings: TC-M1 over -> all_over: what the task did. TC-M2 left -> await_leaving.
#pragma once

#include <cstdint>

#include <sched.h>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/cache_line.hpp>
#include <jackdaw/base/owned_array.hpp>
#include <jackdaw/worker/external/caller_identity.hpp>

namespace jackdaw::dataflow {

/// What one actor has counted.
class account {
 public:
  void count_submitted() noexcept { grow(submitted); }
  void count_over() noexcept { grow(over); }  // TC-M1 -> all_over
  void count_left() noexcept { grow(left); }  // TC-M2 -> await_leaving
  void count_skipped() noexcept { grow(skipped); }

  /// The innermost task of the flow on the stack of this worker, which leads to those below. For its own thread.
  working::task_on_stack* innermost = nullptr;

 private:
  friend class task_counts;
  using counter = base::atomic<std::uint64_t>;

  /// One writer. TC-M1, TC-M2: what the caller has done before.
  static void grow(counter& count) noexcept { count.store(count.load(base::relaxed) + 1, base::release); }

  counter submitted{0};
  counter over{0};
  counter left{0};
  counter skipped{0};
};

class task_counts {
 public:
  /// Tasks end on workers, which are the first of the actors, and on reserve threads, which come next, up to `places`.
  /// Of these, the first `reserves` have ever been there.
  task_counts(unsigned workers, unsigned places, unsigned actors, const base::atomic<unsigned>& reserves)
      : workers_(workers), places_(places), actors_(actors), reserves_(&reserves), accounts_(actors) {}

  /// Of actor `id`, which counts there.
  [[nodiscard]] account& of(unsigned id) noexcept { return *accounts_[id]; }

  /// TC-L1. Called after each task while a thread waits, so it stops as soon as the answer is no.
  [[nodiscard]] bool all_over() const noexcept {
    const std::uint64_t ended = over();
    std::uint64_t total = 0;
    const auto exceeds = [&](const row& some) {
      for (const auto& each : some) {
        total += each->submitted.load(base::relaxed);  // TC-L1: after the ends, by TC-M1
        if (total > ended) return true;
      }
      return false;
    };
    return !exceeds(guests()) && !exceeds(workers()) && !exceeds(reserves());
  }

  /// How many are not over; old when it is read.
  [[nodiscard]] std::uint64_t pending() const noexcept {
    const std::uint64_t ended = over();  // first: never more than submitted
    return sum<&account::submitted>(guests()) + sum_here<&account::submitted>() - ended;
  }
  [[nodiscard]] std::uint64_t skipped() const noexcept { return sum_here<&account::skipped>(); }

  /// Returns when all actors that had counted an end have left (TC-L2).
  void await_leaving() const noexcept {
    await_leaving(workers());
    await_leaving(reserves());
  }

 private:
  using place = base::padded<account>;

  /// Some in a row. No std::span: its constraints take g++ longer than all else here.
  struct row {
    const place* first;
    unsigned count;
    [[nodiscard]] const place* begin() const noexcept { return first; }
    [[nodiscard]] const place* end() const noexcept { return first + count; }
  };

  [[nodiscard]] row workers() const noexcept { return {accounts_.get(), workers_}; }
  [[nodiscard]] row guests() const noexcept { return {accounts_.get() + places_, actors_ - places_}; }
  [[nodiscard]] row reserves() const noexcept {
    return {accounts_.get() + workers_, reserves_->load(base::relaxed)};  // TC-L3
  }

  static void await_leaving(const row& some) noexcept {
    for (const auto& each : some) {
      const std::uint64_t ended = each->over.load(base::relaxed);    // TC-L2: what the caller knows of
      while (each->left.load(base::acquire) < ended) sched_yield();  // TC-M2
    }
  }
  [[nodiscard]] std::uint64_t over() const noexcept { return sum_here<&account::over>(); }

  template <auto Which>
  [[nodiscard]] static std::uint64_t sum(const row& some) noexcept {
    std::uint64_t total = 0;
    for (const auto& each : some) total += ((*each).*Which).load(base::acquire);  // TC-M1
    return total;
  }

  /// Of all places where tasks end.
  template <auto Which>
  [[nodiscard]] std::uint64_t sum_here() const noexcept {
    const std::uint64_t total = sum<Which>(workers());
    return total + sum<Which>(reserves());
  }

  unsigned workers_;
  unsigned places_;
  unsigned actors_;
  const base::atomic<unsigned>* reserves_;
  base::owned_array<place> accounts_;
};

}  // namespace jackdaw::dataflow
