#include "cli/run/run_forms.hpp"

#include <filesystem>
#include <functional>
#include <ostream>
#include <system_error>

#include <CLI/App.hpp>

#include <jackdaw/trace/formats/chrome.hpp>
#include <jackdaw/trace/formats/graph_dot.hpp>
#include <jackdaw/trace/formats/paje.hpp>
#include <jackdaw/trace/formats/schedule_svg.hpp>
#include <jackdaw/trace/read/read_history.hpp>

#include "apps/support/files/output_file.hpp"
#include "apps/support/text/input_error.hpp"
#include "apps/support/text/quoted.hpp"
#include "cli/explain/page/report_page.hpp"
#include "cli/replay/replayed_policy.hpp"
#include "cli/text/names.hpp"

namespace jackdaw::cli {

namespace {

constexpr const char* page_name = "index.html";

std::string page_in(const std::string& folder) {
  return (std::filesystem::path(folder) / page_name).string();
}

/// Makes `folder` unless it is there; whether it was made. Throws input_error.
bool make_folder(const std::string& folder) {
  std::error_code failed;
  std::error_code unknown;
  const bool made = std::filesystem::create_directory(folder, failed);
  if (failed || !std::filesystem::is_directory(folder, unknown)) {
    throw apps::input_error("--report " + apps::quoted(folder, 160) + ": cannot be made (" +
                            (failed ? failed.message() : "it is a file") +
                            "); expected a folder, or the name of a new one in an existing folder");
  }
  return made;
}

/// Throws input_error unless the page could be written in `folder`; leaves nothing behind.
void require_folder(const std::string& folder) {
  apps::require_suffix("--report", folder, apps::file_kind::folder);
  // An output where the folder belongs would be there first.
  apps::require_apart({{"--report", (std::filesystem::path(folder) / "").parent_path().string()}});
  struct new_folder {
    const std::string& path;
    bool made;
    ~new_folder() {
      std::error_code ignored;
      if (made) std::filesystem::remove(path, ignored);
    }
  };
  const new_folder until_the_end{folder, make_folder(folder)};
  apps::require_writable(std::vector<apps::named_output>{{"--report", page_in(folder)}});
}

trace::task_shape shape_of(const std::string& name) {
  return name == "triangles" ? trace::task_shape::triangles : trace::task_shape::bars;
}

}  // namespace

void run_forms::declare(CLI::App& command, const std::string& group) {
  const auto file = [&](const char* option, std::string& value, const char* type, const char* help) {
    command.add_option(option, value, help)->type_name(type)->group(group);
  };
  file("--trace", trace_, "FILE.json", "Write what each worker did, for ui.perfetto.dev");
  file("--schedule", schedule_, "FILE.svg", "Draw the schedule: workers by time");
  command
      .add_option("--schedule-style", shape_,
                  "How tasks are drawn: bars (KR02 figure 1), triangles (T15 figure 4.1)")
      ->type_name("NAME")
      ->capture_default_str()
      ->group(group);
  file("--graph", graph_, "FILE.dot", "Write the task graph, the critical path in red, for Graphviz");
  file("--paje", paje_, "FILE.paje", "Write what each worker did, for ViTE");
  file("--report", report_, "DIR", "Write all of it as one page, DIR/index.html");
}

std::string run_forms::first_option() const {
  if (!trace_.empty()) return "--trace";
  if (!schedule_.empty()) return "--schedule";
  if (!graph_.empty()) return "--graph";
  if (!paje_.empty()) return "--paje";
  return report_.empty() ? "" : "--report";
}

void run_forms::require_writable(const std::string& command) const {
  require_known({"style of schedules", command + " --help"}, shape_, {"bars", "triangles"});
  if (shape_ != "bars" && schedule_.empty() && report_.empty())
    throw apps::input_error("--schedule-style " + shape_ +
                            ": says how a schedule is drawn; expected --schedule or --report beside it");
  apps::require_writable({{"--trace", trace_, apps::file_kind::trace},
                          {"--schedule", schedule_, apps::file_kind::svg},
                          {"--graph", graph_, apps::file_kind::dot},
                          {"--paje", paje_, apps::file_kind::paje}});
  if (!report_.empty()) require_folder(report_);
}

std::vector<std::string> run_forms::write(const std::string& title, const explained_run& about) const {
  std::vector<std::string> written;
  if (!asked()) return written;
  const trace::history run = trace::read_history(about.seen);
  const trace::schedule_style style{.shape = shape_of(shape_)};
  const auto file = [&](const std::string& path, const std::function<void(std::ostream&)>& write_to) {
    if (path.empty()) return;
    apps::output_file out(path);
    write_to(out.stream());
    out.commit();
    written.push_back(path);
  };
  file(trace_, [&](std::ostream& out) { trace::write_chrome(out, run); });
  file(schedule_, [&](std::ostream& out) { trace::write_schedule(out, run, style); });
  file(graph_, [&](std::ostream& out) { trace::write_dot(out, run, about.order); });
  file(paje_, [&](std::ostream& out) { trace::write_paje(out, run); });
  if (!report_.empty()) {
    make_folder(report_);
    const auto how = replayed_policy_if_any(about.pool);
    file(page_in(report_), [&](std::ostream& out) {
      write_page(out, {title, about.seen, run, about.order, how ? &*how : nullptr, about.price, style});
    });
  }
  return written;
}

}  // namespace jackdaw::cli
