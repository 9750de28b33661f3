// Sums of an array: one of all elements, and one of each prefix.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include <jackdaw/base/clock.hpp>

#include "bench/peers/peer.hpp"

namespace jackdaw::bench::sums {

enum class what { reduce, scan };

struct instance {
  std::string_view name;
  what computes;
  std::size_t elements;
  unsigned rounds;  ///< in one timed run
};

inline const std::array instances{
    instance{"sum of 10^5", what::reduce, 100'000, sized(1000U, 3)},
    instance{"sum of 10^7", what::reduce, sized<std::size_t>(10'000'000, 20'000), sized(20U, 2)},
    instance{"prefix sums of 10^5", what::scan, 100'000, sized(1000U, 3)},
    instance{"prefix sums of 10^7", what::scan, sized<std::size_t>(10'000'000, 20'000), sized(20U, 2)},
};

using numbers = std::vector<std::int64_t>;

/// Seconds of all rounds but the first, if what was computed is right. reduce(in) returns a sum; scan(in, out) writes the
/// inclusive prefix sums.
template <class Reduce, class Scan>
[[nodiscard]] double seconds(const instance& of, const Reduce& reduce, const Scan& scan) {
  numbers in(of.elements);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<std::int64_t>(i % 1000) - 300;
  numbers out(of.computes == what::scan ? of.elements : 1);
  double sum = 0;
  for (unsigned round = 0; round <= of.rounds; ++round) {
    in[0] = round;
    const base::stopwatch watch;
    if (of.computes == what::reduce) {
      out[0] = reduce(in);
    } else {
      scan(in, out);
    }
    if (round != 0) sum += watch.seconds();
  }
  std::size_t wrong = 0;
  std::int64_t all = 0;
  for (std::size_t i = 0; i < in.size(); ++i) {
    all += in[i];
    if (of.computes == what::scan) wrong += out[i] != all ? 1 : 0;
  }
  if (of.computes == what::reduce) expect(out[0], all);
  expect(wrong, std::size_t{0});
  return sum;
}

[[nodiscard]] inline measurement measured(const instance& of, double seconds) {
  return {seconds, static_cast<double>(of.rounds) * static_cast<double>(of.elements)};
}

}  // namespace jackdaw::bench::sums
