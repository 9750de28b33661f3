#include "cli/list.hpp"

#include <algorithm>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include <CLI/App.hpp>
#include <nlohmann/json.hpp>

#include "apps/support/text/input_error.hpp"
#include "apps/support/text/quoted.hpp"
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
    if (each.key == "pools") {
      entry["parameters"] = apps::json::array();
      for (const parameter_line& one : parameter_lines(line.name)) {
        entry["parameters"].push_back(
            {{"name", one.name}, {"preset", one.value}, {"values", one.range}, {"line", one.line}});
      }
    }
    entries.push_back(std::move(entry));
  }
  return entries;
}

/// Pools with the same parameters in one block; all take idle=POLICY besides.
void print_parameters(std::ostream& out, const section& pools) {
  out << "\nParameters, written after a name: dq8:16, dq2:steal=half:lock=spin, or several values: "
         "dq8:2,4,8\n";
  std::vector<std::pair<std::string, std::vector<parameter_line>>> blocks;
  for (const auto& line : pools.lines) {
    auto own = parameter_lines(line.name);
    own.pop_back();  // idle
    if (own.empty()) continue;
    const auto same = [&](const auto& block) {
      return std::ranges::equal(block.second, own, [](const auto& a, const auto& b) {
        return a.name == b.name && a.value == b.value && a.range == b.range;
      });
    };
    const auto block = std::ranges::find_if(blocks, same);
    if (block != blocks.end()) {
      block->first += " " + line.name;
    } else {
      blocks.emplace_back(line.name, std::move(own));
    }
  }
  table lines({{}, {}, {}, {}});
  for (const auto& [names, own] : blocks) {
    for (const auto& one : own)
      lines.row({&one == &own.front() ? names : "", one.name + "=" + one.value, one.range, one.line});
  }
  lines.row({"all pools", "idle=POLICY", "an idle policy",
             "what a worker without work does; preset: the source's"});
  lines.print(out, 2);
}

void print(std::ostream& out, const section& each) {
  out << each.title << '\n';
  table lines({{}, {}, {}});
  for (const auto& line : each.lines) {
    lines.row({line.name, line.line + (line.name == each.preset ? " (default)" : ""), line.source});
  }
  lines.print(out, 2);
  if (each.key == "pools") print_parameters(out, each);
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
      throw apps::input_error("there is no list of '" + apps::quoted(kind_) + "'; " +
                              suggestion(kind_, known));
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
