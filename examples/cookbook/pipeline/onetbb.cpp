// The same with oneTBB's pipeline.
#include <cstddef>
#include <cstdint>
#include <cstdio>

#include <tbb/parallel_pipeline.h>

#include "problem.hpp"

int main() {
  problem::source in;
  problem::sink out;
  std::size_t come = 0;
  tbb::parallel_pipeline(
      problem::in_flight,
      tbb::make_filter<void, std::uint64_t>(tbb::filter_mode::serial_in_order,
                                            [&](tbb::flow_control& end) -> std::uint64_t {
                                              if (come++ == problem::items) return end.stop(), 0;
                                              return in.next();
                                            }) &
          tbb::make_filter<std::uint64_t, std::uint64_t>(tbb::filter_mode::parallel, &problem::work) &
          tbb::make_filter<std::uint64_t, void>(tbb::filter_mode::serial_in_order,
                                                [&](std::uint64_t x) { out.take(x); }));

  const bool right = out.sum == problem::expected();
  std::puts(right ? "right" : "WRONG");
  return right ? 0 : 1;
}
