#include "apps/skynet/joins.hpp"
#include "bench/peers/runs/jackdaw_run.hpp"
#include "bench/peers/skynet/config.hpp"

namespace jackdaw::bench {
namespace {

measurement run(unsigned, unsigned workers) {
  long found = 0;
  const double seconds =
      seconds_in_jackdaw(workers, [&found](worker& w) { found = apps::skynet::sum(w, 0, skynet::leaves); });
  return skynet::checked(found, seconds);
}

const registered entry{as_jackdaw(run)};

}  // namespace
}  // namespace jackdaw::bench
