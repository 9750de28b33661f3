#include "bench/peers/nqueens/config.hpp"
#include "bench/peers/runs/tbb_run.hpp"

namespace jackdaw::bench {
namespace {

using nqueens::position;

long count(const position& from) {
  if (from.rows == nqueens::n) return 1;
  std::array<long, nqueens::n> found{};
  tbb::task_group group;
  for (int column = 0; column < nqueens::n; ++column) {
    if (!nqueens::is_free(from, column)) continue;
    group.run([&result = found[static_cast<std::size_t>(column)], next = nqueens::with_queen(from, column)] {
      result = count(next);
    });
  }
  group.wait();
  long sum = 0;
  for (const long each : found) sum += each;
  return sum;
}

measurement run(unsigned, unsigned workers) {
  long found = 0;
  const double seconds = seconds_in_tbb(workers, [&found] { found = count({}); });
  return nqueens::checked(found, seconds);
}

const registered entry{as_tbb(run)};

}  // namespace
}  // namespace jackdaw::bench
