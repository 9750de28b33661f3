// Where the runs of a recording begin: each is a phase of the program.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include <jackdaw/replay/pauses.hpp>
#include <jackdaw/replay/program.hpp>
#include <jackdaw/trace/record/recording.hpp>

namespace jackdaw::replay {

/// Collects what tells the runs of a recording apart, then divides its program into phases. A run begins with initial
/// tasks. It ends before the next ones that worker 0 deals after it was idle, when no task is left.
class recorded_phases {
 public:
  /// An initial task: put outside of tasks.
  struct initial {
    std::uint64_t time;
    bool begins;  // a run, if no task is left
    std::uint32_t task;
  };

  void dealt(const initial& task) { dealt_.push_back(task); }
  void created(std::uint64_t time) { created_.push_back(time); }
  void finished(std::uint64_t time) { finished_.push_back(time); }
  /// An event of worker 0 outside of tasks; `since`: the one before.
  void outside(const trace::event& e, std::uint64_t since) { pauses_.add(e, since); }

  /// `event`: nanoseconds that the recorder took for an event.
  void divide(program& found, double event) {
    std::stable_sort(dealt_.begin(), dealt_.end(),
                     [](const initial& a, const initial& b) { return a.time < b.time; });
    std::sort(finished_.begin(), finished_.end());
    std::sort(created_.begin(), created_.end());
    std::uint64_t since = dealt_.empty() ? 0 : dealt_.front().time;
    for (const initial& each : dealt_) {
      const auto later = std::upper_bound(finished_.begin(), finished_.end(), each.time);
      const auto made = std::lower_bound(created_.begin(), created_.end(), each.time);
      const bool nothing_left = made - created_.begin() <= later - finished_.begin();
      if ((each.begins && nothing_left) || found.phases.empty()) {
        if (later != finished_.begin()) since = *(later - 1);
        found.phases.emplace_back();
      }
      program::phase& phase = found.phases.back();
      if (each.time > since) {
        const auto time = static_cast<double>(each.time - since);
        phase.serial += std::max(time - pauses_.between(since, each.time) - event, 0.0);
      }
      since = std::max(since, each.time);
      phase.initial.push_back(each.task);
    }
  }

 private:
  std::vector<initial> dealt_;
  pauses pauses_;
  std::vector<std::uint64_t> created_;
  std::vector<std::uint64_t> finished_;
};

}  // namespace jackdaw::replay
