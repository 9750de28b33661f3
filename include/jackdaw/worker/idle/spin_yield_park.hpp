// Spin briefly, yield a few times, then park; one searcher at a time is woken.
//
// Callers: any worker calls put; a worker without work calls wait.
// Invariants
//   SY-I1  searching_ counts the workers inside wait() that are not announced as parked, plus those that a waker
//          has counted on their behalf before they run again.
//   SY-I2  no put is missed: put() skips waking only when it sees a searcher or no sleeper. A searcher that gives up
//          first takes itself from searching_, then announces itself and passes the heavy fence (sync/parking.hpp,
//          PK-I2), then looks at the pool again. Either it sees the task, or the putter sees searching_ without it
//          and a sleeper.
//   SY-I3  a waker that counted a searcher but found none to wake uncounts it and looks again, since a put in between
//          may have relied on it.
//   SY-I4  a searcher that finds work and was the last one wakes the next: as long as work appears, some
//          worker searches.
// Orderings: SY-Q1. A worker that counts itself out of searching_ answers for every put that has seen it there. It
// looks at the sleepers after that, and must see every worker that was announced when such a put looked. Let S sleep
// (announced, heavy fence, no work seen), P put after the part of that fence that P has passed, and see T searching.
// Then P's look at searching_ is older than T's fetch_sub, a sequentially consistent operation, and later than S's
// announcement. So in the single order of these operations S's fence comes before T's fetch_sub, and that before T's
// sequentially consistent look at the sleepers (sync/parking.hpp, PK-P3), which therefore counts S. Were that look
// relaxed, it could be older than the fetch_sub, on Armv8 also in hardware: T would wake no worker, and S sleep
// although P's task waits. A worker that counts itself out later than T, or takes its count over by a
// compare-and-swap, comes after it in the same order.
// Progress: put is wait-free while no worker sleeps or one searches.
#pragma once

#include <concepts>
#include <cstdint>

#include <sched.h>

#include <jackdaw/base/asymmetric_fence.hpp>
#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/cache_line.hpp>
#include <jackdaw/base/clock.hpp>
#include <jackdaw/base/owned_array.hpp>
#include <jackdaw/base/processors/budget/cpu_budget.hpp>
#include <jackdaw/base/threads/short_pause.hpp>
#include <jackdaw/worker/idle/idle_policy.hpp>
#include <jackdaw/worker/idle/parking_policy.hpp>
#include <jackdaw/worker/idle/search_patience.hpp>
#include <jackdaw/worker/options/idle_setting.hpp>

namespace jackdaw::working {

/// Searches for a while, then parks. Cost of a put: two loads. `Search` has `search(ready)`. It looks, as often and
/// in the manner that it chooses, whether ready() is true, and returns what it saw last. Its constructor may take a
/// number of workers. It may have `most_rounds()`: how often it may search in a row where workers are woken soon
/// after they have parked (worker/idle/search_patience.hpp).
template <class Search>
class search_then_park : public parking_policy {
 public:
  explicit search_then_park(unsigned workers) : search_then_park(workers, searcher_for(workers)) {}

  /// As the program has chosen, where the search has settings.
  search_then_park(unsigned workers, idle_use setting)
    requires std::constructible_from<Search, unsigned, idle_use>
      : search_then_park(workers, Search(workers, setting)) {}

  void put(unsigned id) noexcept {
    base::asymmetric_fence::light();  // SY-I2: between the put and the look at searchers and sleepers
    if (searching_.load(base::relaxed) == 0 && parking_.sleepers() != 0) [[unlikely]]
      wake_searcher(id);
  }

  template <class Ready>
  void wait(unsigned id, Ready&& ready) {
    searching_.fetch_add(1, base::seq_cst);  // SY-I1
    for (;;) {
      if (search(id, ready)) return stop_searching(id);
      searching_.fetch_sub(1, base::seq_cst);  // SY-I2, SY-Q1: before prepare
      parking_.prepare(id);
      if (ready()) {
        if (parking_.cancel(id) == to_search) return stop_searching(id);
        return put(id);  // SY-I4: found without being counted
      }
      const double before = base::seconds_now();
      const bool searches = parking_.park(id) == to_search;
      patience_[id]->slept(base::seconds_now() - before, most_rounds());
      if (!searches) return;
      // woken to search, and counted as a searcher by the waker
    }
  }

 private:
  static constexpr std::uint32_t to_search = 2;

  search_then_park(unsigned workers, Search searcher)
      : parking_policy(workers), searcher_(searcher), patience_(workers) {}

  static Search searcher_for(unsigned workers) {
    if constexpr (std::constructible_from<Search, unsigned>) {
      return Search(workers);
    } else {
      return {};
    }
  }

  /// As often as its patience says.
  bool search(unsigned id, auto& ready) {
    for (int rounds = patience_[id]->rounds(); rounds > 0; --rounds) {
      if (searcher_.search(ready)) return true;
    }
    return false;
  }

  [[nodiscard]] int most_rounds() const noexcept {
    if constexpr (requires { searcher_.most_rounds(); }) {
      return searcher_.most_rounds();
    } else {
      return 1;
    }
  }

  void stop_searching(unsigned id) noexcept {
    if (searching_.fetch_sub(1, base::seq_cst) == 1 && parking_.sleepers_now() != 0)  // SY-I4, SY-Q1
      wake_searcher(id);
  }

  void wake_searcher(unsigned id) noexcept {
    do {
      unsigned none = 0;
      if (!searching_.compare_exchange_strong(none, 1, base::seq_cst, base::relaxed))
        return;  // SY-I1: on its behalf
      if (parking_.wake_one(id, to_search)) return;
    } while (searching_.fetch_sub(1, base::seq_cst) == 1 && parking_.sleepers_now() != 0);  // SY-I3, SY-Q1
  }

  [[no_unique_address]] const Search searcher_;
  base::owned_array<base::padded<search_patience>> patience_;
  alignas(base::cache_line) base::atomic<unsigned> searching_{0};
};

/// How much a worker searches at a time, and how often in a row at most.
struct search_effort {
  int spins;   ///< looks with a short pause between them (base/threads/short_pause.hpp)
  int yields;  ///< looks with a sched_yield between them
  int rounds = 1;

  bool search(auto& ready) const {
    for (int i = 0; i < spins; ++i) {
      if (ready()) return true;
      base::short_pause();
    }
    for (int i = 0; i < yields; ++i) {
      if (ready()) return true;
      sched_yield();
    }
    return ready();
  }
};

template <int Spins, int Yields>
struct spin_then_yield {
  static bool search(auto& ready) { return search_effort{Spins, Yields}.search(ready); }
};

/// The same, unless there are more workers than processors. There a worker that spins keeps a processor from one that
/// has work, and one that parks is soon woken again. So no worker spins there, and yields go on for longer. BP98
/// section 3.2 has the first half of that. knary on 16 workers and two processors takes 0.63 to 0.84 of the time that
/// it took with spins and 8 yields (docs/lab/scheduler/oversubscription.md).
class spin_if_room {
 public:
  spin_if_room(unsigned workers, search_effort with_room)
      : effort_(workers > base::cpu_budget::affinity() ? search_effort{0, 50} : with_room) {}

  bool search(auto& ready) const { return effort_.search(ready); }
  [[nodiscard]] int most_rounds() const noexcept { return effort_.rounds; }

 private:
  search_effort effort_;
};

/// As a setting says (worker/options/idle_setting.hpp); thrifty means hardly any search, also where workers are too
/// many.
class search_as_set : public spin_if_room {
 public:
  explicit search_as_set(unsigned workers, idle_use setting = idle_use::balanced)
      : spin_if_room(setting == idle_use::thrifty ? 0 : workers, effort_of(setting)) {}

 private:
  static constexpr search_effort effort_of(idle_use setting) noexcept {
    switch (setting) {
      case idle_use::latency:
        return {8'000, 16};
      case idle_use::thrifty:
        return {4, 1};
      default:
        return {80, 8, 8};
    }
  }
};

/// As one setting says, whatever the program chooses.
template <idle_use Setting>
struct search_always_as : search_as_set {
  explicit search_always_as(unsigned workers) : search_as_set(workers, Setting) {}
};

template <int Spins, int Yields>
using spin_yield_park_for = search_then_park<spin_then_yield<Spins, Yields>>;

/// The default policy, with the settings of idle_use. By default some microseconds of spinning, then a few yields; up
/// to eight times that where work comes again soon. A waiting worker uses its processor for that long, then none.
using spin_yield_park = search_then_park<search_as_set>;

/// For latency: about half a millisecond of spinning, so that a worker seldom sleeps between two bursts of
/// work.
using spin_long = search_then_park<search_always_as<idle_use::latency>>;

/// For other programs on the machine: hardly any spinning. A burst of work begins with a system call.
using park_soon = search_then_park<search_always_as<idle_use::thrifty>>;

/// To compare with: a worker without work keeps its processor, as thieves do in BP98 section 4 (hood-naive
/// and the deques with locks). Deviation: after some milliseconds, which is more than a time slice, it
/// parks, since the workers here outlive their computation.
using spin = spin_yield_park_for<40'000, 0>;

/// To compare with: a worker without work gives its processor away after each round over all queues. So
/// does SuperGlue's published code (T15 does not say). The same deviation.
using yield = spin_yield_park_for<0, 10'000>;

static_assert(idle_policy<spin_yield_park>);

}  // namespace jackdaw::working
