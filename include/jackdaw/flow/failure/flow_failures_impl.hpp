// The functions of flow/failure/flow_failures.hpp that are compiled once (base/compiled.hpp).
#pragma once

#include <algorithm>
#include <stdexcept>

#include <jackdaw/base/characters.hpp>
#include <jackdaw/flow/failure/flow_failures.hpp>
#include <jackdaw/flow/version/version_text.hpp>

namespace jackdaw {

JACKDAW_INLINE void flow_failures::require_named(const dataflow::versions& of) const {
  const auto names = [&of](const dataflow::waiter& task) {
    const auto all = task.all_requirements();  // sorted by handles
    const auto found = std::partition_point(
        all.begin(), all.end(), [&of](const dataflow::requirement& each) { return &each.of() < &of; });
    return found != all.end() && &found->of() == &of;
  };
  if (names(*task_)) return;
  const auto* const around = task_->kind->is_read_for ? task_->kind->around(*task_) : nullptr;
  if (around != nullptr && names(*around)) return;
  throw std::logic_error("task '" + base::visible_name(task_->kind->name(*task_)) + "' asks whether " +
                         dataflow::handle_text(of) +
                         " is damaged, which it has not named; expected a handle of its accesses");
}

}  // namespace jackdaw
