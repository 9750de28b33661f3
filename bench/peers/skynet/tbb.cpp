#include <array>

#include "bench/peers/runs/tbb_run.hpp"
#include "bench/peers/skynet/config.hpp"

namespace jackdaw::bench {
namespace {

long sum(long first, long size) {
  if (size == 1) return first;
  const long part = size / skynet::children;
  std::array<long, skynet::children> found;
  tbb::task_group group;
  for (int i = 0; i < skynet::children; ++i) {
    group.run([&result = found[static_cast<std::size_t>(i)], from = first + i * part, part] {
      result = sum(from, part);
    });
  }
  group.wait();
  long total = 0;
  for (const long each : found) total += each;
  return total;
}

measurement run(unsigned, unsigned workers) {
  long found = 0;
  const double seconds = seconds_in_tbb(workers, [&found] { found = sum(0, skynet::leaves_of_tbb); });
  return skynet::checked(skynet::leaves_of_tbb, found, seconds);
}

const registered entry{as_tbb(run)};

}  // namespace
}  // namespace jackdaw::bench
