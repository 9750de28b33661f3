#include "bench/peers/metg/config.hpp"
#include "bench/peers/runs/tbb_run.hpp"

namespace jackdaw::bench {
namespace {

struct task : metg::body {
  void operator()() const { run(static_cast<unsigned>(tbb::this_task_arena::current_thread_index())); }
};

measurement run(unsigned steps, unsigned workers) {
  const std::uint64_t tasks = metg::tasks_of(steps);
  sums all(workers);
  const double seconds = seconds_in_tbb(
      workers,
      [&all, steps, tasks] {
        tbb::task_group group;
        for (std::uint64_t i = 0; i < tasks; ++i) group.run(task{{&all, i, steps}});
        group.wait();
      },
      metg::rounds);
  return metg::checked(all, steps, seconds);
}

const registered entry{as_tbb(run)};

}  // namespace
}  // namespace jackdaw::bench
