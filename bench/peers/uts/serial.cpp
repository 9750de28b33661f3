#include <jackdaw/base/clock.hpp>

#include "apps/uts/search.hpp"
#include "bench/peers/runs/serial_run.hpp"
#include "bench/peers/uts/config.hpp"

namespace jackdaw::bench {
namespace {

measurement run(unsigned instance, unsigned) {
  const uts::instance& of = uts::trees[instance];
  const base::stopwatch watch;
  const auto found = apps::uts::search<apps::uts::node_count>(of.rules);
  return uts::checked(of, found.nodes, watch.seconds());
}

const registered entry{as_serial(run)};

}  // namespace

problem the_problem() {
  problem uts{"uts", "node", {}};
  for (const uts::instance& each : uts::trees)
    uts.instances.push_back(std::string(each.name) + ", task per node");
  return uts;
}

}  // namespace jackdaw::bench
