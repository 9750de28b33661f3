// Pauses that take about the same time on every machine, for loops that count looks to bound a time.
#pragma once

#include <algorithm>
#include <cstdint>

#include <jackdaw/base/clock.hpp>
#include <jackdaw/base/threads/pause.hpp>

namespace jackdaw::base {

/// How long short_pause() is to take.
inline constexpr double short_pause_nanoseconds = 50;

/// How many pauses take so long where one takes `nanoseconds`: at least one, and not many where the clock says nothing.
[[nodiscard]] constexpr int pauses_in_short(double nanoseconds) noexcept {
  constexpr int most = 64;
  if (nanoseconds * most <= short_pause_nanoseconds) return most;
  const auto halves = static_cast<int>(2 * short_pause_nanoseconds / nanoseconds);
  return std::max(1, (halves + 1) / 2);
}

/// How long a pause takes here: by the fastest of some tries, since one that is interrupted looks slow. Some 10 us.
[[nodiscard]] inline double measured_pause() noexcept {
  constexpr int pauses = 32;
  double fastest = 1e9;
  for (int tries = 0; tries < 8; ++tries) {
    const std::int64_t begin = nanoseconds_now();
    for (int i = 0; i < pauses; ++i) pause();
    fastest = std::min(fastest, static_cast<double>(nanoseconds_now() - begin) / pauses);
  }
  return fastest;
}

namespace detail {
inline const int pauses_in_short_here = pauses_in_short(measured_pause());
}

/// About 50 ns of pauses, by a measurement before main: 62 where a pause takes that.
inline void short_pause() noexcept {
  for (int left = detail::pauses_in_short_here; left > 0; --left) pause();
}

}  // namespace jackdaw::base
