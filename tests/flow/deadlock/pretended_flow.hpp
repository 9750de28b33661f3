// A flow for tests of waits inside tasks (flow/deadlock/nested_waits.hpp): what it has where, and whether it is over, the test says.
#pragma once

#include <atomic>
#include <thread>

#include <jackdaw/flow/deadlock/nested_waits.hpp>

namespace jackdaw::tests {

struct pretended_flow final : dataflow::flow_base {
  void resume_from_elsewhere(dataflow::waiter& /*woken*/) override {}
  [[nodiscard]] bool has_task_here() const { return of_thread == std::this_thread::get_id(); }
  void wake_all() {}

  std::atomic<std::thread::id> of_thread;  // which has a task of this flow on its stack
  std::atomic<bool> over{true};
  dataflow::listed_flow listed{*this};
};

}  // namespace jackdaw::tests
