#include <string>

#include <jackdaw/base/clock.hpp>

#include "bench/peers/runs/serial_run.hpp"
#include "bench/peers/skynet/config.hpp"

namespace jackdaw::bench {
namespace {

measurement run(unsigned, unsigned) {
  const base::stopwatch watch;
  const long found = apps::skynet::sum(0, skynet::leaves);
  return skynet::checked(skynet::leaves, found, watch.seconds());
}

const registered entry{as_serial(run)};

}  // namespace

problem the_problem() {
  return {"skynet",
          "leaf",
          {sized(std::string("skynet, 10^6 leaves, task per node"), "skynet, 10^3 leaves, task per node",
                 "skynet, task per node")}};
}

}  // namespace jackdaw::bench
