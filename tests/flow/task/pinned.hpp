// For the tests of pinned tasks.
#pragma once

#include <atomic>
#include <thread>

namespace jackdaw::tests {

/// As which worker the calling thread executes a task.
template <class Scheduler>
unsigned here(Scheduler& sched) {
  return sched.worker_here()->id();
}

void until(const auto& holds) {
  while (!holds()) std::this_thread::yield();
}

/// Counts tasks that have run where they should, and those that have not.
struct tally {
  std::atomic<int> right{0};
  std::atomic<int> wrong{0};
  void note(bool is_right) { ++(is_right ? right : wrong); }
};

}  // namespace jackdaw::tests
