// Whole numbers by probability distributions: KR02 section 2.2 suggests them for execution times.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>

#include <jackdaw/base/random.hpp>

namespace jackdaw::apps::grammar {

/// What is drawn is rounded, and lies from -most_drawn to most_drawn.
inline constexpr double most_drawn = 1e15;

namespace detail {

inline std::int64_t whole(double drawn) {
  return static_cast<std::int64_t>(std::llround(std::clamp(drawn, -most_drawn, most_drawn)));
}

/// Above 0, up to 1.
inline double fraction(base::random& from) { return 0x1p-53 * (static_cast<double>(from.next() >> 11U) + 1); }

/// With mean 0 and deviation 1 (Box and Muller 1958).
inline double standard_normal(base::random& from) {
  const double length = std::sqrt(-2 * std::log(fraction(from)));
  return length * std::cos(2 * std::numbers::pi * fraction(from));
}

}  // namespace detail

/// `least` is at most `most`.
inline std::int64_t drawn_uniform(base::random& from, std::int64_t least, std::int64_t most) {
  const std::uint64_t others = static_cast<std::uint64_t>(most) - static_cast<std::uint64_t>(least);
  if (others == UINT64_MAX) return static_cast<std::int64_t>(from.next());
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(least) + from.next() % (others + 1));
}

inline std::int64_t drawn_exponential(base::random& from, std::int64_t mean) {
  return detail::whole(-static_cast<double>(mean) * std::log(detail::fraction(from)));
}

inline std::int64_t drawn_normal(base::random& from, std::int64_t mean, std::int64_t deviation) {
  return detail::whole(static_cast<double>(mean) +
                       static_cast<double>(deviation) * detail::standard_normal(from));
}

/// `mean` is above 0. Both are of what is drawn, not of its logarithm.
inline std::int64_t drawn_lognormal(base::random& from, std::int64_t mean, std::int64_t deviation) {
  const double relative = static_cast<double>(deviation) / static_cast<double>(mean);
  const double variance = std::log1p(relative * relative);
  return detail::whole(std::exp(std::log(static_cast<double>(mean)) - variance / 2 +
                                std::sqrt(variance) * detail::standard_normal(from)));
}

}  // namespace jackdaw::apps::grammar
