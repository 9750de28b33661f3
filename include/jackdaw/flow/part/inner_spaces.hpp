// Where the subtasks of a task access the parts that the task has named: for each object a space of the task's own.
//
// The accesses of the task end when its subtasks have ended. So subtasks cannot register at the pieces where the task
// has registered: they would wait for it. They register at pieces of a space that has the indices which the task has
// named, and nothing else. Where the task has named them by weak accesses, it has not waited for them. These pieces
// begin with origins (index_space.hpp): each subtask waits, where it needs it, for what the task waits for at its end.
// Callers: threads that submit subtasks, find_or_make.
// Invariants: PC-N1 of one object, a task has one space, which all of its subtasks use; so accesses of two subtasks
// to one index meet there. PC-N2 what a subtask accesses is a part of what the task has named, with an access that this
// allows (index_space::cut). So whatever is ordered with the accesses of the task is ordered with those of subtasks.
#pragma once

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include <jackdaw/base/threads/mutex.hpp>
#include <jackdaw/flow/part/index_space.hpp>

namespace jackdaw::dataflow {

class inner_spaces {
 public:
  /// That of the object whose pieces are in `whole`. `fill(space)` says what the task has named of it. Throws what that
  /// throws.
  [[nodiscard]] index_space& find_or_make(const index_space& whole, auto&& fill) {
    const std::lock_guard hold(lock_);
    for (const auto& [of, space] : all_) {
      if (of == &whole) return *space;
    }
    auto made = std::make_unique<index_space>();
    fill(*made);
    return *all_.emplace_back(&whole, std::move(made)).second;
  }

 private:
  base::mutex lock_;
  std::vector<std::pair<const index_space*, std::unique_ptr<index_space>>> all_;
};

}  // namespace jackdaw::dataflow
