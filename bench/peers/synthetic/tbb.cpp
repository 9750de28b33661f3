#include "bench/peers/runs/tbb_run.hpp"
#include "bench/peers/synthetic/config.hpp"

namespace jackdaw::bench {
namespace {

struct shared {
  synthetic_state state;
  tbb::task_group group{};
};

struct task_of_tbb {
  shared* all;
  int i;

  void operator()() const {
    const auto id = static_cast<unsigned>(tbb::this_task_arena::current_thread_index());
    synthetic::step(all->state, i, id, [&](int j) { all->group.run(task_of_tbb{all, j}); });
  }
};

measurement run(unsigned instance, unsigned workers) {
  const synthetic_size size = synthetic_sizes[instance];
  shared all{make_synthetic_state(size.f, workers)};
  const double seconds = seconds_in_tbb(workers, [&all, &size] {
    for (int i = size.k - 1; i >= 0; --i) all.group.run(task_of_tbb{&all, i});
    all.group.wait();
  });
  return checked(size, sum_of(all.state), seconds);
}

const registered entry{as_tbb(run)};

}  // namespace
}  // namespace jackdaw::bench
