#include "cli/text/names.hpp"

#include <algorithm>
#include <cctype>
#include <numeric>

#include "apps/support/text/input_error.hpp"
#include "apps/support/text/quoted.hpp"

namespace jackdaw::cli {

namespace {

std::string lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

// Longer than any name of ours; the distance to it does not matter, and its square would cost time.
constexpr std::size_t longest_considered = 64;

/// Edit distance, or a little more than that to the beginning of `known`, for names that are not typed to the
/// end.
std::size_t slips(const std::string& typed, const std::string& known) {
  const std::size_t whole = edit_distance(typed, known);
  constexpr std::size_t least_beginning = 3;
  if (typed.size() < least_beginning || known.size() <= typed.size()) return whole;
  return std::min(whole, 1 + edit_distance(typed, known.substr(0, typed.size())));
}

/// Without the dashes of an option, which are alike in all of them.
std::string_view undashed(std::string_view name) {
  name.remove_prefix(std::min(name.find_first_not_of('-'), name.size()));
  return name;
}

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1);
  std::vector<std::size_t> above(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(above.begin(), above.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] == b[j - 1] ? 0U : 1U)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
    }
    before.swap(above);
    above.swap(row);
  }
  return above[b.size()];
}

std::string suggestion(std::string_view wrong, const std::vector<std::string>& known) {
  if (wrong.size() <= longest_considered) {
    const std::string typed = lower(undashed(wrong));
    constexpr std::size_t letters_a_slip = 3;  // with more of them it is another word
    std::size_t least = std::max<std::size_t>(1, typed.size() / letters_a_slip) + 1;
    const std::string* nearest = nullptr;
    for (const auto& each : known) {
      const std::size_t distance = slips(typed, lower(undashed(each)));
      if (distance >= least) continue;
      least = distance;
      nearest = &each;
    }
    if (nearest != nullptr) return "did you mean '" + *nearest + "'?";
  }
  std::string line = "expected one of";
  for (const auto& each : known) line += " " + each;
  return line;
}

void require_known(const name_kind& kind, std::string_view name, const std::vector<std::string>& known) {
  if (std::find(known.begin(), known.end(), name) != known.end()) return;
  throw apps::input_error("no " + std::string(kind.word) + " is called '" + apps::quoted(name) + "'; " +
                          suggestion(name, known) + " (" + std::string(kind.listing) + " shows all)");
}

std::vector<std::string> split_list(std::string_view list) {
  std::vector<std::string> parts;
  for (;;) {
    const std::size_t comma = list.find(',');
    parts.emplace_back(list.substr(0, comma));
    if (comma == std::string_view::npos) return parts;
    list.remove_prefix(comma + 1);
  }
}

std::vector<std::string> chosen_names(const name_kind& kind, std::string_view list,
                                      const std::vector<std::string>& known) {
  if (list == "all") return known;
  std::vector<std::string> chosen;
  for (const auto& name : split_list(list)) {
    require_known(kind, name, known);
    if (std::find(chosen.begin(), chosen.end(), name) == chosen.end()) chosen.push_back(name);
  }
  return chosen;
}

}  // namespace jackdaw::cli
