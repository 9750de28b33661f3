#include "cli/run/run_report.hpp"

#include <algorithm>
#include <ostream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/explain/explanation.hpp"
#include "cli/run/counters.hpp"
#include "cli/run/surroundings/beside.hpp"
#include "cli/text/numbers.hpp"
#include "cli/text/table.hpp"

namespace jackdaw::cli {

namespace {

std::string timing(const std::vector<double>& seconds) {
  const std::string middle = fmt::format("{:.6f}", median(seconds));
  if (seconds.size() == 1) return middle;
  const auto [least, most] = std::minmax_element(seconds.begin(), seconds.end());
  return fmt::format("{} (median of {}: {:.6f} to {:.6f})", middle, seconds.size(), *least, *most);
}

std::string text(const apps::json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number_float()) return fmt::format("{:.6g}", value.get<double>());
  return value.dump();
}

std::string joined(const std::vector<std::string>& parts) {
  std::string all;
  for (const auto& part : parts) all += (all.empty() ? "" : ", ") + part;
  return all;
}

/// Both were timed, and the time can be divided by.
bool has_speedup(const run_report& report) {
  return !report.serial_seconds.empty() && !report.seconds.empty() && median(report.seconds) > 0;
}

double speedup(const run_report& report) { return median(report.serial_seconds) / median(report.seconds); }

}  // namespace

apps::json to_json(const run_report& report) {
  apps::json all{{"app", report.app},
                 {"input", report.input},
                 {"pool", report.choice.pool},
                 {"memory", report.choice.memory},
                 {"idle", report.choice.idle},
                 {"workers", report.choice.workers},
                 {"tasks", report.tasks},
                 {"seconds", nullptr},
                 {"all_seconds", report.seconds},
                 {"checked", report.checked},
                 {"check", report.line}};
  if (report.checked && report.undecided) all["checked"] = nullptr;
  if (!report.seconds.empty()) all["seconds"] = median(report.seconds);
  if (!report.serial_seconds.empty()) all["serial_seconds"] = median(report.serial_seconds);
  if (has_speedup(report)) all["speedup"] = speedup(report);
  all["counts"] = report.counts;
  if (!report.counters.is_null()) all["counters"] = report.counters;
  if (!report.beside.is_null()) all["beside"] = report.beside;
  if (!report.explained.is_null()) all["explained"] = report.explained;
  if (!report.unexplained.empty()) all["unexplained"] = report.unexplained;
  all["outputs"] = report.outputs;
  return all;
}

std::string title(const run_report& report) {
  return fmt::format("{} {}, pool {}, memory {}, idle {}, {}", report.app, report.input, report.choice.pool,
                     report.choice.memory, report.choice.idle, workers_text(report.choice.workers));
}

void print(std::ostream& out, const run_report& report) {
  table lines({{}, {}});
  lines.row({"app", report.app});
  lines.row({"input", report.input});
  lines.row({"pool", report.choice.pool});
  lines.row({"memory", report.choice.memory});
  lines.row({"idle", report.choice.idle});
  lines.row({"workers", std::to_string(report.choice.workers)});
  if (!report.seconds.empty()) {
    lines.row({"tasks", std::to_string(report.tasks)});
    lines.row({"seconds", timing(report.seconds)});
  }
  if (!report.serial_seconds.empty()) lines.row({"serial seconds", timing(report.serial_seconds)});
  if (has_speedup(report)) {
    const double times = speedup(report);
    lines.row({"speed-up", fmt::format("{:.2f} (efficiency {:.0f} %)", times,
                                       100 * times / static_cast<double>(report.choice.workers))});
  }
  lines.row({"checked", (!report.checked    ? "WRONG: "
                         : report.undecided ? "unchecked: "
                                            : "right: ") +
                            report.line});
  for (const auto& [name, value] : report.counts.items()) {
    std::string words = name;
    std::replace(words.begin(), words.end(), '_', ' ');
    lines.row({words, text(value)});
  }
  if (!report.beside.is_null()) add_beside(lines, report.beside);
  if (!report.counters.is_null()) {
    lines.gap();
    add_counters(lines, report.counters);
  }
  if (!report.explained.is_null()) {
    lines.gap();
    add_explanation(lines, report.explained);
  }
  if (!report.unexplained.empty()) lines.row({"explained", report.unexplained});
  if (!report.outputs.empty()) lines.row({"written", joined(report.outputs)});
  lines.print(out);
}

}  // namespace jackdaw::cli
