// Tasks that are pinned to a worker: how they come to it. What it does with them: worker/external/pinned_tasks.hpp.
#pragma once

#include <stdexcept>
#include <string>

#include <jackdaw/flow/task/attributes.hpp>
#include <jackdaw/flow/task/dispatch/special_dispatch.hpp>
#include <jackdaw/flow/version/waiter.hpp>
#include <jackdaw/worker/external/caller_identity.hpp>

namespace jackdaw::dataflow {

/// Throws std::invalid_argument.
inline void require_worker(pinned to, unsigned workers) {
  if (to.worker < workers) return;
  throw std::invalid_argument("a task is pinned to worker " + std::to_string(to.worker) +
                              " of a scheduler that has " + std::to_string(workers) + "; expected 0 to " +
                              std::to_string(workers - 1));
}

/// What a pinned task has besides.
template <class Scheduler>
class pinned_task final : public special_dispatch<Scheduler> {
 public:
  pinned_task(flow_core<Scheduler>& flow, waiter& of, pinned to) noexcept
      : special_dispatch<Scheduler>(flow), task_(&of), to_(to) {}

  [[nodiscard]] typename Scheduler::task_type* make_ready(working::actor<Scheduler>& me) override {
    me.put_pinned(to_.worker, static_cast<flow_header<Scheduler>&>(*task_));
    return nullptr;
  }

 private:
  waiter* task_;
  pinned to_;
};

}  // namespace jackdaw::dataflow
