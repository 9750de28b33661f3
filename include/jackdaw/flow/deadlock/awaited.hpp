// What a thread waits for, when it searches why it waits in vain.
#pragma once

#include <jackdaw/flow/version/waiter.hpp>

namespace jackdaw::dataflow {

/// What a thread waits for.
struct awaited {
  const flow_base* flow = nullptr;  ///< all its tasks
  const waiter* task = nullptr;     ///< this one
  [[nodiscard]] bool concerns(const waiter& w) const noexcept {
    return &w == task || &w.owner_flow->whole() == flow;
  }
};

}  // namespace jackdaw::dataflow
