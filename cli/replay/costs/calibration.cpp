#include "cli/replay/costs/calibration.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <exception>
#include <limits>
#include <thread>
#include <vector>

#include <jackdaw/base/clock.hpp>
#include <jackdaw/base/processors/cpu_list.hpp>
#include <jackdaw/base/threads/pause.hpp>
#include <jackdaw/sync/blocking_lock.hpp>
#include <jackdaw/sync/parking.hpp>
#include <jackdaw/trace/record/recorder.hpp>

#include "cli/schedulers.hpp"
#include "cli/text/numbers.hpp"

namespace jackdaw::cli {

namespace {

constexpr int samples = 15;  // of which the least counts: what disturbs only adds
constexpr int tasks = 2000;
constexpr double usual_transfer = 100;   // nanoseconds
constexpr double usual_wake = 10e3;      // likewise
constexpr double usual_patience = 10e3;  // likewise: about what idle policies do
constexpr std::chrono::microseconds time_to_fall_asleep{200};

/// Nanoseconds for a task that does nothing.
struct task_costs {
  double put = std::numeric_limits<double>::infinity();
  double all = std::numeric_limits<double>::infinity();
};

task_costs empty_tasks(const scheduler_choice& choice) {
  any_scheduler scheduler = open_scheduler(choice);
  task_costs least;
  for (int i = 0; i < samples; ++i) {
    double put = 0;
    const base::stopwatch whole;
    scheduler.run([&put](any_worker& worker) {
      const base::stopwatch watch;
      for (int k = 0; k < tasks; ++k) worker.put([] {});
      put = watch.seconds();
    });
    least.all = std::min(least.all, 1e9 * whole.seconds() / tasks);
    least.put = std::min(least.put, 1e9 * put / tasks);
    if (auto* const recorder = scheduler.observer<trace::recorder>()) (void)recorder->take();
  }
  return least;
}

double lock_time() {
  constexpr int turns = 10'000;
  sync::blocking_lock lock;
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < samples; ++i) {
    const base::stopwatch watch;
    for (int k = 0; k < turns; ++k) {
      lock.lock();
      lock.unlock();
    }
    least = std::min(least, 1e9 * watch.seconds() / turns);
  }
  return least;
}

/// Runs `side(0)` and `side(1)` at the same time on two processors: what two threads do on one, as the kernel may have
/// it for some time, says nothing. Where there is only one, or they cannot be bound, they run anywhere.
template <class Side>
void on_two_processors(const Side& side) {
  const base::cpu_list order = working::staffing({.pin = pinning::compact}).pins;
  std::array<std::exception_ptr, 2> failed;
  const auto bound = [&](std::size_t which) {
    if (!order.empty()) base::bind_calling_thread(order[which % order.size()]);
    try {
      side(which);
    } catch (...) { failed[which] = std::current_exception(); }
  };
  std::thread other(bound, 1);
  std::thread one(bound, 0);  // not the caller, which stays where it may be
  one.join();
  other.join();
  for (const std::exception_ptr& each : failed) {
    if (each) std::rethrow_exception(each);
  }
}

/// A word goes to and fro between two threads.
double transfer_time() {
  constexpr int turns = 400;
  if (default_workers() < 2) return usual_transfer;
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < samples; ++i) {
    std::atomic<int> ball{0};
    const auto play = [&ball](int side) {
      for (int turn = side; turn < turns; turn += 2) {
        for (int looks = 0; ball.load(std::memory_order_acquire) != turn; ++looks) {
          if (looks < 10'000) {
            base::pause();
          } else {
            std::this_thread::yield();
          }
        }
        ball.store(turn + 1, std::memory_order_release);
      }
    };
    std::atomic<int> there{0};
    double seconds = 0;
    on_two_processors([&](std::size_t side) {
      ++there;
      while (there != 2) std::this_thread::yield();
      const base::stopwatch watch;
      play(static_cast<int>(side));
      if (side == 0) seconds = watch.seconds();
    });
    least = std::min(least, 1e9 * seconds / turns);
  }
  return least;
}

struct wake_costs {
  double wake;
  double call;
};

/// One thread sleeps, and the other one wakes it. Of the times of each a quarter is not longer: other programs may hold
/// up most of them, and a replay has processors to itself.
wake_costs waking() {
  if (default_workers() < 2) return {usual_wake, usual_wake / 4};
  sync::parking place(1);
  std::vector<double> calls;
  std::vector<double> wakes;
  std::atomic<double> called{0};
  on_two_processors([&](std::size_t side) {
    for (int i = 0; i < samples; ++i) {
      if (side == 0) {
        while (called != 0) std::this_thread::yield();
        place.prepare(0);
        place.park(0);
        wakes.push_back(1e9 * (base::seconds_now() - called));
        called = 0;
      } else {
        while (place.sleepers() == 0) std::this_thread::yield();
        std::this_thread::sleep_for(time_to_fall_asleep);
        const double begin = base::seconds_now();
        called = begin;
        place.wake(0);
        calls.push_back(1e9 * (base::seconds_now() - begin));
        while (called != 0) std::this_thread::yield();
      }
    }
  });
  return {lower_quartile(wakes), lower_quartile(calls)};
}

}  // namespace

double measured_event() {
  constexpr double events = 3;  // a task's
  scheduler_choice choice{.pool = "jackdaw", .workers = 1};
  const double plain = empty_tasks(choice).all;
  choice.observer = &observe::any_observer::make<trace::recorder>;
  return std::max(empty_tasks(choice).all - plain, 0.0) / events;
}

replay::costs measured_costs(const std::string& pool, const std::string& memory) {
  static const double lock = lock_time();
  static const double transfer = transfer_time();
  static const wake_costs woken = waking();
  scheduler_choice choice{.pool = pool, .workers = 1};
  if (!memory.empty()) choice.memory = memory;
  const task_costs alone = empty_tasks(choice);
  return {.put = alone.put,
          .get = std::max(alone.all - alone.put, 0.0),
          .lock = lock,
          .transfer = transfer,
          .steal = 2 * transfer,
          .patience = usual_patience,
          .wake = woken.wake,
          .call = woken.call};
}

}  // namespace jackdaw::cli
