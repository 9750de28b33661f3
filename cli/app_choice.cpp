#include "cli/app_choice.hpp"

#include <algorithm>
#include <utility>

#include <CLI/CLI.hpp>

#include "apps/support/options/number.hpp"
#include "apps/support/text/input_error.hpp"

namespace jackdaw::cli {

app_choice::app_choice(CLI::App& parent, const environment& here,
                       const std::function<void(CLI::App&)>& declare)
    : parent_(&parent) {
  parent.require_subcommand(0, 1);
  declare(parent);
  for (const apps::app_entry& entry : here.apps) {
    candidate each{&entry, entry.make(), nullptr};
    each.command = parent.add_subcommand(std::string(entry.name), std::string(entry.line));
    each.command->group("Applications");
    each.command->option_defaults()->group("Options of " + std::string(entry.name));
    try {
      each.app->declare_options(*each.command);
      declare(*each.command);
    } catch (const CLI::ConstructionError&
                 error) {  // an application of a user's own has an option of the command's
      throw apps::input_error("application '" + std::string(entry.name) + "': " + error.what());
    }
    candidates_.push_back(std::move(each));
  }
}

std::unique_ptr<apps::app> with_options(const apps::app_entry& entry, std::vector<std::string> options) {
  std::unique_ptr<apps::app> app = entry.make();
  CLI::App line;
  app->declare_options(line);
  apps::read_numbers_of(line);
  std::ranges::reverse(options);  // as CLI11 wants them
  line.parse(std::move(options));
  return app;
}

std::unique_ptr<apps::app> app_choice::again_with(const std::string& option, const std::string& value) const {
  const candidate& known = chosen();
  CLI::App line;
  const std::unique_ptr<apps::app> blank = known.entry->make();  // `line` points into it
  blank->declare_options(line);
  if (line.get_option_no_throw(option) == nullptr) return nullptr;
  std::vector<std::string> words{option + "=" + value};
  for (const CLI::Option* each : line.get_options()) {
    const std::string name = each->get_name();
    const CLI::Option* const given = known.command->get_option_no_throw(name);
    if (name == option || name == "--help" || given == nullptr) continue;
    for (const auto& word : given->results()) words.push_back(name + "=" + word);
  }
  return with_options(*known.entry, std::move(words));
}

bool has_face_threads(const CLI::App& line) {
  const CLI::Option* const face = line.get_option_no_throw("--face");
  return face != nullptr && face->count() != 0 && face->results().back() == "threads";
}

bool app_choice::is_without_tasks() const { return has_face_threads(*chosen().command); }

const app_choice::candidate& app_choice::chosen() const {
  std::string names;
  for (const candidate& each : candidates_) {
    if (each.command->parsed()) return each;
    names += " " + std::string(each.entry->name);
  }
  throw apps::input_error("no application given after " + parent_->get_name() + "; expected one of" + names);
}

}  // namespace jackdaw::cli
