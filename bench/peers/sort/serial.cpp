#include <string>

#include "bench/peers/runs/serial_run.hpp"
#include "bench/peers/sort/config.hpp"

namespace jackdaw::bench {
namespace {

measurement run(unsigned instance, unsigned) {
  return sorts::measured(instance, [](auto& keys) {
    const base::stopwatch watch;
    std::sort(keys.begin(), keys.end());
    return watch.seconds();
  });
}

const registered entry{as_serial(run)};

}  // namespace

problem the_problem() {
  problem all{"sort", "key", {}};
  for (const sorts::instance& each : sorts::instances)
    all.instances.push_back("sort of " + std::to_string(each.count) + " " + std::string(each.name));
  return all;
}

}  // namespace jackdaw::bench
