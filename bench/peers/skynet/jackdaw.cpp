#include "bench/peers/jackdaw_run.hpp"
#include "bench/peers/skynet/config.hpp"

namespace jackdaw::bench {
namespace {

long sum(worker& w, long first, long size);

// `many` neighbours of `part` leaves each, halved by joins until one is left.
long branches(worker& w, long first, long part, int many) {
  if (many == 1) return sum(w, first, part);
  const int half = many / 2;
  const auto [a, b] = join(
      w, [first, part, half](worker& here) { return branches(here, first, part, half); },
      [first, part, half, many](worker& here) {
        return branches(here, first + half * part, part, many - half);
      });
  return a + b;
}

long sum(worker& w, long first, long size) {
  if (size == 1) return first;
  return branches(w, first, size / skynet::children, skynet::children);
}

measurement run(unsigned, unsigned workers) {
  long found = 0;
  const double seconds =
      seconds_in_jackdaw(workers, [&found](worker& w) { found = sum(w, 0, skynet::leaves); });
  return skynet::checked(found, seconds);
}

const enrolled entry{as_jackdaw(run)};

}  // namespace
}  // namespace jackdaw::bench
