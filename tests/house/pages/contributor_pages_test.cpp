// The pages for contributors name files, functions, mutants and pages that exist; the catalogues name pages that exist.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/memory/memory_catalogue.hpp>
#include <jackdaw/pool/pool_catalogue.hpp>
#include <jackdaw/worker/idle/idle_catalogue.hpp>

namespace files = std::filesystem;

namespace {

const files::path tree = JACKDAW_SOURCE_DIR;

std::string text_of(const files::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// The parts of `line` between separators, without blanks at their ends.
std::vector<std::string> parts_of(const std::string& line, std::string_view separators) {
  std::vector<std::string> parts(1);
  for (const char letter : line) {
    if (separators.find(letter) != std::string_view::npos) {
      parts.emplace_back();
    } else {
      parts.back() += letter;
    }
  }
  for (std::string& part : parts) {
    part.erase(0, std::min(part.find_first_not_of(' '), part.size()));
    part.erase(part.find_last_not_of(' ') + 1);
  }
  return parts;
}

/// Of a path in call-paths.md: "file.hpp: name, name" among arrows.
struct named_call {
  std::string file;
  std::string name;
};

std::vector<named_call> calls_in(const std::string& page) {
  std::vector<named_call> calls;
  for (const std::string& line : lines_of(page)) {
    if (!line.starts_with("    ")) continue;
    std::string plain =
        line.substr(0, line.find("  (") == std::string::npos ? line.size() : line.find("  ("));
    for (std::size_t at = plain.find("→"); at != std::string::npos; at = plain.find("→"))
      plain.replace(at, std::string_view("→").size(), ";");
    for (const std::string& step : parts_of(plain, ";")) {
      const std::size_t colon = step.find(".hpp: ");
      if (colon == std::string::npos) continue;
      const std::size_t begin = step.rfind(' ', colon) == std::string::npos ? 0 : step.rfind(' ', colon) + 1;
      const std::string file = step.substr(begin, colon + 4 - begin);
      for (const std::string& name : parts_of(step.substr(colon + 6), ",")) {
        const std::string word = name.substr(0, name.find_first_of(" (."));
        const std::size_t scope = word.rfind("::");
        if (!word.empty())
          calls.push_back({file, scope == std::string::npos ? word : word.substr(scope + 2)});
      }
    }
  }
  return calls;
}

std::set<std::string> all_mutants() {
  std::set<std::string> names;
  for (const auto& entry : files::recursive_directory_iterator(tree / "tests/mutants")) {
    if (entry.path().extension() == ".mutant") names.insert(entry.path().stem().string());
  }
  return names;
}

bool some_begin_with(const std::set<std::string>& names, const std::string& begin) {
  const auto found = names.lower_bound(begin);
  return found != names.end() && found->starts_with(begin);
}

/// Whether `word` is a mutant, several ("wake-lost-*"), or the end of one that begins as `before` ("-ring"). A mutant
/// that is named whole becomes `before`.
bool names_mutant(const std::set<std::string>& names, const std::string& word, std::string& before) {
  if (word.ends_with("*")) return some_begin_with(names, word.substr(0, word.size() - 1));
  if (!word.starts_with("-")) {
    before = word;
    return names.contains(word);
  }
  for (std::size_t end = before.rfind('-'); end != std::string::npos && end != 0;
       end = before.rfind('-', end - 1)) {
    if (names.contains(before.substr(0, end) + word)) return true;
  }
  return false;
}

/// A name of a mutant: small letters, digits, at least one '-', perhaps a '*' at the end.
bool looks_like_a_name(const std::string& word) {
  const bool small = std::ranges::all_of(
      word, [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '*'; });
  return small && word.size() > 1 && word.find('-') != std::string::npos;
}

/// The pages in a folder and in the rooms of it.
std::vector<files::path> pages_of(const files::path& folder) {
  std::vector<files::path> pages;
  for (const auto& entry : files::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == ".md") pages.push_back(entry.path());
  }
  return pages;
}

void check_mutants(const std::string& list, const std::set<std::string>& names) {
  std::string before;
  for (const std::string& part : parts_of(list, ",:;")) {
    const std::string word = part.substr(0, part.find(' '));
    CAPTURE(word);
    if (looks_like_a_name(word)) CHECK(names_mutant(names, word, before));
  }
}

}  // namespace

TEST_CASE("a catalogue that names a page as its source names one that exists") {
  std::size_t pages = 0;
  const auto check = [&](const auto& entry) {
    const std::string source(entry.source);
    CAPTURE(source);
    if (!source.starts_with("docs/")) return;
    ++pages;
    CHECK(files::is_regular_file(tree / source));
  };
  jackdaw::pool::catalogue.for_each(check);
  jackdaw::memory::catalogue.for_each(check);
  jackdaw::working::idle_catalogue.for_each(check);
  CHECK(pages == 2);  // those of the default pool and of the default manager
}

TEST_CASE("call paths lead through files that have these names") {
  const auto calls = calls_in(text_of(tree / "docs/internals/call-paths.md"));
  CHECK(calls.size() > 100);
  for (const named_call& each : calls) {
    CAPTURE(each.file);
    CAPTURE(each.name);
    CHECK(text_of(tree / "include/jackdaw" / each.file).find(each.name) != std::string::npos);
  }
}

TEST_CASE("tables of memory orders name mutants that exist") {
  const auto names = all_mutants();
  std::size_t lists = 0;
  for (const files::path& page : pages_of(tree / "docs/internals")) {
    for (const std::string& line : lines_of(text_of(page))) {
      if (!line.starts_with("|")) continue;
      for (const std::string_view word : {"mutant ", "mutants "}) {
        for (std::size_t at = line.find(word); at != std::string::npos; at = line.find(word, at + 1)) {
          CAPTURE(line);
          const std::size_t begin = at + word.size();
          check_mutants(line.substr(begin, line.find_first_of(";|(", begin) - begin), names);
          ++lists;
        }
      }
    }
  }
  CHECK(lists > 30);
}

TEST_CASE("the page of bugs names mutants that exist, and has a name for each mutant") {
  const auto names = all_mutants();
  std::vector<std::string> known;
  bool ours = false;
  for (const std::string& line : lines_of(text_of(tree / "docs/internals/verification/bugs-of-others.md"))) {
    ours = ours || line == "## Names of our own";
    const auto cells = parts_of(line, "|");
    if (cells.size() < 4 || cells[1] == "name" || cells[1].starts_with("-")) continue;
    CAPTURE(line);
    for (const std::string& name : parts_of(cells[1], ",")) {
      known.push_back(name.ends_with("*") ? name.substr(0, name.size() - 1) : name);
      if (ours) CHECK(some_begin_with(names, known.back()));
    }
    if (!ours) check_mutants(cells[5], names);
  }
  for (const std::string& name : names) {
    CAPTURE(name);
    CHECK(std::ranges::any_of(known, [&](const std::string& each) { return name.starts_with(each); }));
  }
}

TEST_CASE("each page of the guide, of internals and of the lab stands in the index of its folder") {
  for (const char* folder : {"docs/guide", "docs/internals", "docs/lab"}) {
    const std::string index = text_of(tree / folder / "index.md");
    std::size_t listed = 0;
    for (const files::path& path : pages_of(tree / folder)) {
      const std::string page = path.lexically_relative(tree / folder).generic_string();
      CAPTURE(folder);
      CAPTURE(page);
      if (page == "index.md") continue;
      CHECK(index.find("(" + page) != std::string::npos);
      ++listed;
    }
    CHECK(listed > 10);
  }
}

TEST_CASE("figures that a page of the lab, of internals or of a paper names are there") {
  std::size_t named = 0;
  for (const char* folder : {"docs/internals", "docs/lab", "docs/papers"}) {
    for (const files::path& page : pages_of(tree / folder)) {
      const std::string text = text_of(page);
      constexpr std::string_view begin = "bench/results/";
      for (std::size_t at = text.find(begin); at != std::string::npos; at = text.find(begin, at + 1)) {
        const std::string file = text.substr(at, text.find_first_of("`), \n", at) - at);
        CAPTURE(page);
        CAPTURE(file);
        CHECK(files::exists(tree / file));
        ++named;
      }
    }
  }
  CHECK(named > 10);
}
