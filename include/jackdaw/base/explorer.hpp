// Runs a few threads one at a time, and lets a seeded generator say whose turn it is at every step.
//
// After the deterministic schedules of Folly (DeterministicSchedule.h) and of Burckhardt et al., "A
// randomized scheduler with probabilistic guarantees of finding bugs" (ASPLOS 2010). Only schedule tests
// include this.
#pragma once

#include <algorithm>
#include <array>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <jackdaw/base/random.hpp>

namespace jackdaw::base {

/// One exploration: run() starts the given bodies as threads and interleaves them at their step() calls.
///
/// A thread that waits for a word calls block_until: it gets no turn until its condition holds. When every
/// thread that has not finished is blocked, the exploration has found a deadlock. After a failure the threads
/// stay where they are, for ever, and keep what they use: they may stand in functions that cannot throw.
class explorer : public std::enable_shared_from_this<explorer> {
 public:
  struct failed : std::runtime_error {
    using std::runtime_error::runtime_error;
  };

  /// Runs `bodies` to their end in the interleaving number `seed`. Throws `failed` on a deadlock, and after
  /// `most_steps` steps, when the program is taken to run for ever; rethrows what a body throws.
  static void run(std::uint64_t seed, std::vector<std::function<void()>> bodies,
                  std::uint64_t most_steps = 200'000) {
    auto instance = std::make_shared<explorer>(seed, most_steps);
    instance->start(std::move(bodies));
  }

  explicit explorer(std::uint64_t seed, std::uint64_t most_steps) : random_(seed), most_steps_(most_steps) {}

  /// A point where another thread may go on. Called by explored atomics; a no-op outside an exploration.
  static void step() {
    if (current() != nullptr) current()->pass_turn({});
  }

  /// Takes this thread off the schedule until `condition` (looked at while no other thread runs) holds.
  static void block_until(const std::function<bool()>& condition) {
    if (current() != nullptr) current()->pass_turn(condition);
  }

 private:
  struct thread_state {
    bool finished = false;
    std::function<bool()> blocked_until;
    std::int64_t priority = 0;  // the largest runs, where priorities count
  };

  static explorer*& current() {
    thread_local explorer* instance = nullptr;
    return instance;
  }
  static std::size_t& self() {
    thread_local std::size_t index = 0;
    return index;
  }

  void start(std::vector<std::function<void()>> bodies) {
    threads_.assign(bodies.size(), {});
    draw_priorities();
    std::vector<std::thread> running;
    running.reserve(bodies.size());
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      running.emplace_back(
          [keep = shared_from_this(), i, function = std::move(bodies[i])] { keep->live(i, function); });
    }
    std::unique_lock lock(mutex_);
    choose();
    turn_changed_.notify_all();
    turn_changed_.wait(lock, [this] { return over_; });
    const std::exception_ptr failure = failure_;
    lock.unlock();
    for (auto& thread : running) {
      if (failure) {
        thread.detach();
      } else {
        thread.join();
      }
    }
    if (failure) std::rethrow_exception(failure);
  }

  void live(std::size_t index, const std::function<void()>& function) {
    current() = this;
    self() = index;
    {
      std::unique_lock lock(mutex_);
      await_turn(lock);
    }
    try {
      function();
    } catch (...) {
      const std::lock_guard lock(mutex_);
      fail(std::current_exception());
    }
    current() = nullptr;
    const std::lock_guard lock(mutex_);
    threads_[index].finished = true;
    choose();
    turn_changed_.notify_all();
  }

  void pass_turn(const std::function<bool()>& condition) {
    std::unique_lock lock(mutex_);
    if (++steps_ > most_steps_) {
      fail(std::make_exception_ptr(failed("no end after " + std::to_string(most_steps_) + " steps")));
    }
    threads_[self()].blocked_until = condition;
    if (by_priority_ && is_change_point()) threads_[self()].priority = --lowest_;
    choose();
    if (turn_ == self() && chosen_) return;
    turn_changed_.notify_all();
    await_turn(lock);
  }

  void await_turn(std::unique_lock<std::mutex>& lock) {
    turn_changed_.wait(lock, [this] { return chosen_ && turn_ == self(); });
  }

  // The rest is called with the mutex held.
  void choose() {
    std::vector<std::size_t> ready;
    bool unfinished = false;
    for (std::size_t i = 0; i < threads_.size(); ++i) {
      auto& thread = threads_[i];
      if (thread.finished) continue;
      unfinished = true;
      if (!thread.blocked_until || thread.blocked_until()) ready.push_back(i);
    }
    chosen_ = !ready.empty() && !failure_;
    if (chosen_) {
      turn_ = by_priority_ ? *std::ranges::max_element(ready, {},
                                                       [this](std::size_t i) { return threads_[i].priority; })
                           : ready[random_.below(static_cast<std::uint32_t>(ready.size()))];
      threads_[turn_].blocked_until = nullptr;
    } else if (unfinished) {
      fail(std::make_exception_ptr(failed("every thread waits for another")));
    } else {
      over_ = true;
    }
  }

  // A few random steps, and whenever one thread has run for long: it may be waiting for another.
  bool is_change_point() {
    run_length_ = last_ == self() ? run_length_ + 1 : 1;
    last_ = self();
    return run_length_ % longest_run == 0 ||
           std::ranges::find(change_points_, steps_) != change_points_.end();
  }

  void draw_priorities() {
    by_priority_ = random_.below(2) == 0;
    for (auto& thread : threads_) thread.priority = static_cast<std::int64_t>(random_.below(1U << 30U));
    const std::uint32_t horizon = 16U << random_.below(4);
    for (auto& point : change_points_) point = 1 + random_.below(horizon);
  }

  void fail(std::exception_ptr why) {
    if (!failure_) failure_ = std::move(why);
    over_ = true;
    turn_changed_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable turn_changed_;
  std::vector<thread_state> threads_;
  random random_;
  std::uint64_t most_steps_;
  std::uint64_t steps_ = 0;
  std::size_t turn_ = 0;
  static constexpr std::uint64_t longest_run = 97;  // a prime, lest a loop is always left at the same place
  bool by_priority_ = false;
  std::array<std::uint64_t, 3> change_points_{};
  std::int64_t lowest_ = 0;
  std::uint64_t run_length_ = 0;
  std::size_t last_ = 0;
  bool chosen_ = false;  // some thread has the turn
  bool over_ = false;    // all have finished, or the exploration has failed
  std::exception_ptr failure_;
};

}  // namespace jackdaw::base
