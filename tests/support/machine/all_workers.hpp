// All workers of a scheduler at work at the same time.
#pragma once

#include <atomic>
#include <thread>
#include <vector>

namespace jackdaw::tests {

/// One task for each worker calls `work(worker)` when all have begun, so each worker has one. For schedulers whose
/// surplus works.
template <class Scheduler, class Work>
void on_all_workers(Scheduler& scheduler, Work work) {
  std::atomic<unsigned> begun{0};
  const unsigned all = scheduler.workers();
  auto one = [&](auto& w) {
    ++begun;
    while (begun < all) std::this_thread::yield();
    work(w);
  };
  const std::vector<decltype(one)> tasks(all, one);
  scheduler.run_each(tasks);
}

}  // namespace jackdaw::tests
