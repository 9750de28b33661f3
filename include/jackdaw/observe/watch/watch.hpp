// A thread that reports when a run makes no progress.
#pragma once

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>

#include <jackdaw/base/clock.hpp>
#include <jackdaw/base/threads/thread_start.hpp>
#include <jackdaw/observe/watch/activity.hpp>
#include <jackdaw/observe/watch/moment.hpp>

namespace jackdaw::observe {

/// Decides when a silence has been long enough. Times are seconds of any clock.
class silence {
 public:
  explicit silence(double seconds) noexcept : seconds_(seconds) {}

  /// What was seen at `now`. True once in a silence: a run is under way, and for so long no task has ended.
  [[nodiscard]] bool is_due(double now, std::uint64_t finished, bool under_way) noexcept {
    if (!under_way || !was_under_way_ || finished != finished_) {
      was_under_way_ = under_way;
      finished_ = finished;
      since_ = now;
      said_ = false;
    }
    if (!under_way || said_ || now - since_ < seconds_) return false;
    said_ = true;
    return true;
  }

  /// How long it has lasted.
  [[nodiscard]] double length(double now) const noexcept { return now - since_; }

 private:
  double seconds_;
  double since_ = 0;
  std::uint64_t finished_ = 0;
  bool was_under_way_ = false;
  bool said_ = false;
};

/// Looks at a scheduler from time to time. When a run is under way and no task has ended for some seconds, it
/// reports, once in each such silence. It says what each worker does, which tasks wait, and for what:
///     observed_scheduler<activity> sched;
///     const watch watching(sched.observer(), 10);
///
/// It changes nothing about the run: a task that takes long is reported as one that waits forever would be. The
/// scheduler outlives it. Cost: a thread that sleeps, and what the observer costs. Threads: any makes and destroys it.
class watch {
 public:
  using listener = std::function<void(const std::string& lines)>;

  /// Throws std::invalid_argument unless `seconds` is above 0, std::system_error when there are no more threads.
  /// `say` is called by the thread, and does not throw; by default it writes to stderr.
  watch(const activity& of, double seconds, listener say = &watch::to_stderr)
      : of_(&of), say_(std::move(say)), silence_(seconds), period_(std::clamp(seconds / 8, 0.001, 1.0)) {
    if (!(seconds > 0)) throw std::invalid_argument("a watch waits for more than 0 seconds");
    thread_ = base::start_thread([this] { look_until_stopped(); });
  }
  watch(const watch&) = delete;
  watch& operator=(const watch&) = delete;
  ~watch() {
    if (thread_.get_id() == std::this_thread::get_id()) {  // `say` has called std::exit()
      thread_.detach();
      return;
    }
    {
      const std::lock_guard hold(mutex_);
      stopping_ = true;
    }
    stopped_.notify_one();
    thread_.join();
  }

  /// Writes lines to the standard error stream.
  static void to_stderr(const std::string& lines) { std::fputs(lines.c_str(), stderr); }

 private:
  void look_until_stopped() {
    std::unique_lock hold(mutex_);
    while (!stopped_.wait_for(hold, period_, [this] { return stopping_; })) {
      const double now = base::seconds_now();
      if (!silence_.is_due(now, of_->finished(), of_->under_way())) continue;
      say_("jackdaw: no task has ended for " + moment_text::time(silence_.length(now)) + "\n" +
           moment_text::of(of_->now()));
    }
  }

  const activity* of_;
  listener say_;
  silence silence_;
  std::chrono::duration<double> period_;
  std::mutex mutex_;
  std::condition_variable stopped_;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace jackdaw::observe
