#include "bench/peers/metg/config.hpp"
#include "bench/peers/runs/jackdaw_run.hpp"

namespace jackdaw::bench {
namespace {

struct task : metg::body {
  void operator()(worker& w) const { run(w.id()); }
};

measurement run(unsigned steps, unsigned workers) {
  const std::uint64_t tasks = metg::tasks_of(steps);
  sums all(workers);
  const double seconds = seconds_in_jackdaw(
      workers,
      [&all, steps, tasks](worker& w) {
        for (std::uint64_t i = 0; i < tasks; ++i) w.put(task{{&all, i, steps}});
      },
      metg::rounds);
  return metg::checked(all, steps, seconds);
}

const registered entry{as_jackdaw(run)};

}  // namespace
}  // namespace jackdaw::bench
