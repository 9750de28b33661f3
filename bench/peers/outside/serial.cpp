#include <string>

#include "bench/peers/outside/config.hpp"
#include "bench/peers/runs/serial_run.hpp"

namespace jackdaw::bench {
namespace {

struct none {};

struct caller {
  explicit caller(none&) {}
  void submit(const auto& f) { f(); }
  void wait() {}
};

measurement run(unsigned instance, unsigned) {
  none runtime;
  return outside::run<caller>(instance, runtime);
}

const registered entry{as_serial(run)};

}  // namespace

problem the_problem() {
  problem all{"outside", "task", {}};
  for (const outside::instance& each : outside::instances) all.instances.emplace_back(each.name);
  return all;
}

}  // namespace jackdaw::bench
