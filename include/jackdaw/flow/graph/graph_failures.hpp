// Which tasks of a graph have failed in the round that runs, what they have damaged, and whether it was cancelled.
//
// As in a flow (flow/failure/failure_record.hpp): a task that throws or is skipped damages what it was to write, and
// a task that comes after it at a damaged object is skipped. Here a round ends all that. Callers: the workers any,
// record and skips; any thread cancel; the thread that runs the graph report, when no task runs. Invariant
//   GX-F1  a task that is to know of damage comes after the task that has done it: what that one did happened before
//          (predecessor_count.hpp GP-C4, task_turn.hpp). So it sees that there is any, and the mutex does the rest.
#pragma once

#include <cstdint>
#include <deque>
#include <exception>
#include <span>
#include <string_view>
#include <vector>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/compiled.hpp>
#include <jackdaw/base/threads/mutex.hpp>
#include <jackdaw/flow/deadlock/flow_error.hpp>
#include <jackdaw/flow/graph/graph_vertex.hpp>

namespace jackdaw::dataflow {

class graph_failures {
 public:
  graph_failures() { failures_.reserve(1); }  // so that there is room for one, however short memory is

  /// Whether tasks may have to be skipped: one load of a word that hardly ever changes.
  [[nodiscard]] bool any() const noexcept { return state_.load(base::relaxed) != none; }  // GX-F1

  /// A task of this name has thrown.
  void record(std::string_view task, std::exception_ptr thrown,
              std::span<const graph_access> accesses) noexcept;

  /// Whether a task with these accesses must be skipped. What it would have written is damaged then.
  [[nodiscard]] bool skips(std::span<const graph_access> accesses) noexcept;

  /// Tasks that have not begun are skipped from now on, until a run reports.
  void cancel() noexcept { state_.fetch_or(cancelled, base::relaxed); }  // GX-F1

  /// Forgets all, and throws flow_error where tasks have thrown.
  void report(std::deque<graph_object>& objects);

  /// How many tasks have been skipped, in all runs. While none runs.
  [[nodiscard]] std::uint64_t skipped() const noexcept { return skipped_; }

 private:
  enum : unsigned { none = 0, failed = 1, cancelled = 2 };

  static void spoil(std::span<const graph_access> accesses) noexcept;

  base::atomic<unsigned> state_{none};
  base::mutex mutex_;  // for all below, and for the marks of the objects
  std::vector<flow_failure> failures_;
  std::uint64_t skipped_ = 0;
  std::uint64_t told_ = 0;  // of these, by runs that are over
};

}  // namespace jackdaw::dataflow

#ifndef JACKDAW_COMPILED
#include <jackdaw/flow/graph/graph_failures_impl.hpp>
#endif
