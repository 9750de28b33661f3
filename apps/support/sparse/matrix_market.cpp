// The files of the NIST's Matrix Market: a banner, comments (%), the size, an entry in each line.
#include <algorithm>
#include <cctype>
#include <cstdint>
#include <limits>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "apps/support/files/input_file.hpp"
#include "apps/support/files/text_lines.hpp"
#include "apps/support/sparse/read_matrix.hpp"
#include "apps/support/text/quoted.hpp"

namespace jackdaw::apps::sparse {

namespace {

std::vector<std::string> words_of(std::string line) {
  std::transform(line.begin(), line.end(), line.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  std::istringstream in(line);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

}  // namespace

matrix matrix_market(input_file input) {
  std::string banner;
  const std::string_view front = input.front(1000);  // no banner is as long
  banner = front.substr(0, front.find_first_of("\r\n"));
  const auto words = words_of(banner);
  const auto is = [&words](std::size_t i, const char* a, const char* b, const char* c) {
    return words.size() == 5 && (words[i] == a || words[i] == b || words[i] == c);
  };
  if (!is(1, "matrix", "", "") || !is(2, "coordinate", "", "") || !is(3, "real", "integer", "pattern") ||
      !is(4, "symmetric", "general", "")) {
    input.refuse_at(
        1, in_quotes(banner),
        "%%MatrixMarket matrix coordinate, then real, integer or pattern, then symmetric or general");
  }
  entry_list list{input.shown_path(), 1, 0, words[4] == "symmetric", words[3] == "pattern", {}};
  const bool whole_numbers = words[3] == "integer";

  text_lines in(std::move(input), {'%'});
  const std::string size_form = "the size: rows columns entries";
  constexpr int most = std::numeric_limits<int>::max() - 1;
  if (!in.next()) in.refuse("the file ends before the size", size_form);
  if (in.words().size() != 3) in.refuse(std::to_string(in.words().size()) + " words", size_form);
  list.n = static_cast<int>(in.whole(0, 1, most, size_form));
  if (const std::int64_t columns = in.whole(1, 1, most, size_form); columns != list.n) {
    in.refuse(std::to_string(list.n) + " rows and " + std::to_string(columns) + " columns",
              "a square matrix");
  }
  const std::int64_t entries = in.whole(2, 0, most, size_form);
  if (!list.pattern && entries < list.n) {
    in.refuse(std::to_string(entries) + " entries in " + std::to_string(list.n) + " rows",
              "a positive definite matrix, whose diagonal is positive");
  }

  constexpr std::int64_t exact = std::int64_t{1} << 53U;  // beyond, a double skips whole numbers
  const std::string form = list.pattern ? "an entry: row column" : "an entry: row column value";
  for (std::int64_t i = 0; i < entries; ++i) {
    if (!in.next())
      in.refuse("the file ends after " + std::to_string(i) + " of " + std::to_string(entries) + " entries",
                form);
    if (in.words().size() != (list.pattern ? 2 : 3))
      in.refuse(std::to_string(in.words().size()) + " words", form);
    list.entries.push_back({static_cast<int>(in.whole(0, 1, list.n, form)) - 1,
                            static_cast<int>(in.whole(1, 1, list.n, form)) - 1,
                            list.pattern    ? 1.0
                            : whole_numbers ? static_cast<double>(in.whole(2, -exact, exact, form))
                                            : in.real(2, form, largest_value),
                            in.number()});
  }
  if (in.next()) in.refuse("more than " + std::to_string(entries) + " entries", "the end of the file");
  return symmetric_matrix(std::move(list));
}

}  // namespace jackdaw::apps::sparse
