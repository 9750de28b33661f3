// Runs a few threads one at a time, and decides at every step which goes on and what a load sees.
//
// Sources of the schedules: Folly (DeterministicSchedule.h); Burckhardt et al., "A randomized scheduler with
// probabilistic guarantees of finding bugs" (ASPLOS 2010). Source of the memory: Norris and Demsky, "CDSChecker:
// checking concurrent data structures written with C/C++ atomics" (OOPSLA 2013). The threads are contexts of the one
// that explores, so a turn costs a swap of stacks and no call of the kernel. Only tests see this; what it does lies in
// src/simulated, and docs/internals/verification/exploration.md says what is explored and what is not.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <source_location>
#include <stdexcept>
#include <string>
#include <vector>

namespace jackdaw::simulated {

class machine;                              // src/simulated/machine.hpp
inline machine* current_machine = nullptr;  // the exploration that goes on

/// One exploration: run() begins the given bodies as threads and interleaves them at their steps. Steps are the
/// operations on explored atomics, fences, sleeps and wakes.
///
/// A thread that waits for a condition calls block_until: it gets no turn until that holds. A thread that sleeps on a
/// word calls sleep: it gets no turn until another one wakes it, whatever the word holds by then. When every thread
/// that has not finished is blocked or asleep, the exploration has found a deadlock. After a failure the threads stay
/// where they are, for ever, and keep what they use: they may stand in functions that cannot throw.
class explorer {
 public:
  struct failed : std::runtime_error {
    using std::runtime_error::runtime_error;
  };
  using bodies = std::vector<std::function<void()>>;

  static constexpr std::uint64_t most_steps = 200'000;
  static constexpr std::size_t most_threads = 14;

  /// Runs `threads` (at most most_threads) to their end in the interleaving number `seed`. Throws `failed` on a
  /// deadlock, a race on plain data, or after `steps` steps, when the program is taken to run for ever. Rethrows what a
  /// body throws.
  static void run(std::uint64_t seed, bodies threads, std::uint64_t steps = most_steps);

  /// What is tried of all that may happen. A switch counts as a preemption where the thread could have gone on.
  struct bounds {
    unsigned preemptions = 2;
    std::uint64_t executions = 10'000'000;  // then `failed` is thrown
  };

  /// Runs the program that `make` makes, afresh each time, in every execution within `bounds`. There is one for each
  /// choice of the next thread, and of what each load sees. `after` is called when one has ended. Returns their number.
  static std::uint64_t run_all(const bounds& within, const std::function<bodies()>& make,
                               const std::function<void()>& after);

  /// Tells the audit of orders which test the next explorations belong to (src/simulated/order_audit.hpp).
  static void begin_case(const char* name);

  /// Whether the caller is a thread of an exploration.
  [[nodiscard]] static bool active() noexcept { return current_machine != nullptr; }

  /// A point where another thread may go on. A no-op outside an exploration.
  static void step();

  /// By a thread that waits in a loop. Where executions are tried one by one, another one goes on, if one can.
  static void pause();

  /// Takes this thread off the schedule until `condition` (looked at while no other thread runs) holds.
  static void block_until(const std::function<bool()>& condition);

  /// How a sleep may end besides by a wake: as futexes sleep, now and then without a reason; or, when its time is
  /// short, always.
  enum class sleep_end { by_wake, by_time };

  /// Takes this thread off the schedule until it is woken at `place`. Whether it was.
  static bool sleep(const void* place, sleep_end end);

  /// Wakes as many of the threads that sleep at `place`, but at most `count`; which ones, is drawn.
  static void wake(const void* place, int count);

  /// Ends the exploration: it has found what `why` says. Does not return inside of one.
  static void fail(const std::string& why);

  /// A fence of the calling thread.
  static void fence(std::memory_order order, const std::source_location& site);

  /// The compiler changes no order across this place. No step. Matters to fence_all() of others.
  static void compiler_fence(const std::source_location& site) noexcept;

  /// As membarrier(2): a fence of the caller, then one of each other thread, then one of the caller. Those of others
  /// come one by one, at any time between steps of theirs. Where another thread's fence lies between two of its
  /// compiler fences, what it does between these two is on neither side.
  static void fence_all(const std::source_location& site);
};

}  // namespace jackdaw::simulated
