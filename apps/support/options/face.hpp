// The option --face of applications that are written for more than one face of the library.
#pragma once

#include <functional>
#include <string>
#include <utility>

#include <jackdaw/observe/borrowed.hpp>
#include <jackdaw/worker/by_name/any_scheduler.hpp>
#include <jackdaw/worker/default_scheduler.hpp>

#include "apps/support/options/command_line.hpp"

namespace jackdaw::apps {

/// The default scheduler, whose runs are shown to the observer of the scheduler that was chosen.
using observed_default =
    basic_scheduler<pool::split_pool, working::spin_yield_park, memory::cgbkof, observe::borrowed>;

/// pool: tasks that put tasks, on the pool that was chosen by name. fork_join: joins, which need the
/// default pool's deque; its workers are as many as those of the scheduler that was chosen, with its options. flow: tasks that say
/// which data they use, on any pool. threads: no tasks, the work is divided once and for all, where the source
/// compares with that. `preset`: the face where the option is not given.
class face_choice {
 public:
  enum extent { tasks_only, with_threads, with_flow_and_threads };
  explicit face_choice(extent offered = tasks_only, std::string preset = "pool")
      : offered_(offered), name_(std::move(preset)) {}

  void declare(CLI::App& command);

  /// Throws input_error unless --face names a face.
  void validate() const;

  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  [[nodiscard]] bool is_fork_join() const noexcept { return name_ == "fork_join"; }
  [[nodiscard]] bool is_flow() const noexcept { return name_ == "flow"; }
  [[nodiscard]] bool is_threads() const noexcept { return name_ == "threads"; }

  /// Runs `root`, which takes `auto& worker`, on a default scheduler made for it; returns the seconds of the working
  /// phase. Throws input_error when `chosen` has another pool or memory manager than the default pool, or an idle policy that is
  /// none of its settings: its figures would be said to be theirs.
  template <class Root>
  static double run_joins(any_scheduler& chosen, const Root& root) {
    return run_joins(chosen, rooted<worker>(root), rooted<observed_default::worker_type>(root));
  }

 private:
  template <class Worker>
  using rooted = std::function<void(Worker&)>;
  static double run_joins(any_scheduler& chosen, const rooted<worker>& root,
                          const rooted<observed_default::worker_type>& observed);

  [[nodiscard]] bool offers_flow() const noexcept { return offered_ == with_flow_and_threads; }
  [[nodiscard]] bool offers_threads() const noexcept { return offered_ != tasks_only; }

  extent offered_;
  std::string name_;
};

}  // namespace jackdaw::apps
