// Counts what the workers of a scheduler do.
#pragma once

#include <cstdint>
#include <memory>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/cache_line.hpp>
#include <jackdaw/base/tally.hpp>
#include <jackdaw/observe/observer.hpp>

namespace jackdaw::observe {

/// What all workers together did: run_counts::totals(), any_scheduler::totals().
///     const run_totals all = sched.totals();
///     std::printf("%lu of %lu tasks were stolen", all.tasks_stolen, all.tasks_run);
///
/// Cost: none. Threads: a value, as any other. Errors: none.
struct run_totals {
  std::uint64_t tasks_put = 0;     ///< initial ones included, branches of joins and loops not
  std::uint64_t tasks_run = 0;     ///< taken and executed, or dropped after a failure; and stolen branches
  std::uint64_t steals_tried = 0;  ///< looks into other workers' queues
  std::uint64_t steals_done = 0;   ///< those that found tasks
  std::uint64_t tasks_stolen = 0;  ///< tasks that they took
  std::uint64_t lock_waits = 0;    ///< times that a lock was taken by another thread
  std::uint64_t parks = 0;         ///< times that a worker fell asleep
  std::uint64_t wakes = 0;         ///< workers that others woke
  std::uint64_t lock_time = 0;     ///< nanoseconds that workers waited for locks; 0 unless time_waits(true)
  std::uint64_t sleep_time = 0;    ///< nanoseconds that workers slept; 0 unless time_waits(true)
  std::uint64_t search_time =
      0;  ///< nanoseconds that they looked for others' tasks; 0 unless time_waits(true)
  std::uint64_t peak_stored = 0;  ///< tasks stored at once, up to run_counts::coarse × workers too few
  std::uint64_t bytes_held = 0;   ///< what the memory manager has from the system

  /// Both together; of the last two the larger ones.
  [[nodiscard]] run_totals plus(const run_totals& other) const noexcept {
    run_totals sum = *this;
    sum.tasks_put += other.tasks_put;
    sum.tasks_run += other.tasks_run;
    sum.steals_tried += other.steals_tried;
    sum.steals_done += other.steals_done;
    sum.tasks_stolen += other.tasks_stolen;
    sum.lock_waits += other.lock_waits;
    sum.parks += other.parks;
    sum.wakes += other.wakes;
    sum.lock_time += other.lock_time;
    sum.sleep_time += other.sleep_time;
    sum.search_time += other.search_time;
    sum.peak_stored = peak_stored > other.peak_stored ? peak_stored : other.peak_stored;
    sum.bytes_held = bytes_held > other.bytes_held ? bytes_held : other.bytes_held;
    return sum;
  }

  /// What happened since `before`; the last two stay what they are.
  [[nodiscard]] run_totals since(const run_totals& before) const noexcept {
    run_totals difference = *this;
    difference.tasks_put -= before.tasks_put;
    difference.tasks_run -= before.tasks_run;
    difference.steals_tried -= before.steals_tried;
    difference.steals_done -= before.steals_done;
    difference.tasks_stolen -= before.tasks_stolen;
    difference.lock_waits -= before.lock_waits;
    difference.parks -= before.parks;
    difference.wakes -= before.wakes;
    difference.lock_time -= before.lock_time;
    difference.sleep_time -= before.sleep_time;
    difference.search_time -= before.search_time;
    return difference;
  }
};

/// From now on, or no longer, the time is taken for which workers wait for locks, sleep, and look for others' tasks:
/// run_totals::lock_time, sleep_time and search_time. In all schedulers of the process. A search has the waits for the
/// locks of victims in it. Pools in which nobody steals have no searches.
///     observe::time_waits(true);
///     sched.run(work);
///     std::printf("%.3f s asleep", 1e-9 * static_cast<double>(sched.totals().sleep_time));
///
/// Cost: two looks at the clock, 40 ns, for each wait, sleep and search. Threads: any. Errors: none.
inline void time_waits(bool on) noexcept { base::tally::read_clocks(on); }

/// The observer that an any_scheduler has. Steals, locks and sleep are counted where they happen
/// (base/tally.hpp). A worker of a scheduler without this observer, inside a task of one with it, counts
/// there, too.
///
///     observed_scheduler<run_counts> sched;
///     const run_totals before = sched.observer().totals();
///     sched.run(work);
///     std::printf("%lu tasks were stolen", sched.observer().totals().since(before).tasks_stolen);
///
/// Threads: any, while no run is under way. Errors: none.
/// Cost: some words of the worker's own for a task. How many tasks are stored is a sum over all workers. Each
/// adds what has changed with it when that comes to `coarse`, so that the shared word is rarely touched.
class run_counts : public null_observer {
 public:
  /// How far a worker's share of peak_stored may be off.
  static constexpr std::int64_t coarse = 64;

  explicit run_counts(unsigned workers) : run_counts(observed_places{.workers = workers}) {}
  /// Not for users.
  explicit run_counts(observed_places of)
      : null_observer(of.workers), places_(of.all()), own_(std::make_unique<base::padded<slot>[]>(places_)) {}

  /// A hook, as the next two. Not for users.
  void task_created(unsigned id, const task& /*item*/) noexcept {
    slot& own = *own_[id];
    ++own.put;
    if (++own.change >= coarse) [[unlikely]]
      settle(own);
  }
  /// Not for users.
  void task_started(unsigned id, const task& /*item*/) noexcept {
    slot& own = *own_[id];
    if (--own.change <= -coarse) [[unlikely]]
      settle(own);
  }
  /// Not for users.
  void task_finished(unsigned id) noexcept { ++own_[id]->run; }

  /// Where the thread that works as `id` counts the rest. Not for users.
  [[nodiscard]] base::tally& tally_of(unsigned id) noexcept { return own_[id]->rest; }

  /// Tasks executed. Only while no run is under way, as totals().
  [[nodiscard]] std::uint64_t total() const noexcept { return totals().tasks_run; }

  /// Everything that was counted. Only while no run is under way.
  [[nodiscard]] run_totals totals() const noexcept {
    run_totals all;
    for (unsigned id = 0; id < places_; ++id) {
      const slot& own = *own_[id];
      all.tasks_put += own.put;
      all.tasks_run += own.run;
      all.steals_tried += own.rest.steals_tried.load(base::relaxed);
      all.steals_done += own.rest.steals_done.load(base::relaxed);
      all.tasks_stolen += own.rest.tasks_stolen.load(base::relaxed);
      all.lock_waits += own.rest.lock_waits.load(base::relaxed);
      all.parks += own.rest.parks.load(base::relaxed);
      all.wakes += own.rest.wakes.load(base::relaxed);
      all.lock_time += own.rest.lock_time.load(base::relaxed);
      all.sleep_time += own.rest.sleep_time.load(base::relaxed);
      all.search_time += own.rest.search_time.load(base::relaxed);
    }
    all.peak_stored = static_cast<std::uint64_t>(peak_.load(base::relaxed));
    return all;
  }

 private:
  struct slot {
    std::uint64_t put = 0;
    std::uint64_t run = 0;
    std::int64_t change = 0;  // tasks put less tasks taken since settle()
    base::tally rest;
  };

  [[gnu::noinline]] void settle(slot& own) noexcept {
    const std::int64_t stored = stored_.fetch_add(own.change, base::relaxed) + own.change;
    own.change = 0;
    std::int64_t peak = peak_.load(base::relaxed);
    while (stored > peak && !peak_.compare_exchange_weak(peak, stored, base::relaxed)) {}
  }

  unsigned places_;
  std::unique_ptr<base::padded<slot>[]> own_;
  alignas(base::cache_line) base::atomic<std::int64_t> stored_{0};
  base::atomic<std::int64_t> peak_{0};
};

static_assert(observer<run_counts>);

}  // namespace jackdaw::observe
