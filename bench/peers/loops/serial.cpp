#include <string>

#include "bench/peers/loops/config.hpp"
#include "bench/peers/runs/serial_run.hpp"

namespace jackdaw::bench {
namespace {

measurement run(unsigned instance, unsigned) {
  loops::bench_loop loop(loops::instances[instance]);
  const double seconds = loop.seconds([](std::size_t n, const auto& body) {
    for (std::size_t i = 0; i < n; ++i) body(i);
  });
  return loop.checked(seconds);
}

const registered entry{as_serial(run)};

}  // namespace

problem the_problem() {
  problem all{"loops", "iteration", {}};
  for (const loops::instance& each : loops::instances) all.instances.emplace_back(each.name);
  return all;
}

}  // namespace jackdaw::bench
