#include "cli/list.hpp"

#include <algorithm>
#include <ostream>
#include <vector>

#include <CLI/App.hpp>
#include <nlohmann/json.hpp>

#include "apps/support/text/input_error.hpp"
#include "cli/command.hpp"
#include "cli/schedulers.hpp"
#include "cli/text/json_text.hpp"
#include "cli/text/names.hpp"
#include "cli/text/table.hpp"

namespace jackdaw::cli {

namespace {

struct section {
  std::string key;
  std::string title;
  std::vector<catalogue_line> lines;
  std::string preset;  ///< what is taken when nothing is chosen
};

std::vector<section> sections(const environment& here) {
  std::vector<catalogue_line> apps;
  for (const apps::app_entry& entry : here.apps) {
    apps.push_back({std::string(entry.name), std::string(entry.line), std::string(entry.source), {}});
  }
  const scheduler_choice preset;
  return {{"apps", "Applications", apps, ""},
          {"pools", "Pools (--pool)", pool_lines(), preset.pool},
          {"managers", "Memory managers (--memory)", memory_lines(), preset.memory},
          {"idle", "Idle policies (--idle)", idle_lines(), preset.idle}};
}

apps::json to_json(const section& each) {
  apps::json entries = apps::json::array();
  for (const auto& line : each.lines) {
    apps::json entry{{"name", line.name}, {"line", line.line}, {"source", line.source}};
    if (!line.idle.empty()) entry["idle"] = line.idle;
    entries.push_back(std::move(entry));
  }
  return entries;
}

void print(std::ostream& out, const section& each) {
  out << each.title << '\n';
  table lines({{}, {}, {}});
  for (const auto& line : each.lines) {
    lines.row({line.name, line.line + (line.name == each.preset ? " (default)" : ""), line.source});
  }
  lines.print(out, 2);
}

}  // namespace

list_command::list_command(CLI::App& root, const environment& here)
    : subcommand(root, here, "list", "Shows applications, pools, memory managers and idle policies") {
  command_->add_option("kind", kind_, "apps, pools, managers or idle; without it: all of them")
      ->type_name("");
  command_->add_flag("--json", json_, "One JSON object instead of tables");
}

int list_command::execute() {
  std::vector<section> shown = sections(here_);
  if (!kind_.empty()) {
    std::vector<std::string> known;
    for (const auto& each : shown) known.push_back(each.key);
    if (std::find(known.begin(), known.end(), kind_) == known.end()) {
      throw apps::input_error("there is no list of '" + kind_ + "'; " + suggestion(kind_, known));
    }
    std::erase_if(shown, [&](const section& each) { return each.key != kind_; });
  }
  if (json_) {
    apps::json all = apps::json::object();
    for (const auto& each : shown) all[each.key] = to_json(each);
    here_.out << json_text(all);
    return done;
  }
  for (std::size_t i = 0; i < shown.size(); ++i) {
    if (i > 0) here_.out << '\n';
    print(here_.out, shown[i]);
  }
  return done;
}

}  // namespace jackdaw::cli
