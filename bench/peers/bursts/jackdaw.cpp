#include <stdexcept>

#include <jackdaw/flow/basic_flow.hpp>
#include <jackdaw/flow/trace/open_tasks.hpp>
#include <jackdaw/fork_join/group/task_group.hpp>

#include "bench/peers/bursts/config.hpp"
#include "bench/peers/runs/jackdaw_run.hpp"

namespace jackdaw::bench {
namespace {

/// A flow for each outside thread, whose tasks use no data.
measurement run(unsigned instance, unsigned workers) {
  scheduler jackdaws(workers);
  rouse(jackdaws);
  return bursts::measured(instance, [&jackdaws](const auto& each_task) {
    flow tasks(jackdaws);
    each_task([&tasks](const bursts::small_task& task) { tasks.submit(task); });
    tasks.wait();
  });
}

/// A group for each outside thread, on the scheduler of the process.
measurement run_groups(unsigned instance, unsigned workers) {
  if (workers > default_scheduler().workers())
    throw std::invalid_argument("the default scheduler has fewer workers: JACKDAW_WORKERS gives it more");
  default_scheduler().allow_workers(workers);
  return bursts::measured(instance, [](const auto& each_task) {
    task_group group;
    each_task([&group](const bursts::small_task& task) { group.spawn(task); });
    group.wait();
  });
}

const registered entry{as_jackdaw(run)};
const registered groups{as_jackdaw(run_groups, "jackdaw-group")};

}  // namespace
}  // namespace jackdaw::bench
