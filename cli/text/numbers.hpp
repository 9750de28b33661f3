// Numbers that users type, and numbers that they read.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace jackdaw::cli {

/// `text` as a whole number from `least` to `most` (apps/support/options/number.hpp). Throws input_error.
[[nodiscard]] unsigned whole_number(std::string_view option, std::string_view text, unsigned least,
                                    unsigned most);

/// Largest value of --repeat: a year of runs of five minutes.
inline constexpr unsigned most_repetitions = 100'000;

/// What --workers is by default: JACKDAW_WORKERS, or else the CPU budget of this process.
inline constexpr std::string_view by_budget = "budget";

/// --workers P; 0 for by_budget.
[[nodiscard]] unsigned worker_count(std::string_view text);

/// --workers P,Q,…, numbers only, each once, ascending.
[[nodiscard]] std::vector<unsigned> worker_counts(std::string_view text);

/// What by_budget means for a list: the powers of two below so many processors, and these.
[[nodiscard]] std::vector<unsigned> budget_counts(unsigned processors);

/// BP98's crowds: the powers of two up to 8 times the processors, and one worker more than there are processors.
[[nodiscard]] std::vector<unsigned> crowd_counts(unsigned processors);

/// The middle one of `values`, or the mean of the middle two. At least one value.
[[nodiscard]] double median(std::vector<double> values);

/// The value that a quarter of `values` does not exceed. At least one value.
[[nodiscard]] double lower_quartile(std::vector<double> values);

/// "1 worker", "2 workers".
[[nodiscard]] std::string workers_text(unsigned count);

/// "845 µs", "12.3 ms", "1.23 s": three digits, for people.
[[nodiscard]] std::string duration(double seconds);

/// "40 s", "3 min 20 s", "2 h 5 min": for the clock of a progress line.
[[nodiscard]] std::string clock_time(double seconds);

}  // namespace jackdaw::cli
