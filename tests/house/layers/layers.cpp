#include "tests/house/layers/layers.hpp"

#include <algorithm>
#include <fstream>
#include <optional>
#include <regex>
#include <sstream>
#include <stdexcept>

namespace jackdaw::house {

namespace {

namespace fs = std::filesystem;

const fs::path library_root = "include/jackdaw";

std::string place(const fs::path& file, int line) {
  return file.generic_string() + ":" + std::to_string(line) + ": ";
}

bool is_below(const fs::path& path, const fs::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end();
}

bool is_source(const fs::path& file) {
  static const std::set<std::string> extensions{".hpp", ".cpp", ".h", ".c"};
  return extensions.contains(file.extension().string());
}

std::vector<fs::path> sources(const fs::path& root) {
  std::vector<fs::path> found;
  for (const char* folder : {"include", "src", "c", "apps", "cli", "bench", "examples", "tests"}) {
    if (!fs::exists(root / folder)) continue;
    for (auto entry = fs::recursive_directory_iterator(root / folder); entry != fs::end(entry); ++entry) {
      if (entry->path().filename() == "layers_fixture") entry.disable_recursion_pending();
      if (entry->is_regular_file() && is_source(entry->path()))
        found.push_back(fs::relative(entry->path(), root));
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace

layers::layers(const fs::path& file) {
  std::ifstream in{file};
  if (!in) throw std::runtime_error(file.generic_string() + ": cannot be read");
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    line.resize(std::min(line.size(), line.find('#')));
    if (line.find_first_not_of(" \t") == std::string::npos) continue;
    const auto colon = line.find(':');
    if (colon == std::string::npos)
      throw std::runtime_error(place(file, number) + "expected 'folder: folders'");
    const std::string folder = line.substr(0, colon);
    std::istringstream words{line.substr(colon + 1)};
    if (folder == "system") {
      for (std::string word; words >> word;) system_.push_back(word);
      continue;
    }
    std::set<std::string> others;
    for (std::string word; words >> word;) {
      if (word == "library") {
        others.insert(library_.begin(), library_.end());
        continue;
      }
      const bool with_rooms = word.ends_with("/*");
      if (with_rooms) word.resize(word.size() - 2);
      if (!allowed_.contains(word))
        throw std::runtime_error(place(file, number) + word + " has no line further up");
      others.insert(word);
      for (const auto& [room, _] : allowed_) {
        if (with_rooms && room.starts_with(word + "/")) others.insert(room);
      }
    }
    if (!allowed_.try_emplace(folder, std::move(others)).second) {
      throw std::runtime_error(place(file, number) + folder + " has two lines");
    }
    if (!library_.contains("jackdaw")) library_.insert(folder);  // `jackdaw` closes the library
  }
}

std::string layers::folder_of(const fs::path& path) const {
  if (is_below(path, library_root)) {
    fs::path room = path.lexically_relative(library_root).parent_path();
    if (room.empty()) return library_.contains("jackdaw") ? "jackdaw" : "";
    while (!room.empty() && !library_.contains(room.generic_string())) room = room.parent_path();
    return room.generic_string();
  }
  for (fs::path prefix = path; !prefix.empty(); prefix = prefix.parent_path()) {
    if (allowed_.contains(prefix.generic_string())) return prefix.generic_string();
  }
  return "";
}

bool layers::of_the_system(const std::string& header) const {
  if (header.find_first_of("./") == std::string::npos) return true;  // <vector>, <atomic>, …
  return std::any_of(system_.begin(), system_.end(), [&](const std::string& name) {
    return name.ends_with('/') ? header.starts_with(name) : header == name;
  });
}

std::string layers::complaint(const fs::path& root, const fs::path& file, const std::string& folder,
                              const include& directive) const {
  std::optional<fs::path> target;
  if (directive.target.starts_with("jackdaw/")) {
    target = "include" / fs::path{directive.target};
  } else if (directive.quoted) {
    const fs::path beside = (file.parent_path() / directive.target).lexically_normal();
    target = fs::exists(root / beside) ? beside : fs::path{directive.target};
  }
  if (!target) {
    const bool fine = !library_.contains(folder) || of_the_system(directive.target);
    return fine ? "" : "the library does not use <" + directive.target + ">";
  }
  if (!fs::exists(root / *target)) return "there is no " + target->generic_string();
  const std::string to = folder_of(*target);
  if (to.empty()) return target->generic_string() + " is in no folder of the layers";
  if (to == folder || allowed_.at(folder).contains(to)) return "";
  return folder + " may not include " + to + " (" + directive.target + ")";
}

std::vector<std::string> layers::violations(const fs::path& root) const {
  static const std::regex directive{R"(^\s*#\s*include\s*([<"])([^>"]+)[>"].*)"};
  std::vector<std::string> found;
  for (const fs::path& file : sources(root)) {
    const std::string folder = folder_of(file);
    if (folder.empty()) {
      found.push_back(place(file, 1) + "is in no folder of the layers");
      continue;
    }
    std::ifstream in{root / file};
    std::string line;
    for (int number = 1; std::getline(in, line); ++number) {
      std::smatch match;
      if (line.find('#') == std::string::npos || !std::regex_match(line, match, directive)) continue;
      const std::string what =
          complaint(root, file, folder, {.target = match[2], .quoted = match[1] == "\""});
      if (!what.empty()) found.push_back(place(file, number) + what);
    }
  }
  return found;
}

}  // namespace jackdaw::house
