#include "cli/replay/replayed_policy.hpp"

#include <algorithm>

#include "apps/support/text/input_error.hpp"
#include "cli/schedulers.hpp"

namespace jackdaw::cli {

namespace {

std::string without_values(const std::string& pool) { return pool.substr(0, pool.find(':')); }

/// What the description of a pool of a user's own says, as an exact name; empty where it says nothing.
std::string replayed_as(const std::string& pool) {
  const auto lines = pool_lines();
  const auto line = std::ranges::find(lines, without_values(pool), &catalogue_line::name);
  return line == lines.end() ? "" : line->replayed_as;
}

replay::policy policy_in_catalogue(const std::string& pool) {
  const replay::policy* const plain = replay::policy_of(without_values(pool));
  const auto refuse = [](const std::string& expected) {
    throw apps::input_error("expected " + expected + ": replays have no policy for that");
  };
  if (plain == nullptr)
    refuse("a pool of the catalogue, or one of your own with replayed_as in its description");
  replay::policy how = *plain;
  const auto is_preset = [presets = parameter_lines(without_values(pool))](const parameter_line& each) {
    const auto preset = std::ranges::find(presets, each.name, &parameter_line::name);
    return preset != presets.end() && preset->value == each.value;
  };
  for (const parameter_line& each : parameter_lines(pool)) {
    if (pool.find(":" + each.name + "=") == std::string::npos) continue;
    if (is_preset(each)) continue;
    if (each.name == "block") {
      how.few = static_cast<unsigned>(std::stoul(each.value));
    } else if (each.name == "steal") {
      if (each.value != "half" && each.value != "1") refuse("steal=1 or steal=half");
      how.amount = each.value == "half" ? replay::policy::loot::half : replay::policy::loot::one;
    } else if (each.name == "victims") {
      if (each.value == "topology") refuse("victims without topology");
      how.victims = each.value == "next"      ? replay::policy::order::neighbours
                    : each.value == "nearest" ? replay::policy::order::nearest
                                              : replay::policy::order::random_start;
    } else if (each.name != "lock" && each.name != "queue" && each.name != "idle") {
      refuse("the preset of " + each.name);
    }
  }
  return how;
}

}  // namespace

replay::policy replayed_policy(const std::string& pool) {
  const std::string as = replayed_as(pool);
  try {
    return as.empty() ? policy_in_catalogue(pool) : policy_in_catalogue(chosen_pools(as).at(0));
  } catch (const apps::input_error& error) {
    throw apps::input_error("--pools " + pool + (as.empty() ? "" : ": replayed as " + as) + ": " +
                            error.what());
  }
}

std::optional<replay::policy> replayed_policy_if_any(const std::string& pool) {
  try {
    return replayed_policy(pool);
  } catch (const apps::input_error&) { return std::nullopt; }
}

}  // namespace jackdaw::cli
