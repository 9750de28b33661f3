#include <string>

#include "bench/peers/bursts/config.hpp"
#include "bench/peers/runs/serial_run.hpp"

namespace jackdaw::bench {
namespace {

/// The outside threads execute their tasks themselves: one of them does, so that it is serial.
measurement run(unsigned instance, unsigned) {
  const bursts::instance& of = bursts::instances.at(instance);
  bursts::results found;
  const base::stopwatch watch;
  for (std::uint64_t task = 0; task != of.tasks; ++task) bursts::small_task{&found, task, of.steps}();
  const double seconds = watch.seconds();
  expect(found.sum(), worked(of.steps).sum(of.tasks));
  return {seconds, static_cast<double>(of.tasks)};
}

const registered entry{as_serial(run)};

}  // namespace

problem the_problem() {
  problem all{"bursts", "task", {}};
  for (const bursts::instance& each : bursts::instances) {
    all.instances.push_back(std::string(each.steps == 0 ? "empty tasks" : "tasks of some 0.5 us") + " from " +
                            std::to_string(each.threads) + " outside thread" +
                            (each.threads == 1 ? "" : "s"));
  }
  return all;
}

}  // namespace jackdaw::bench
