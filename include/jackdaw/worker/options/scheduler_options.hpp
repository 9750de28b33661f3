// What can be chosen for a scheduler when it is made, and what that means on this machine.
#pragma once

#include <optional>
#include <string>

#include <jackdaw/base/compiled.hpp>
#include <jackdaw/base/processors/budget/cpu_budget.hpp>
#include <jackdaw/base/processors/pinning.hpp>
#include <jackdaw/worker/options/idle_setting.hpp>

namespace jackdaw {

using base::cpu_use;
using base::pinning;

/// What workers do that are more than the processors of the CPU budget, where a program has asked for so many.
enum class surplus_use {
  automatic,  ///< JACKDAW_SURPLUS, `rest` or `work`, where that is set; else rest
  /// rest, as long as the others can go on (worker/oversubscription/oversubscription.hpp); in pools that show their
  /// pulse
  rest,
  work  ///< all work: they take processors from each other
};

/// Options of a scheduler, to be named: scheduler({.pin = pinning::compact}). docs/guide/running/workers.md explains
/// them.
///     scheduler sched({.workers = 8, .pin = pinning::scatter, .idle = idle_use::thrifty});
///
/// Errors: the scheduler's constructor throws std::invalid_argument for a number out of range.
struct scheduler_options {
  /// How many tasks can run at the same time, the caller of run() included; then the number is fixed. 0:
  /// JACKDAW_WORKERS where that is set, which is fixed, too; else the CPU budget of the process, affinity
  /// mask ∩ cgroup quota, rounded up.
  unsigned workers = 0;
  pinning pin = pinning::none;  ///< workers 1, 2, … bound to a processor each, within the mask
  cpu_use use = cpu_use::all;   ///< which processors of the mask count in the budget
  bool follow_budget = true;    ///< look again while running; not where the number is fixed
  surplus_use surplus = surplus_use::automatic;  ///< what workers do that are more than the budget
  idle_use idle = idle_use::automatic;           ///< what workers do that have no work
  unsigned most_workers = 0;      ///< threads to make, so that the budget can grow; 0: the budget of now
  std::string machine_root = {};  ///< stands before /proc and /sys: for tests
};

namespace working {

/// More workers than any machine has processors, few enough to make threads for.
inline constexpr unsigned most_workers = 4096;

/// Throws std::invalid_argument unless 1 <= workers <= most_workers.
unsigned checked_workers(unsigned workers);

/// The number in the variable JACKDAW_WORKERS; nothing when it is not set or empty. Throws std::invalid_argument.
[[nodiscard]] std::optional<unsigned> workers_by_environment();

/// Whether workers that are more than the budget rest. Throws std::invalid_argument for a wrong JACKDAW_SURPLUS.
[[nodiscard]] bool surplus_rests(surplus_use chosen);

/// What the options mean here and now. Throws std::invalid_argument: a number of workers out of range, a wrong
/// JACKDAW_WORKERS, JACKDAW_SURPLUS or JACKDAW_IDLE.
struct staffing {
  unsigned workers = 1;                    ///< threads, the caller of run() included
  unsigned at_first = 1;                   ///< how many of them may work
  std::optional<base::cpu_budget> follow;  ///< to be read again while running
  std::optional<base::cpu_budget>
      spare;            ///< likewise, where the number is fixed and above it: workers may rest
  base::cpu_list pins;  ///< worker i is bound to pins[i % pins.size()]; empty: not bound
  idle_use idle = idle_use::balanced;
  unsigned reserves = 0;  ///< places behind those of the workers (worker/external/reserve_threads.hpp)

  [[nodiscard]] unsigned places() const noexcept { return workers + reserves; }

  /// So many workers, all of which work.
  [[nodiscard]] static staffing all_of(unsigned workers);

  explicit staffing(unsigned fixed);

  explicit staffing(const scheduler_options& options);
};

}  // namespace working

}  // namespace jackdaw

#ifndef JACKDAW_COMPILED
#include <jackdaw/worker/options/scheduler_options_impl.hpp>
#endif
