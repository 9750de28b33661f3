// A task of a group, and what it does to the group when it runs.
#pragma once

#include <utility>

#include <jackdaw/fork_join/group/group_state.hpp>
#include <jackdaw/task/call.hpp>
#include <jackdaw/task/closure.hpp>
#include <jackdaw/task/name.hpp>
#include <jackdaw/task/task.hpp>

namespace jackdaw::fork_join {

/// One task, in the memory of the worker that spawned it.
template <class Worker, class Function>
class group_member final : public Worker::task_type {
 public:
  template <class F>
  static group_member& create(group_state<Worker>& group, auto& host, F&& function) {
    void* const place = detail::block_for<group_member>::allocate(host);
    try {
      return *new (place) group_member(group, std::forward<F>(function));
    } catch (...) {
      detail::block_for<group_member>::deallocate(host, place);
      throw;
    }
  }

  void free(Worker& w) noexcept {
    this->~group_member();
    detail::block_for<group_member>::deallocate(w, this);
  }

 private:
  template <class F>
  group_member(group_state<Worker>& group, F&& function)
      : Worker::task_type(&execute_member), group_(&group), function_(std::forward<F>(function)) {}
  ~group_member() = default;

  // Also after another task of the run has failed: a frame waits for it.
  static void execute_member(task& base, void* executing, task_verb verb) {
    if (verb == task_verb::describe) [[unlikely]] {
      *static_cast<task_kind*>(executing) = kind_of_task<Function>();
      return;
    }
    auto& self = static_cast<group_member&>(base);
    auto& w = *static_cast<Worker*>(executing);
    group_state<Worker>& group = *self.group_;
    const bool by_owner = group.begin_one(w);
    if (!group.skips()) {
      try {
        static_cast<void>(jackdaw::call(self.function_, w));
      } catch (...) { group.record_current(); }
    }
    self.free(w);
    group.end_one(w, by_owner);
  }

  group_state<Worker>* group_;
  Function function_;
};

}  // namespace jackdaw::fork_join
