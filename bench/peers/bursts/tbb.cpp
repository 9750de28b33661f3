#include "bench/peers/bursts/config.hpp"
#include "bench/peers/runs/tbb_run.hpp"

namespace jackdaw::bench {
namespace {

/// A group for each outside thread, as programs write it: while it waits, it works in an arena of its own, to which
/// oneTBB sends its threads.
measurement run(unsigned instance, unsigned workers) {
  tbb::task_scheduler_handle threads{tbb::attach{}};
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, workers);
  rouse_tbb(workers);
  const measurement found = bursts::measured(instance, [](const auto& each_task) {
    tbb::task_group group;
    each_task([&group](const bursts::small_task& task) { group.run(task); });
    group.wait();
  });
  static_cast<void>(tbb::finalize(threads, std::nothrow));
  return found;
}

const registered entry{as_tbb(run)};

}  // namespace
}  // namespace jackdaw::bench
