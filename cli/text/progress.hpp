// A line on the terminal that says what takes so long.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <iosfwd>
#include <mutex>
#include <string>
#include <thread>

#include <jackdaw/base/clock.hpp>

#include "cli/environment.hpp"

namespace jackdaw::cli {

/// Rewrites one line of `err` twice a second, after the first `quiet_seconds`, and wipes it at the end. Where
/// `err` is no terminal it shows no line. One thread uses it; its own thread, asleep but for the
/// writing, is what shows the time during a run.
class progress {
 public:
  explicit progress(const environment& here);
  progress(const progress&) = delete;
  progress& operator=(const progress&) = delete;
  ~progress() { stop(); }

  /// From now on this is being done. Where `steps` is not 0, it is step `step` (from 1) of so many, and the
  /// remaining time is guessed from the steps before.
  void doing(std::string what, std::size_t step = 0, std::size_t steps = 0);

  /// Writes `lines` where the line was, which comes back below them. On any stream, by any thread.
  void print(const std::string& lines);

  /// Wipes the line; nothing is shown after this. To be called before anything else is printed.
  void stop();

 private:
  void show_until_stopped(double quiet_seconds);
  [[nodiscard]] std::string line() const;

  std::ostream& err_;
  const base::stopwatch total_;
  base::stopwatch first_step_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool stopping_ = false;
  std::string what_ = "starting";
  std::size_t step_ = 0;
  std::size_t steps_ = 0;
  double finished_at_ = 0;  ///< seconds from the first step to the begin of the present one
  std::thread thread_;
};

}  // namespace jackdaw::cli
