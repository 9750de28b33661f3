#include <execution>
#include <numeric>

#include <tbb/blocked_range.h>
#include <tbb/parallel_reduce.h>
#include <tbb/parallel_scan.h>

#include "bench/peers/runs/tbb_run.hpp"
#include "bench/peers/sums/config.hpp"

namespace jackdaw::bench {
namespace {

using range = tbb::blocked_range<std::size_t>;

std::int64_t sum_of(const sums::numbers& in) {
  return tbb::parallel_reduce(
      range(0, in.size()), std::int64_t{0},
      [&in](const range& part, std::int64_t sum) {
        for (std::size_t i = part.begin(); i != part.end(); ++i) sum += in[i];
        return sum;
      },
      std::plus<>());
}

void scan(const sums::numbers& in, sums::numbers& out) {
  tbb::parallel_scan(
      range(0, in.size()), std::int64_t{0},
      [&in, &out](const range& part, std::int64_t sum, bool is_final) {
        for (std::size_t i = part.begin(); i != part.end(); ++i) {
          sum += in[i];
          if (is_final) out[i] = sum;
        }
        return sum;
      },
      std::plus<>());
}

measurement run(unsigned instance, unsigned workers) {
  const sums::instance& of = sums::instances[instance];
  double seconds = 0;
  static_cast<void>(seconds_in_tbb(workers, [&] { seconds = sums::seconds(of, sum_of, scan); }));
  return sums::measured(of, seconds);
}

/// The parallel algorithms of the standard library, which work on oneTBB.
measurement run_standard(unsigned instance, unsigned workers) {
  const sums::instance& of = sums::instances[instance];
  double seconds = 0;
  static_cast<void>(seconds_in_tbb(workers, [&] {
    seconds = sums::seconds(
        of,
        [](const sums::numbers& in) {
          return std::reduce(std::execution::par, in.begin(), in.end(), std::int64_t{0});
        },
        [](const sums::numbers& in, sums::numbers& out) {
          std::inclusive_scan(std::execution::par, in.begin(), in.end(), out.begin());
        });
  }));
  return sums::measured(of, seconds);
}

const registered entry{as_tbb(run)};
const registered standard{{"std::par", role::rival, "g++ " __VERSION__, run_standard}};

}  // namespace
}  // namespace jackdaw::bench
