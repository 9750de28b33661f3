#include <cstdint>

#include "bench/peers/runs/rayon_run.hpp"
#include "bench/peers/skynet/config.hpp"

extern "C" std::uint64_t rayon_skynet(std::uint64_t leaves, bool by_iterators);

namespace jackdaw::bench {
namespace {

template <bool by_iterators>
measurement run(unsigned, unsigned workers) {
  std::uint64_t found = 0;
  const double seconds = seconds_in_rayon(
      workers, [&found] { found = rayon_skynet(static_cast<std::uint64_t>(skynet::leaves), by_iterators); });
  return skynet::checked(skynet::leaves, static_cast<long>(found), seconds);
}

const registered joins{as_rayon(run<false>)};
const registered iterators{as_rayon(run<true>, "Rayon-iter")};

}  // namespace
}  // namespace jackdaw::bench
