#include "bench/peers/matmul/config.hpp"
#include "bench/peers/runs/openmp_run.hpp"

namespace jackdaw::bench {
namespace {

using matmul::product;

void multiply(const product& p) {
  if (p.size == matmul::leaf) return matmul::multiply_leaf(p);
  const auto parts = p.quadrants();
  for (const product* four = parts.data(); four != parts.data() + parts.size(); four += 4) {
    for (int i = 1; i < 4; ++i) {
#pragma omp task firstprivate(four, i)
      multiply(four[i]);
    }
    multiply(four[0]);
#pragma omp taskwait
  }
}

measurement run(unsigned, unsigned workers) {
  matmul::matrices all;
  const double seconds = seconds_in_openmp(workers, [&all] { multiply(all.whole()); });
  return all.checked(seconds);
}

const registered entry{as_openmp(run)};

}  // namespace
}  // namespace jackdaw::bench
