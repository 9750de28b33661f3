// All workers of a scheduler at work at the same time.
#pragma once

#include <atomic>
#include <thread>

namespace jackdaw::tests {

/// One task for each worker calls `work(worker)` when all have begun, so each worker has one. For schedulers whose
/// surplus works.
template <class Scheduler, class Work>
void on_everybody(Scheduler& scheduler, Work work) {
  std::atomic<unsigned> begun{0};
  const unsigned all = scheduler.workers();
  scheduler.run([&](auto& first) {
    const auto one = [&](auto& w) {
      ++begun;
      while (begun < all) std::this_thread::yield();
      work(w);
    };
    for (unsigned i = 1; i < all; ++i) first.put(one);
    one(first);
  });
}

}  // namespace jackdaw::tests
