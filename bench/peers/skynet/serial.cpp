#include <jackdaw/base/clock.hpp>

#include "bench/peers/serial_run.hpp"
#include "bench/peers/skynet/config.hpp"

namespace jackdaw::bench {
namespace {

[[gnu::noinline]] long sum(long first, long size) {
  if (size == 1) return first;
  const long part = size / skynet::children;
  long total = 0;
  for (int i = 0; i < skynet::children; ++i) total += sum(first + i * part, part);
  return total;
}

measurement run(unsigned, unsigned) {
  const base::stopwatch watch;
  const long found = sum(0, skynet::leaves);
  return skynet::checked(found, watch.seconds());
}

const enrolled entry{as_serial(run)};

}  // namespace

problem the_problem() { return {"skynet", "leaf", {"skynet, 10^6 leaves, task per node"}}; }

}  // namespace jackdaw::bench
