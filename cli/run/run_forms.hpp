// The forms in which a recorded run can be seen: the options --trace, --schedule, --graph, --paje and --report, and the
// files that they name.
#pragma once

#include <string>
#include <vector>

#include "cli/explain/explained_run.hpp"

namespace CLI {
class App;
}

namespace jackdaw::cli {

class run_forms {
 public:
  /// Adds the options to `command`, under the heading `group`.
  void declare(CLI::App& command, const std::string& group);

  [[nodiscard]] bool asked() const { return !first_option().empty(); }
  /// The first of the options that were given; empty where none was.
  [[nodiscard]] std::string first_option() const;

  /// Before anything is done: throws input_error for a wrong name and for a file that cannot be written. `command`: as
  /// users call it.
  void require_writable(const std::string& command) const;

  /// Writes all files; their paths. `title`: what was run, in a line.
  [[nodiscard]] std::vector<std::string> write(const std::string& title, const explained_run& about) const;

 private:
  std::string trace_;
  std::string schedule_;
  std::string shape_ = "bars";
  std::string graph_;
  std::string paje_;
  std::string report_;
};

}  // namespace jackdaw::cli
