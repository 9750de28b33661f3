#include <jackdaw/base/clock.hpp>

#include "bench/peers/runs/serial_run.hpp"
#include "bench/peers/synthetic/config.hpp"

namespace jackdaw::bench {
namespace {

measurement run(unsigned instance, unsigned) {
  const synthetic_size size = synthetic_sizes[instance];
  synthetic::tally found{};
  const base::stopwatch watch;
  for (int i = size.k - 1; i >= 0; --i) synthetic::call(i, size.f, found);
  return checked(size, found, watch.seconds());
}

const registered entry{as_serial(run)};

}  // namespace

problem the_problem() {
  problem what{"synthetic", "task", {}};
  for (const auto& size : synthetic_sizes)
    what.instances.push_back("KR02 synthetic, k=" + std::to_string(size.k) + " f=" + std::to_string(size.f));
  return what;
}

}  // namespace jackdaw::bench
