// The same with OpenMP. Nothing bounds how many tasks there are, but a wait after as many as there are places.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "problem.hpp"

int main() {
  problem::source in;
  problem::sink out;
  std::vector<std::uint64_t> places(problem::in_flight);
#pragma omp parallel
#pragma omp single
  for (std::size_t i = 0; i < problem::items; ++i) {
    std::uint64_t* const item = &places[i % problem::in_flight];
#pragma omp task firstprivate(item) depend(inout : in) depend(out : *item)
    *item = in.next();
#pragma omp task firstprivate(item) depend(inout : *item)
    *item = problem::work(*item);
#pragma omp task firstprivate(item) depend(in : *item) depend(inout : out)
    out.take(*item);
    if (i % problem::in_flight == problem::in_flight - 1) {
#pragma omp taskwait
    }
  }

  const bool right = out.sum == problem::expected();
  std::puts(right ? "right" : "WRONG");
  return right ? 0 : 1;
}
