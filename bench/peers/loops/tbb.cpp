#include <tbb/parallel_for.h>

#include "bench/peers/loops/config.hpp"
#include "bench/peers/runs/tbb_run.hpp"

namespace jackdaw::bench {
namespace {

measurement run(unsigned instance, unsigned workers) {
  loops::bench_loop loop(loops::instances[instance]);
  double seconds = 0;
  static_cast<void>(seconds_in_tbb(workers, [&] {
    seconds =
        loop.seconds([](std::size_t n, const auto& body) { tbb::parallel_for(std::size_t{0}, n, body); });
  }));
  return loop.checked(seconds);
}

const registered entry{as_tbb(run)};

}  // namespace
}  // namespace jackdaw::bench
