#include <jackdaw/base/clock.hpp>

#include "bench/peers/matmul/config.hpp"
#include "bench/peers/runs/serial_run.hpp"

namespace jackdaw::bench {
namespace {

using matmul::product;

void multiply(const product& p) {
  if (p.size == matmul::leaf) return matmul::multiply_leaf(p);
  for (const product& part : p.quadrants()) multiply(part);
}

measurement run(unsigned, unsigned) {
  matmul::matrices all;
  const base::stopwatch watch;
  multiply(all.whole());
  return all.checked(watch.seconds());
}

const registered entry{as_serial(run)};

}  // namespace

problem the_problem() {
  return {"matmul", "product", {"matrices of " + std::to_string(matmul::n) + " rows, task per block of 64"}};
}

}  // namespace jackdaw::bench
