// What holds of every trace in Paje's format.
#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/trace/read/history.hpp>

namespace jackdaw::tests {

/// The words of a line; what stands in quotation marks is one.
inline std::vector<std::string> words_of(const std::string& line) {
  std::vector<std::string> words;
  for (std::size_t at = 0; at < line.size();) {
    const bool quoted = line[at] == '"';
    const std::size_t from = at + (quoted ? 1 : 0);
    const std::size_t end = std::min(line.find(quoted ? '"' : ' ', from), line.size());
    words.push_back(line.substr(from, end - from));
    at = std::min(line.find_first_not_of(' ', end + (quoted ? 1 : 0)), line.size());
  }
  return words;
}

/// Each state is pushed before it is popped, each link begins before it ends, times do not fall, and every line has the
/// words that its event has.
inline void check_paje(const std::string& text, const trace::history& run) {
  constexpr std::size_t words_after_kind[] = {3, 3, 5, 4, 5, 3, 4, 3, 6, 6};
  std::istringstream lines(text.substr(text.rfind("%EndEventDef") + 13));
  std::map<std::string, int> depth;
  std::map<std::string, std::vector<std::string>> open;  // links
  std::map<std::string, std::size_t> links;
  std::size_t pushed = 0;
  double before = 0;
  for (std::string line; std::getline(lines, line);) {
    CAPTURE(line);
    const std::vector<std::string> words = words_of(line);
    const int kind = std::stoi(words.at(0));
    CHECK(kind < 10);
    CHECK(words.size() == 1 + words_after_kind[kind]);
    if (kind < 4) continue;
    const double time = std::stod(words.at(1));
    CHECK(time >= before);
    before = time;
    if (kind == 6) ++depth[words.at(3)], ++pushed;
    if (kind == 7) {
      --depth[words.at(3)];
      CHECK(depth[words.at(3)] >= 0);
    }
    if (kind == 8) CHECK(open.try_emplace(words.at(6), words).second);
    if (kind == 9) {
      REQUIRE(open.contains(words.at(6)));
      CHECK(open[words.at(6)].at(2) == words.at(2));  // type
      CHECK(open[words.at(6)].at(5) == words.at(5));  // value
      open.erase(words.at(6));
      ++links[words.at(2)];
    }
  }
  for (const auto& [container, left] : depth) CHECK(left == 0);
  CHECK(open.empty());
  CHECK(links["steal"] == run.thefts.size());
  CHECK(links["dependence"] == static_cast<std::size_t>(std::count_if(
                                   run.dependences.begin(), run.dependences.end(), [&](const auto& each) {
                                     return run.tasks[each.from].ran() && run.tasks[each.to].ran();
                                   })));
  CHECK(pushed >=
        static_cast<std::size_t>(std::count_if(run.tasks.begin(), run.tasks.end(),
                                               [](const auto& t) { return t.ran() && t.length() > 0; })));
}

}  // namespace jackdaw::tests
