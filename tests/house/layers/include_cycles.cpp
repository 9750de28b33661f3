#include "tests/house/layers/include_cycles.hpp"

#include <fstream>
#include <map>
#include <regex>
#include <set>

namespace jackdaw::house {

namespace {

namespace fs = std::filesystem;

using includes = std::map<std::string, std::vector<std::string>>;

includes includes_of_headers(const fs::path& folder) {
  static const std::regex directive{R"(^\s*#\s*include\s*<(jackdaw/[^>]+)>.*)"};
  includes found;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".hpp") continue;
    auto& targets = found[fs::relative(entry.path(), folder).generic_string()];
    std::ifstream in{entry.path()};
    std::smatch match;
    for (std::string line; std::getline(in, line);) {
      if (line.find('#') != std::string::npos && std::regex_match(line, match, directive))
        targets.push_back(match[1]);
    }
  }
  return found;
}

/// Whether `from` includes `to`, directly or not. `seen`: headers that need no second look.
bool leads_to(const includes& all, const std::string& from, const std::string& to,
              std::set<std::string>& seen) {
  const auto at = all.find(from);
  if (at == all.end() || !seen.insert(from).second) return false;
  for (const std::string& target : at->second) {
    if (target == to || leads_to(all, target, to, seen)) return true;
  }
  return false;
}

}  // namespace

std::vector<std::string> early_functions(const fs::path& root) {
  const std::string ending = "_impl.hpp";
  const includes all = includes_of_headers(root / "include");
  std::vector<std::string> found;
  for (const auto& [functions, targets] : all) {
    if (!functions.ends_with(ending)) continue;
    const std::string header = functions.substr(0, functions.size() - ending.size()) + ".hpp";
    for (const std::string& target : targets) {
      std::set<std::string> seen;
      if (target != header && leads_to(all, target, header, seen))
        found.push_back(functions + " includes " + target + ", which includes " + header);
    }
  }
  return found;
}

}  // namespace jackdaw::house
