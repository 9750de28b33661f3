#include <jackdaw/parallel/parallel_invoke.hpp>

#include "bench/peers/matmul/config.hpp"
#include "bench/peers/runs/jackdaw_run.hpp"

namespace jackdaw::bench {
namespace {

using matmul::product;

void multiply(worker& w, const product& p) {
  if (p.size == matmul::leaf) return matmul::multiply_leaf(p);
  const auto parts = p.quadrants();
  for (const product* four = parts.data(); four != parts.data() + parts.size(); four += 4) {
    parallel_invoke(
        w, [four](worker& here) { multiply(here, four[0]); },
        [four](worker& here) { multiply(here, four[1]); }, [four](worker& here) { multiply(here, four[2]); },
        [four](worker& here) { multiply(here, four[3]); });
  }
}

measurement run(unsigned, unsigned workers) {
  matmul::matrices all;
  const double seconds = seconds_in_jackdaw(workers, [&all](worker& w) { multiply(w, all.whole()); });
  return all.checked(seconds);
}

const registered entry{as_jackdaw(run)};

}  // namespace
}  // namespace jackdaw::bench
