#include <tbb/parallel_invoke.h>

#include "bench/peers/matmul/config.hpp"
#include "bench/peers/runs/tbb_run.hpp"

namespace jackdaw::bench {
namespace {

using matmul::product;

void multiply(const product& p) {
  if (p.size == matmul::leaf) return matmul::multiply_leaf(p);
  const auto parts = p.quadrants();
  for (const product* four = parts.data(); four != parts.data() + parts.size(); four += 4) {
    tbb::parallel_invoke([four] { multiply(four[0]); }, [four] { multiply(four[1]); },
                         [four] { multiply(four[2]); }, [four] { multiply(four[3]); });
  }
}

measurement run(unsigned, unsigned workers) {
  matmul::matrices all;
  const double seconds = seconds_in_tbb(workers, [&all] { multiply(all.whole()); });
  return all.checked(seconds);
}

const registered entry{as_tbb(run)};

}  // namespace
}  // namespace jackdaw::bench
