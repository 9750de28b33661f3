// The CPU budget of a running scheduler: whose affinity mask counts.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <utility>

#include <signal.h>
#include <sys/types.h>
#include <unistd.h>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/processors/cpu_budget.hpp>
#include <jackdaw/base/processors/cpu_list.hpp>
#include <jackdaw/base/processors/processor.hpp>

namespace jackdaw::working {

/// Reads the budget again. Masks belong to threads: those of the thread that made the scheduler and of one
/// of its workers count, and what is in both of them is the budget. So it is noticed when the mask of the
/// process's first thread alone is changed, as taskset -p does, as well as that of all threads, as a cpuset
/// does. A worker that is bound to one processor says nothing about the process.
class budget_reader {
 public:
  /// `bound`: the workers are bound to processors. Called by the thread whose mask counts.
  budget_reader(base::cpu_budget budget, bool bound)
      : budget_(std::move(budget)), maker_(gettid()), bound_(bound) {}

  /// The calling thread is one of the scheduler's own.
  void join_in() noexcept { member_.store(gettid(), base::relaxed); }

  /// The budget of now, at least 1; nothing when no thread is left whose mask counts, or when a worker changes its place
  /// at the moment. System calls and files: some 100 µs.
  [[nodiscard]] std::optional<unsigned> workers() const {
    const std::uint64_t settled = base::changes_of_place::ended.load();
    const std::optional<unsigned> found = workers_by_masks();
    return base::changes_of_place::begun.load() == settled ? found : std::nullopt;
  }

 private:
  [[nodiscard]] std::optional<unsigned> workers_by_masks() const {
    base::cpu_list mask = mask_of(maker_);
    const pid_t member = member_.load(base::relaxed);
    const base::cpu_list own = bound_ || member == 0 ? base::cpu_list{} : mask_of(member);
    base::cpu_list both;
    std::set_intersection(mask.begin(), mask.end(), own.begin(), own.end(), std::back_inserter(both));
    if (!both.empty()) mask = std::move(both);
    if (mask.empty()) mask = own;
    if (mask.empty()) return std::nullopt;
    return budget_.workers(mask);
  }

  [[nodiscard]] base::cpu_list mask_of(pid_t thread) const {
    if (tgkill(getpid(), thread, 0) != 0) return {};  // it has ended
    return budget_.allowed(thread);
  }

  base::cpu_budget budget_;
  pid_t maker_;
  bool bound_;
  base::atomic<pid_t> member_{0};
};

}  // namespace jackdaw::working
