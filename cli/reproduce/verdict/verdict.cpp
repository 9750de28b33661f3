#include "cli/reproduce/verdict/verdict.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace jackdaw::cli {

namespace {

constexpr double slower_from = 1 + least_difference;
constexpr double faster_to = 1 - least_difference;

}  // namespace

relation relation_of(double ratio) {
  return ratio > slower_from ? relation::slower : ratio < faster_to ? relation::faster : relation::as_fast;
}

std::optional<relation> relation_of(const ratio_interval& here) {
  if (!here.low || !here.high || relation_of(*here.low) != relation_of(*here.high)) return std::nullopt;
  return relation_of(*here.low);
}

verdict verdict_of(relation there, const std::optional<relation>& here) {
  if (!here) return verdict::within_noise;
  return *here == there ? verdict::agrees : verdict::differs;
}

std::string_view text(verdict which) {
  return which == verdict::agrees         ? "agrees"
         : which == verdict::differs      ? "differs"
         : which == verdict::within_noise ? "within the noise"
         : which == verdict::not_claimed  ? "not claimed"
                                          : "too few processors";
}

std::string text(verdict which, origin from) { return std::string(text(which)).append(mark_of(from)); }

std::string middle_text(const ratio_interval& of) { return fmt::format("{:.2f}", of.middle); }

std::string interval_text(const ratio_interval& of) {
  return of.low && of.high ? fmt::format("{:.2f} to {:.2f}", *of.low, *of.high) : "-";
}

std::string count_text(const std::vector<verdict>& all) {
  const auto count = [&](verdict which) { return std::ranges::count(all, which); };
  const auto agree = count(verdict::agrees);
  const auto differ = count(verdict::differs);
  const auto crowded = count(verdict::too_few_processors);
  const auto other = count(verdict::not_claimed);
  const auto claimed = static_cast<std::ptrdiff_t>(all.size()) - other;
  return fmt::format("{} of {} {}, {} {}, {} within the noise{}{}", agree, claimed,
                     agree == 1 ? "agrees" : "agree", differ, differ == 1 ? "differs" : "differ",
                     count(verdict::within_noise),
                     crowded == 0 ? "" : fmt::format(", {} with too few processors", crowded),
                     other == 0 ? "" : fmt::format(", {} not claimed for so many workers", other));
}

std::string rule_text(std::size_t rounds) {
  if (rounds < ratio_interval::least_rounds)
    return fmt::format(
        "Verdicts: from {} rounds no interval follows, so all is within the noise; expected --repeat {}",
        rounds, ratio_interval::least_rounds);
  return fmt::format(
      "Verdicts: by the 95 % interval of the ratio of times, round by round, of {} rounds; less than {:.0f} "
      "% is as fast;\n"
      "an interval over a limit is within the noise",
      rounds, 100 * least_difference);
}

apps::json to_json(const judged_ratio& of, origin from) {
  const auto number = [](const std::optional<double>& value) {
    return value ? apps::json(*value) : apps::json();
  };
  return {{"ratio", of.here.middle},
          {"low", number(of.here.low)},
          {"high", number(of.here.high)},
          {"verdict", text(of.says(), from)}};
}

}  // namespace jackdaw::cli
