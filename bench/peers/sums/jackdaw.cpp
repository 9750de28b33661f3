#include <functional>

#include <jackdaw/parallel.hpp>

#include "bench/peers/runs/jackdaw_run.hpp"
#include "bench/peers/sums/config.hpp"

namespace jackdaw::bench {
namespace {

measurement run(unsigned instance, unsigned workers) {
  const sums::instance& of = sums::instances[instance];
  double seconds = 0;
  static_cast<void>(seconds_in_jackdaw(workers, [&](worker& w) {
    seconds = sums::seconds(
        of,
        [&w](const sums::numbers& in) {
          return parallel_reduce(w, in, std::int64_t{0}, std::identity(), std::plus<>());
        },
        [&w](const sums::numbers& in, sums::numbers& out) {
          parallel_scan(w, in.begin(), in.end(), out.begin());
        });
  }));
  return sums::measured(of, seconds);
}

const registered entry{as_jackdaw(run)};

}  // namespace
}  // namespace jackdaw::bench
