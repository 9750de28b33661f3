// Reads docs/layers.txt and says which includes of a tree it does not allow.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace jackdaw::house {

/// The allowed edges between folders, as written in a file like docs/layers.txt.
class layers {
 public:
  /// Throws std::runtime_error ("file:line: what is wrong") when the file breaks its own rules.
  explicit layers(const std::filesystem::path& file);

  /// All includes under `root` that are not allowed, one line each: "file:line: what is wrong".
  [[nodiscard]] std::vector<std::string> violations(const std::filesystem::path& root) const;

 private:
  struct include {
    std::string target;
    bool quoted;
  };

  /// The folder of a file in terms of the page, or "" when the page has none. `path` is relative to the root.
  [[nodiscard]] std::string folder_of(const std::filesystem::path& path) const;
  [[nodiscard]] std::string complaint(const std::filesystem::path& root, const std::filesystem::path& file,
                                      const std::string& folder, const include& directive) const;
  [[nodiscard]] bool of_the_system(const std::string& header) const;

  std::map<std::string, std::set<std::string>> allowed_;
  std::set<std::string> library_;
  std::vector<std::string> system_;
};

}  // namespace jackdaw::house
