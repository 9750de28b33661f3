// What waits for other ranks is refused inside tasks: a task runs on one rank, and the others are not in the call.
#pragma once

#include <string>

namespace jackdaw::cluster::detail {

/// The name of the task of a flow that this thread executes, or null.
extern thread_local const std::string* task_here;

/// Lives while this thread executes such a task.
struct in_task {
  explicit in_task(const std::string& name) noexcept { task_here = &name; }
  ~in_task() { task_here = nullptr; }
  in_task(const in_task&) = delete;
  in_task& operator=(const in_task&) = delete;
};

/// Throws std::logic_error inside a task of a flow. `what`: that it is to do, as in "wait or fetch".
void refuse_inside_task(const char* what);

/// Throws std::logic_error while a pool runs on this rank. The thread that made the world is in run() then, so the caller
/// is a task, or a part of one on another thread. `what`: the function, as in "barrier()".
void refuse_inside_pool_task(const char* what);

}  // namespace jackdaw::cluster::detail
