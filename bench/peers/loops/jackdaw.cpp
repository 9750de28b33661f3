#include <jackdaw/parallel.hpp>

#include "bench/peers/loops/config.hpp"
#include "bench/peers/runs/jackdaw_run.hpp"

namespace jackdaw::bench {
namespace {

measurement run(unsigned instance, unsigned workers) {
  loops::bench_loop loop(loops::instances[instance]);
  double seconds = 0;
  static_cast<void>(seconds_in_jackdaw(workers, [&](worker&) {
    seconds = loop.seconds([](std::size_t n, const auto& body) { parallel_for(std::size_t{0}, n, body); });
  }));
  return loop.checked(seconds);
}

/// The same with blocks, in which the loop is written out.
measurement run_blocked(unsigned instance, unsigned workers) {
  loops::bench_loop loop(loops::instances[instance]);
  double seconds = 0;
  static_cast<void>(seconds_in_jackdaw(workers, [&](worker&) {
    seconds = loop.seconds([](std::size_t n, const auto& body) {
      parallel_for_blocked(std::size_t{0}, n, [&body](std::size_t from, std::size_t to) {
        for (std::size_t i = from; i != to; ++i) body(i);
      });
    });
  }));
  return loop.checked(seconds);
}

const registered entry{as_jackdaw(run)};
const registered blocked{as_jackdaw(run_blocked, "jackdaw-blocked")};

}  // namespace
}  // namespace jackdaw::bench
