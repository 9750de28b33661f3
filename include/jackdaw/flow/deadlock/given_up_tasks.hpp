// What the end of a flow has given up, so that its cycles open.
#pragma once

#include <vector>

namespace jackdaw::dataflow {

class reserved;

/// What the end of a flow has given up.
struct given_up_tasks {
  std::vector<void*> subtasks;          // what task_kind::give_up returns for each
  std::vector<reserved*> reservations;  // taken out: give_up() of each is to be called

  [[nodiscard]] bool none() const noexcept { return subtasks.empty() && reservations.empty(); }
};

}  // namespace jackdaw::dataflow
