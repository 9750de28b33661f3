#include <numeric>

#include "bench/peers/runs/serial_run.hpp"
#include "bench/peers/sums/config.hpp"

namespace jackdaw::bench {
namespace {

measurement run(unsigned instance, unsigned) {
  const sums::instance& of = sums::instances[instance];
  return sums::measured(
      of,
      sums::seconds(
          of, [](const sums::numbers& in) { return std::accumulate(in.begin(), in.end(), std::int64_t{0}); },
          [](const sums::numbers& in, sums::numbers& out) {
            std::partial_sum(in.begin(), in.end(), out.begin());
          }));
}

const registered entry{as_serial(run)};

}  // namespace

problem the_problem() {
  problem all{"sums", "element", {}};
  for (const sums::instance& each : sums::instances) all.instances.emplace_back(each.name);
  return all;
}

}  // namespace jackdaw::bench
