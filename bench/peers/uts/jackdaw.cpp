#include "apps/uts/joins.hpp"
#include "bench/peers/runs/jackdaw_run.hpp"
#include "bench/peers/uts/config.hpp"

namespace jackdaw::bench {
namespace {

measurement run(unsigned instance, unsigned workers) {
  const uts::instance& of = uts::trees[instance];
  apps::uts::node_count found;
  const double seconds = seconds_in_jackdaw(workers, [&found, &t = of.rules](worker& w) {
    found = apps::uts::search<apps::uts::node_count>(w, t, t.root());
  });
  return uts::checked(of, found.nodes, seconds);
}

const registered entry{as_jackdaw(run)};

}  // namespace
}  // namespace jackdaw::bench
