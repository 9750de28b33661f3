#include "cli/text/numbers.hpp"

#include <algorithm>
#include <cstdint>
#include <set>

#include <fmt/format.h>

#include <jackdaw/worker/engine/engine.hpp>

#include "apps/support/options/number.hpp"
#include "cli/text/names.hpp"

namespace jackdaw::cli {

unsigned whole_number(std::string_view option, std::string_view text, unsigned least, unsigned most) {
  return static_cast<unsigned>(apps::whole_number(option, text, std::uint64_t{least}, std::uint64_t{most}));
}

unsigned worker_count(std::string_view text) {
  if (text == by_budget) return 0;
  return whole_number("--workers", text, 1, working::most_workers);
}

std::vector<unsigned> worker_counts(std::string_view text) {
  std::set<unsigned> counts;
  for (const auto& part : split_list(text)) {
    counts.insert(whole_number("--workers", part, 1, working::most_workers));
  }
  return {counts.begin(), counts.end()};
}

std::vector<unsigned> budget_counts(unsigned processors) {
  std::vector<unsigned> counts;
  for (unsigned count = 1; count < processors; count *= 2) counts.push_back(count);
  counts.push_back(processors);
  return counts;
}

std::vector<unsigned> crowd_counts(unsigned processors) {
  std::set<unsigned> counts{processors + 1};
  for (unsigned count = 1; count <= 8 * processors; count *= 2) counts.insert(count);
  return {counts.begin(), counts.end()};
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

double lower_quartile(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[(values.size() - 1) / 4];
}

std::string workers_text(unsigned count) {
  return std::to_string(count) + (count == 1 ? " worker" : " workers");
}

std::string duration(double seconds) {
  const auto digits = [](double value) { return value < 10 ? 2 : value < 100 ? 1 : 0; };
  if (seconds < 1e-3) return fmt::format("{:.{}f} µs", seconds * 1e6, digits(seconds * 1e6));
  if (seconds < 1) return fmt::format("{:.{}f} ms", seconds * 1e3, digits(seconds * 1e3));
  return fmt::format("{:.{}f} s", seconds, digits(seconds));
}

std::string clock_time(double seconds) {
  const auto whole = static_cast<unsigned long>(std::max(0.0, seconds));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole / 60 % 60);
}

}  // namespace jackdaw::cli
