#include <jackdaw/base/clock.hpp>

#include "bench/peers/serial_run.hpp"
#include "bench/peers/uts/config.hpp"

namespace jackdaw::bench {
namespace {

std::uint64_t count(const uts::tree& t, const uts::node& n) {
  const int children = uts::children_of(t, n);
  std::uint64_t sum = 1;
  for (int i = 0; i < children; ++i) sum += count(t, uts::child_of(n, i));
  return sum;
}

measurement run(unsigned instance, unsigned) {
  const uts::tree& t = uts::trees[instance];
  const base::stopwatch watch;
  const auto found = count(t, uts::root_of(t));
  return uts::checked(t, found, watch.seconds());
}

const enrolled entry{as_serial(run)};

}  // namespace

problem the_problem() {
  problem uts{"uts", "node", {}};
  for (const uts::tree& t : uts::trees) uts.instances.push_back(std::string(t.name) + ", task per node");
  return uts;
}

}  // namespace jackdaw::bench
