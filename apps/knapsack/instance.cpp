#include "apps/knapsack/instance.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include <jackdaw/base/random.hpp>

#include "apps/support/files/text_lines.hpp"
#include "apps/support/text/input_error.hpp"
#include "apps/support/text/quoted.hpp"

namespace jackdaw::apps::knapsack {

instance read_instance(const std::string& path) {
  text_lines in(path, "a knapsack: a line `n capacity`, then n lines `profit weight`");
  if (!in.next()) in.refuse("nothing but comments", "a line `n capacity`");
  const char* const first_form = "n capacity, two whole numbers";
  if (in.words().size() != 2) in.refuse(std::to_string(in.words().size()) + " words", first_form);
  const std::int64_t count = in.whole(0, 1, most_items, first_form);
  instance result;
  result.capacity = in.whole(1, 1, largest_number * most_items, first_form);
  const char* const item_form = "profit weight, two whole numbers";
  while (in.next()) {
    if (in.words().size() != 2) in.refuse(std::to_string(in.words().size()) + " words", item_form);
    if (std::ssize(result.items) == count)
      in.refuse("item " + std::to_string(count + 1), std::to_string(count) + " items");
    result.items.push_back(
        {in.whole(0, 1, largest_number, item_form), in.whole(1, 1, largest_number, item_form)});
  }
  if (std::ssize(result.items) < count) {
    in.refuse("the file ends after " + std::to_string(result.items.size()) + " items",
              std::to_string(count) + " items");
  }
  return result;
}

namespace {

using profit_rule = std::int64_t (*)(std::int64_t weight, std::int64_t range, base::random& random);

/// From 1 to `most`.
std::int64_t drawn(std::int64_t most, base::random& random) {
  return 1 + random.below(static_cast<std::uint32_t>(most));
}

constexpr std::array<std::pair<std::string_view, profit_rule>, 4> rules{{
    {"uncorrelated",
     [](std::int64_t, std::int64_t range, base::random& random) { return drawn(range, random); }},
    {"weak",
     [](std::int64_t weight, std::int64_t range, base::random& random) {
       const std::int64_t spread = range / 10;
       return std::max<std::int64_t>(1, weight - spread - 1 + drawn(2 * spread + 1, random));
     }},
    {"strong", [](std::int64_t weight, std::int64_t range, base::random&) { return weight + range / 10; }},
    {"sums", [](std::int64_t weight, std::int64_t, base::random&) { return weight; }},
}};

}  // namespace

std::string kinds() {
  std::string names;
  for (const auto& [name, rule] : rules) names += (names.empty() ? "" : ", ") + std::string(name);
  return names;
}

instance generate(const std::string& kind, std::int64_t count, std::int64_t range, std::uint64_t seed) {
  const auto rule =
      std::find_if(rules.begin(), rules.end(), [&](const auto& each) { return each.first == kind; });
  if (rule == rules.end())
    throw input_error("--kind " + quoted(kind) + ": no such kind; expected one of " + kinds());
  base::random random(seed);
  instance result;
  std::int64_t total = 0;
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t weight = drawn(range, random);
    result.items.push_back({rule->second(weight, range, random), weight});
    total += weight;
  }
  result.capacity = std::max<std::int64_t>(1, total / 2);
  return result;
}

}  // namespace jackdaw::apps::knapsack
