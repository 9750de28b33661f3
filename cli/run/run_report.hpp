// What `jackdaw run` found, and how it is shown.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "apps/app.hpp"

namespace jackdaw::cli {

struct run_report {
  std::string app;
  std::string input;
  scheduler_choice choice;
  std::uint64_t tasks = 0;  ///< of the last run
  std::vector<double> seconds;
  std::vector<double> serial_seconds;  ///< empty: the serial program was not timed
  bool checked = true;                 ///< every result so far was right
  bool undecided = false;              ///< a check had nothing to compare
  std::string line;                    ///< what the last check said
  apps::json counts = apps::json::object();
  apps::json counters = nullptr;   ///< of the last run, where they were asked for
  apps::json beside = nullptr;     ///< of the last run, where something ran beside it
  apps::json explained = nullptr;  ///< of the quickest run, where it was recorded
  std::string unexplained;         ///< why it is not, where that was asked for
  std::vector<std::string> outputs;

  void take(const apps::verdict& verdict) {
    checked = checked && verdict.passed;
    undecided = undecided || verdict.undecided;
    line = verdict.line;
  }
};

[[nodiscard]] apps::json to_json(const run_report& report);

/// What was run, in a line.
[[nodiscard]] std::string title(const run_report& report);

/// Aligned lines for people.
void print(std::ostream& out, const run_report& report);

}  // namespace jackdaw::cli
