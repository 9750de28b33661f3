#include "bench/peers/cholesky_pattern/config.hpp"
#include "bench/peers/runs/openmp_run.hpp"

namespace jackdaw::bench {
namespace {

struct depending_tasks {
  std::uint64_t* t;

  void factor(std::size_t kk) {
    std::uint64_t* const d = t + kk;
#pragma omp task depend(inout : d[0]) firstprivate(d)
    cholesky_pattern::factor(*d);
  }
  void solve(std::size_t kk, std::size_t ik) {
    const std::uint64_t* const d = t + kk;
    std::uint64_t* const x = t + ik;
#pragma omp task depend(in : d[0]) depend(inout : x[0]) firstprivate(d, x)
    cholesky_pattern::solve(*d, *x);
  }
  void update(std::size_t ik, std::size_t ii) {
    const std::uint64_t* const a = t + ik;
    std::uint64_t* const x = t + ii;
#pragma omp task depend(in : a[0]) depend(inout : x[0]) firstprivate(a, x)
    cholesky_pattern::update(*a, *x);
  }
  void multiply(std::size_t ik, std::size_t jk, std::size_t ij) {
    const std::uint64_t* const a = t + ik;
    const std::uint64_t* const b = t + jk;
    std::uint64_t* const x = t + ij;
#pragma omp task depend(in : a[0], b[0]) depend(inout : x[0]) firstprivate(a, b, x)
    cholesky_pattern::multiply(*a, *b, *x);
  }
};

measurement run(unsigned, unsigned workers) {
  std::vector<std::uint64_t> tile(cholesky_pattern::tiles * cholesky_pattern::tiles, 1);
  const double seconds = seconds_in_openmp(
      workers,
      [&tile] {
        cholesky_pattern::pattern.for_each(depending_tasks{tile.data()});
#pragma omp taskwait
      },
      cholesky_pattern::rounds);
  return cholesky_pattern::checked(tile, cholesky_pattern::all_rounds, seconds);
}

const registered entry{as_openmp(run)};

}  // namespace
}  // namespace jackdaw::bench
