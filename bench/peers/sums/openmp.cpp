#include <algorithm>
#include <cstddef>
#include <limits>

#include "bench/peers/runs/openmp_run.hpp"
#include "bench/peers/sums/config.hpp"

namespace jackdaw::bench {
namespace {

std::int64_t sum_of(const sums::numbers& in, int threads) {
  std::int64_t sum = 0;
#pragma omp parallel for num_threads(threads) reduction(+ : sum)
  for (std::size_t i = 0; i < in.size(); ++i) sum += in[i];
  return sum;
}

/// How many numbers one loop may have: clang's keeps a copy of each partial sum on the stack.
#ifdef __clang__
constexpr std::size_t most_in_a_loop = std::size_t{1} << 18U;
#else
constexpr std::size_t most_in_a_loop = std::numeric_limits<std::size_t>::max();
#endif

void scan(const sums::numbers& in, sums::numbers& out, int threads) {
  std::int64_t before = 0;
  for (std::size_t first = 0, last = 0; first < in.size(); first = last) {
    last = first + std::min(most_in_a_loop, in.size() - first);
    std::int64_t sum = 0;  // not the sum before: clang's begins with 0 all the same
#pragma omp parallel for num_threads(threads) reduction(inscan, + : sum)
    for (std::size_t i = first; i < last; ++i) {
      sum += in[i];
#pragma omp scan inclusive(sum)
      out[i] = before + sum;
    }
    before = out[last - 1];
  }
}

measurement run(unsigned instance, unsigned workers) {
  const sums::instance& of = sums::instances[instance];
  const int threads = static_cast<int>(workers);
  omp_set_dynamic(0);
  const double seconds = sums::seconds(
      of, [threads](const sums::numbers& in) { return sum_of(in, threads); },
      [threads](const sums::numbers& in, sums::numbers& out) { scan(in, out, threads); });
  omp_pause_resource_all(omp_pause_hard);
  return sums::measured(of, seconds);
}

const registered entry{as_openmp(run)};

}  // namespace
}  // namespace jackdaw::bench
