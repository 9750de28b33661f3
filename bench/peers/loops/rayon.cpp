#include <cstddef>
#include <cstdint>

#include "bench/peers/loops/config.hpp"
#include "bench/peers/runs/rayon_run.hpp"

extern "C" {
void rayon_axpy(const double* x, double* y, std::size_t many);
void rayon_polynomials(const double* x, double* y, std::size_t many);
void rayon_work(std::uint64_t* numbers, std::size_t outer, std::size_t many, std::uint64_t steps);
}

namespace jackdaw::bench {
namespace {

/// A loop of Rust over what the loops compute on.
struct by_rust {
  void axpy(const double* x, double* y, std::size_t many) const { rayon_axpy(x, y, many); }
  void polynomials(const double* x, double* y, std::size_t many) const { rayon_polynomials(x, y, many); }
  void work(std::uint64_t* numbers, std::size_t outer, std::size_t many, std::uint64_t steps) const {
    rayon_work(numbers, outer, many, steps);
  }
};

measurement run(unsigned instance, unsigned workers) {
  loops::bench_loop loop(loops::instances[instance]);
  double seconds = 0;
  static_cast<void>(seconds_in_rayon(workers, [&] { seconds = loop.seconds(by_rust{}); }));
  return loop.checked(seconds);
}

const registered entry{as_rayon(run)};

}  // namespace
}  // namespace jackdaw::bench
