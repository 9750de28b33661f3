// Where the workers of a recorded run were when they did no work, and what of the process was not seen at all.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include <jackdaw/trace/record/recording.hpp>

namespace jackdaw::trace {

/// In nanoseconds, of all workers together. A stretch of a worker is known where it lies between two of its events:
/// observe/absence.hpp says what is noticed.
struct losses {
  std::uint64_t time = 0;         ///< from the begin of the recording to its last event
  std::uint64_t of_workers = 0;   ///< as much for each worker
  std::uint64_t preempted = 0;    ///< other threads had their processors
  std::uint64_t blocked = 0;      ///< they waited for something besides work
  std::uint64_t asleep = 0;       ///< for lack of work
  std::uint64_t in_tasks = 0;     ///< of the first two, while tasks ran
  std::uint64_t runs_inside = 0;  ///< how many runs of schedulers tasks had inside
  std::uint64_t inside = 0;       ///< how long these took
  cpu_use cpu;

  [[nodiscard]] static losses of(const recording& seen) {
    losses found;
    found.cpu = seen.cpu;
    for (const auto& events : seen.workers) {
      if (!events.empty()) found.time = std::max<std::uint64_t>(found.time, events.back().time);
    }
    found.of_workers = found.time * seen.workers.size();
    for (const auto& events : seen.workers) found.read(events);
    return found;
  }

 private:
  void read(const std::vector<event>& events) {
    std::vector<bool> waits;  // of each task that is under way, the innermost last
    bool sleeps = false;
    std::uint64_t since = 0;
    for (const event& e : events) {
      const std::uint64_t lasted = duration_of(e);
      switch (e.happened()) {
        case what::started:
          waits.push_back(false);
          break;
        case what::finished:
          if (!waits.empty()) waits.pop_back();
          break;
        case what::waits:
        case what::goes_on:
          if (!waits.empty()) waits.back() = e.happened() == what::waits;
          break;
        case what::parked:
          sleeps = true;
          since = e.time;
          break;
        case what::woken:
          if (sleeps) asleep += e.time - since;
          sleeps = false;
          break;
        case what::preempted:
        case what::blocked:
          (e.happened() == what::preempted ? preempted : blocked) += lasted;
          if (!waits.empty() && !waits.back()) in_tasks += lasted;
          break;
        case what::run_inside:
          ++runs_inside;
          inside += lasted;
          break;
        default:
          break;
      }
    }
    if (sleeps && time > since) asleep += time - since;
  }
};

}  // namespace jackdaw::trace
