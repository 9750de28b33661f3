#include "cli/calibration.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <limits>
#include <thread>
#include <vector>

#include <jackdaw/base/clock.hpp>
#include <jackdaw/base/pause.hpp>
#include <jackdaw/replay/policy.hpp>
#include <jackdaw/sync/blocking_lock.hpp>
#include <jackdaw/trace/recorder.hpp>

#include "cli/schedulers.hpp"

namespace jackdaw::cli {

namespace {

constexpr int samples = 15;  // of which the least counts: what disturbs only adds
constexpr int tasks = 2000;
constexpr double usual_transfer = 100;    // nanoseconds
constexpr double longest_latency = 50e3;  // nanoseconds to a thief; more: it did not have a processor
constexpr double longest_wait = 0.02;     // seconds, for a thief that does not come

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
    std::atomic<bool> there{false};
    std::thread other([&] {
      there = true;
      play(1);
    });
    while (!there) std::this_thread::yield();
    const base::stopwatch watch;
    play(0);
    const double seconds = watch.seconds();
    other.join();
    least = std::min(least, 1e9 * seconds / turns);
  }
  return least;
}

/// From a put to the begin of a task on another worker, which was looking for work. The putter goes on putting, as tasks
/// do that others steal from: one that does not answers later (pool/flagship.hpp).
double time_to_thief(const std::string& pool) {
  constexpr std::size_t rounds = 60;
  constexpr int most_puts = 50;
  struct round {
    double put = 0;
    std::atomic<double> begun{0};
  };
  std::array<round, rounds> all;
  any_scheduler scheduler = open_scheduler({.pool = pool, .workers = 2});
  scheduler.run([&all](any_worker& worker) {
    const unsigned own = worker.id();
    for (round& each : all) {
      each.put = base::seconds_now();
      const auto note = [&each, own](any_worker& by) {
        if (by.id() != own && each.begun == 0) each.begun = base::seconds_now();
      };
      for (int puts = 0; each.begun == 0; ++puts) {
        if (base::seconds_now() - each.put > longest_wait) return;
        if (puts < most_puts) worker.put(note);
        for (int i = 0; i < 4; ++i) base::pause();
      }
    }
  });
  std::vector<double> times;
  for (const round& each : all) {
    if (each.begun != 0) times.push_back(1e9 * (each.begun - each.put));
  }
  if (times.empty()) return std::numeric_limits<double>::infinity();
  const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::nth_element(times.begin(), middle, times.end());  // not the least: thieves look at different moments
  return *middle;
}

}  // namespace

double measured_event() {
  constexpr double events = 3;  // a task's
  scheduler_choice choice{.pool = "jackdaw", .workers = 1};
  const double plain = empty_tasks(choice).all;
  choice.observer = &observe::any_observer::make<trace::recorder>;
  return std::max(empty_tasks(choice).all - plain, 0.0) / events;
}

replay::costs measured_costs(const std::string& pool) {
  static const double lock = lock_time();
  static const double transfer = transfer_time();
  const task_costs alone = empty_tasks({.pool = pool, .workers = 1});
  replay::costs found{alone.put, std::max(alone.all - alone.put, 0.0), lock, transfer, 2 * transfer};
  const replay::policy* const how = replay::policy_of(pool);
  const bool shows_all = how != nullptr && how->where == replay::policy::home::own &&
                         how->amount != replay::policy::loot::nothing &&
                         how->hides == replay::policy::hiding::nothing;
  if (shows_all && default_workers() >= 2) {
    const double latency = time_to_thief(pool);
    if (latency < longest_latency)
      found.steal = std::max(latency - found.put - found.get - found.transfer, 0.0);
  }
  return found;
}

}  // namespace jackdaw::cli
