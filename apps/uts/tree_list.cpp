#include "apps/uts/tree_list.hpp"

#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/support/files/input_file.hpp"
#include "apps/support/text/input_error.hpp"
#include "apps/support/text/parse.hpp"
#include "apps/support/text/quoted.hpp"

namespace jackdaw::apps::uts {

namespace {

constexpr std::string_view title = "name,type,shape,gen_mx_d,b0,q,m,root_seed,nodes,depth,leaves";

constexpr const char* published = R"(name,type,shape,gen_mx_d,b0,q,m,root_seed,nodes,depth,leaves
T1,geometric,fixed,10,4,,,19,4130071,10,3305118
T2,geometric,cyclic,16,6,,,502,4117769,81,2342762
T3,binomial,,,2000,0.124875,8,42,4112897,1572,3599034
T4,hybrid,linear,16,6,0.234375,4,1,4132453,134,3108986
T5,geometric,linear,20,4,,,34,4147582,20,2181318
T1L,geometric,fixed,13,4,,,29,102181082,13,81746377
T2L,geometric,cyclic,23,7,,,220,96793510,67,53791152
T3L,binomial,,,2000,0.200014,5,7,111345631,17844,89076904
T1XL,geometric,fixed,15,4,,,29,1635119272,15,1308100063
T1XXL,geometric,fixed,15,4,,,19,4230646601,15,
T2XXL,binomial,,,2000,0.499999995,2,0,10612052303,216370,5306027151
T3XXL,binomial,,,2000,0.499995,2,316,2793220501,,
)";

/// One line of the table, with its place for messages.
class table_line {
 public:
  table_line(std::string_view text, std::string place) : place_(std::move(place)) {
    std::size_t count = 0;
    for (std::string_view rest = text;; ++count) {
      const std::size_t comma = rest.find(',');
      if (count < fields_.size()) fields_[count] = rest.substr(0, comma);
      if (comma == std::string_view::npos) break;
      rest.remove_prefix(comma + 1);
    }
    if (count + 1 != fields_.size())
      refuse(std::to_string(count + 1) + " fields", "the 11 of " + std::string(title));
  }

  [[noreturn]] void refuse(const std::string& problem, const std::string& expected) const {
    throw input_error(place_ + ": " + problem + "; expected " + expected);
  }

  [[nodiscard]] const std::string& place() const { return place_; }

  [[nodiscard]] std::string_view field(std::size_t index) const { return fields_[index]; }

  template <class T>
  [[nodiscard]] T number(std::size_t index, const char* what, T least, T most) const {
    T value{};
    if (parses_as(field(index), value) && value >= least && value <= most) return value;
    std::ostringstream range;
    range << what << ": a number from " << least << " to " << most;
    refuse(in_quotes(field(index)), range.str());
  }

  template <class T>
  [[nodiscard]] std::optional<T> count(std::size_t index) const {
    if (field(index).empty()) return std::nullopt;
    T value{};
    if (parses_as(field(index), value) && value >= 0) return value;
    refuse(in_quotes(field(index)) + " is no count", "a whole number, or nothing");
  }

 private:
  std::string place_;
  std::array<std::string_view, 11> fields_{};
};

kind kind_in(const table_line& line) {
  const std::string_view word = line.field(1);
  if (word == "geometric") return kind::geometric;
  if (word == "binomial") return kind::binomial;
  if (word == "hybrid") return kind::hybrid;
  line.refuse("type " + in_quotes(word), "geometric, binomial or hybrid");
}

shape shape_in(const table_line& line) {
  const std::string_view word = line.field(2).substr(0, line.field(2).find('('));
  if (word == "fixed") return shape::fixed;
  if (word == "linear") return shape::linear;
  if (word == "cyclic") return shape::cyclic;
  line.refuse("shape " + in_quotes(word), "fixed, linear or cyclic");
}

/// Refuses what stands in the fields from `first` to `last`, since trees of this type do without.
void require_empty(const table_line& line, std::size_t first, std::size_t last) {
  static constexpr std::array<std::string_view, 7> names{"", "", "shape", "gen_mx_d", "", "q", "m"};
  for (std::size_t i = first; i <= last; ++i) {
    if (!line.field(i).empty())
      line.refuse(std::string(names[i]) + ' ' + in_quotes(line.field(i)) + " of a " +
                      std::string(line.field(1)) + " tree, which has no use for it",
                  "an empty field");
  }
}

named_tree tree_in(const table_line& line) {
  named_tree result;
  result.name = line.field(0);
  result.place = line.place();
  if (result.name.empty()) line.refuse("a tree without a name", "a name before the first comma");
  parameters& rules = result.rules;
  rules.type = kind_in(line);
  rules.b0 = line.number(4, "b0", 0.001, 1e6);
  rules.seed = line.number<std::uint32_t>(7, "root_seed", 0, ~0U);
  if (rules.type != kind::binomial) {
    rules.form = shape_in(line);
    rules.gen_mx = line.number(3, "gen_mx_d", 1, 10'000);
  } else {
    require_empty(line, 2, 3);
  }
  if (rules.type != kind::geometric) {
    rules.q = line.number(5, "q", 0.0, 1.0);
    rules.m = line.number(6, "m", 0, 100);
    // At 1 and above a tree may have no end; T3L is a little above and lucky.
    if (rules.q * rules.m > 1.001) line.refuse("a tree without an end", "q times m at most 1");
  } else {
    require_empty(line, 5, 6);
  }
  result.nodes = line.count<std::uint64_t>(8);
  result.depth = line.count<std::int32_t>(9);
  result.leaves = line.count<std::uint64_t>(10);
  // Of a tree that has been counted it is known that it ends.
  const double expected = tree(rules).expected_nodes();
  const bool ends =
      expected <= most_nodes || (result.nodes && static_cast<double>(*result.nodes) <= most_nodes);
  if (!ends || (rules.type != kind::geometric && rules.q == 1 && rules.m > 0)) {
    std::ostringstream size;
    if (std::isfinite(expected))
      size << "a tree of about " << expected << " nodes";
    else
      size << "a tree that need not end";
    line.refuse(size.str(),
                "at most 1e13 nodes, such as by q times m below 1 or fewer levels; or its count of nodes");
  }
  return result;
}

/// `next(text)` gives the next line, if there is one.
template <class Next>
std::vector<named_tree> trees_in(const Next& next, const std::string& path) {
  std::vector<named_tree> trees;
  std::map<std::string, std::string, std::less<>> places;  // of names
  std::string text;
  for (int number = 1; next(text); ++number) {
    const std::string place = path + ":" + std::to_string(number);
    if (number == 1 && text != title)
      throw input_error(place + ": no table of trees; expected the line " + std::string(title));
    if (number == 1 || text.empty()) continue;
    const table_line line(text, place);
    const named_tree& made = trees.emplace_back(tree_in(line));
    const auto [first, is_new] = places.try_emplace(made.name, made.place);
    if (!is_new)
      line.refuse("a second tree " + in_quotes(made.name),
                  "each name once; the first is at " + first->second);
  }
  if (trees.empty())
    throw input_error(path + ": no trees; expected the line " + std::string(title) +
                      ", and a line for each tree");
  return trees;
}

}  // namespace

std::vector<named_tree> published_trees() {
  std::istringstream table(published);
  auto trees = trees_in([&table](std::string& line) { return static_cast<bool>(std::getline(table, line)); },
                        "published trees");
  for (named_tree& each : trees) each.place.clear();
  return trees;
}

std::vector<named_tree> read_trees(const std::string& path) {
  input_file in(path, "a table of trees");
  return trees_in([&in](std::string& line) { return in.line(line); }, in.shown_path());
}

}  // namespace jackdaw::apps::uts
