#include <stdexcept>

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

void scan(const sums::numbers& in, sums::numbers& out, int threads) {
  std::int64_t sum = 0;
#pragma omp parallel for num_threads(threads) reduction(inscan, + : sum)
  for (std::size_t i = 0; i < in.size(); ++i) {
    sum += in[i];
#pragma omp scan inclusive(sum)
    out[i] = sum;
  }
}

measurement run(unsigned instance, unsigned workers) {
  const sums::instance& of = sums::instances[instance];
#ifdef __clang__
  constexpr std::size_t on_stack = 1'000'000;
  if (of.computes == sums::what::scan && of.elements > on_stack)
    throw std::length_error("clang's scan keeps a copy of each partial sum on the stack");
#endif
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
