// The application that a command line names, with its own options.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "cli/environment.hpp"

namespace jackdaw::cli {

/// The application with these options on its command line. Throws what the options are wrong for.
[[nodiscard]] std::unique_ptr<apps::app> with_options(const apps::app_entry& entry,
                                                      std::vector<std::string> options);

/// Whether `--face threads` is among the options that `line` has read.
[[nodiscard]] bool has_face_threads(const CLI::App& line);

/// Makes a subcommand of every application, with the application's options and, beside them, those of
/// the command itself, so that `jackdaw run APP --help` shows all that can follow.
class app_choice {
 public:
  /// `declare` adds the options of the command; it is called for `parent` and for each application, always
  /// on the same variables.
  app_choice(CLI::App& parent, const environment& here, const std::function<void(CLI::App&)>& declare);

  /// The application on the command line. Throws input_error when there is none.
  [[nodiscard]] apps::app& app() const { return *chosen().app; }

  /// The same once more, with its options on the command line and `option` set to `value`; null where it has no such
  /// option.
  [[nodiscard]] std::unique_ptr<apps::app> again_with(const std::string& option,
                                                      const std::string& value) const;
  /// Whether it runs as threads with a part each: there is no task that a pool or a recorder could see.
  [[nodiscard]] bool is_without_tasks() const;
  [[nodiscard]] std::string name() const { return std::string(chosen().entry->name); }

 private:
  struct candidate {
    const apps::app_entry* entry;
    std::unique_ptr<apps::app> app;
    CLI::App* command;
  };
  [[nodiscard]] const candidate& chosen() const;

  CLI::App* parent_;
  std::vector<candidate> candidates_;
};

}  // namespace jackdaw::cli
