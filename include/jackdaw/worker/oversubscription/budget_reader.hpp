// The CPU budget of a running scheduler: by which threads' affinity masks it is read.
#pragma once

#include <optional>

#include <sys/types.h>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/compiled.hpp>
#include <jackdaw/base/processors/budget/cpu_budget.hpp>
#include <jackdaw/base/processors/cpu_list.hpp>

namespace jackdaw::working {

/// Reads the budget again. Masks belong to threads. Those of the thread that made the scheduler and of one
/// of its workers count: what is in both of them is the budget. So a change is noticed when it is of the mask
/// of the process's first thread alone, as taskset -p makes it. So is one of all threads, as a cpuset makes
/// it. A worker that is bound to one processor says nothing about the process.
class budget_reader {
 public:
  /// `bound`: the workers are bound to processors. Called by the thread whose mask counts.
  budget_reader(base::cpu_budget budget, bool bound);

  /// The calling thread is one of the scheduler's own.
  void join_in() noexcept;

  /// The budget of now, at least 1. Nothing when no thread is left whose mask counts, or when a worker changes its
  /// place at the moment. System calls and files: some 100 µs.
  [[nodiscard]] std::optional<unsigned> workers() const;

 private:
  [[nodiscard]] std::optional<unsigned> workers_by_masks() const;

  [[nodiscard]] base::cpu_list mask_of(pid_t thread) const;

  base::cpu_budget budget_;
  pid_t maker_;
  bool bound_;
  base::atomic<pid_t> member_{0};
};

}  // namespace jackdaw::working

#ifndef JACKDAW_COMPILED
#include <jackdaw/worker/oversubscription/budget_reader_impl.hpp>
#endif
