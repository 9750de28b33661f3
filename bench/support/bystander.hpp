// Another program on the machine, which notices how much of it is left: one that computes, or one that wakes up often.
#pragma once

#include <cstdint>
#include <vector>

#include <sys/types.h>

namespace jackdaw::bench {

/// A process of its own. Stands still but for between begin() and end(). Ended with this object, or with this process.
/// Threads: one at a time.
class bystander {
 public:
  enum class kind : std::uint8_t {
    computes,  ///< all the time
    wakes      ///< each 10 ms, for 0.2 ms of work, as what a person waits for
  };

  /// Throws std::system_error when there cannot be one.
  explicit bystander(kind what);
  bystander(const bystander&) = delete;
  bystander& operator=(const bystander&) = delete;
  ~bystander();

  void begin();
  void end();

  /// Of the last time: how much it has computed for each second, in units that only compare with each other.
  [[nodiscard]] double speed() const noexcept { return speed_; }

  /// Of the last time: from each moment at which it was to wake up until its work was done, in seconds.
  [[nodiscard]] const std::vector<double>& responses() const noexcept { return responses_; }

 private:
  struct notes;  // what both processes see
  static void compute(notes& seen) noexcept;
  static void wake_and_work(notes& seen) noexcept;

  notes* notes_;
  pid_t child_;
  double begun_ = 0;
  double speed_ = 0;
  std::vector<double> responses_;
};

}  // namespace jackdaw::bench
