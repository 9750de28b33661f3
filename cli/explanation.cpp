#include "cli/explanation.hpp"

#include <filesystem>
#include <functional>
#include <ostream>
#include <system_error>

#include <CLI/App.hpp>
#include <nlohmann/json.hpp>

#include <jackdaw/replay/policy.hpp>
#include <jackdaw/trace/chrome.hpp>
#include <jackdaw/trace/graph.hpp>
#include <jackdaw/trace/graph_dot.hpp>
#include <jackdaw/trace/paje.hpp>
#include <jackdaw/trace/read_history.hpp>
#include <jackdaw/trace/run_file.hpp>
#include <jackdaw/trace/schedule_svg.hpp>

#include "apps/support/output_file.hpp"
#include "cli/calibration.hpp"
#include "cli/names.hpp"
#include "cli/numbers.hpp"
#include "cli/recorded_costs.hpp"
#include "cli/report_page.hpp"

namespace jackdaw::cli {

namespace {

constexpr unsigned most_events = 1U << 30U;  // a worker; 16 GiB
constexpr const char* page_name = "index.html";

std::string page_in(const std::string& folder) {
  return (std::filesystem::path(folder) / page_name).string();
}

/// Makes `folder` unless it is there; whether it was made. Throws input_error.
bool make_folder(const std::string& folder) {
  std::error_code failed;
  const bool made = std::filesystem::create_directory(folder, failed);
  if (failed || !std::filesystem::is_directory(folder)) {
    throw apps::input_error("--report " + folder + ": cannot be made (" +
                            (failed ? failed.message() : "it is a file") +
                            "); expected a folder, or the name of a new one in an existing folder");
  }
  return made;
}

/// Throws input_error unless the page could be written in `folder`; leaves nothing behind.
void require_folder(const std::string& folder) {
  const bool made = make_folder(folder);
  apps::require_writable(page_in(folder));
  if (made) std::filesystem::remove(folder);
}

trace::task_shape shape_of(const std::string& name) {
  return name == "triangles" ? trace::task_shape::triangles : trace::task_shape::bars;
}

}  // namespace

void explanation::declare(CLI::App& command) {
  const std::string group = "Options that explain the run (docs/explain.md)";
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
  file("--record", record_, "FILE.jd", "Write what was recorded, for jackdaw replay and jackdaw grammar");
  command
      .add_option("--events", events_,
                  "Events to keep for each worker, 16 bytes each; three a task (default 1048576)")
      ->type_name("N")
      ->group(group);
  command
      .add_option("--when-full", full_,
                  "Events to lose when there are more: stop (the last), ring (the first)")
      ->type_name("NAME")
      ->capture_default_str()
      ->group(group);
}

bool explanation::asked() const {
  return !(trace_.empty() && schedule_.empty() && graph_.empty() && paje_.empty() && report_.empty() &&
           record_.empty());
}

scheduler_choice explanation::with_recorder(scheduler_choice choice) {
  require_known({"way to lose events", "jackdaw run --help"}, full_, {"stop", "ring"});
  require_known({"style of schedules", "jackdaw run --help"}, shape_, {"bars", "triangles"});
  if (!events_.empty()) much_.events_per_worker = whole_number("--events", events_, 1, most_events);
  much_.then = full_ == "ring" ? trace::when_full::ring : trace::when_full::stop;
  if (!asked()) return choice;
  for (const std::string* path : {&trace_, &schedule_, &graph_, &paje_, &record_}) {
    if (!path->empty()) apps::require_writable(*path);
  }
  if (!report_.empty()) require_folder(report_);
  choice.observer = &observe::any_observer::make<trace::recorder>;
  return choice;
}

void explanation::begin(const any_scheduler& scheduler) const {
  if (asked()) scheduler.observer<trace::recorder>()->keep(much_);
}

void explanation::end(const any_scheduler& scheduler) {
  if (!asked()) return;
  seen_ = scheduler.observer<trace::recorder>()->take();
  pool_ = scheduler.choice().pool;
  if (!seen_->has_task() && seen_->complete())
    throw apps::input_error("there is nothing to explain: no task was recorded; expected a face with tasks");
}

apps::json explanation::figures() {
  if (!seen_) return nullptr;
  price_ = measured_costs(pool_);
  order_ = trace::graph_reader::read(*seen_, static_cast<std::uint64_t>(price_.steal));
  return {{"work_nanoseconds", order_.work},
          {"span_nanoseconds", order_.span},
          {"average_parallelism", order_.parallelism()},
          {"burden_nanoseconds", order_.burden},
          {"burdened_span_nanoseconds", order_.burdened_span},
          {"burdened_parallelism", order_.burdened_parallelism()},
          {"graph_class", name_of(order_.order)},
          {"complete", order_.complete},
          {"events_lost", seen_->lost}};
}

std::vector<std::string> explanation::write(const std::string& title, const std::string& pool) const {
  std::vector<std::string> written;
  if (!seen_) return written;
  const trace::history run = trace::read_history(*seen_);
  const auto file = [&](const std::string& path, const std::function<void(std::ostream&)>& write_to) {
    if (path.empty()) return;
    apps::output_file out(path);
    write_to(out.stream());
    out.commit();
    written.push_back(path);
  };
  file(trace_, [&](std::ostream& out) { trace::write_chrome(out, run); });
  const trace::schedule_style style{.shape = shape_of(shape_)};
  file(schedule_, [&](std::ostream& out) { trace::write_schedule(out, run, style); });
  file(graph_, [&](std::ostream& out) { trace::write_dot(out, run, order_); });
  file(paje_, [&](std::ostream& out) { trace::write_paje(out, run); });
  file(record_, [&](std::ostream& out) {
    const auto nanoseconds = [](double seconds) { return static_cast<std::uint64_t>(1e9 * seconds); };
    trace::write_run(out, {title, pool, *seen_, nanoseconds(plain_.alone), nanoseconds(plain_.crowded),
                           plain_.crowded > 0 ? plain_.among : 0, measured_event(), costs_of_all_pools()});
  });
  if (!report_.empty()) make_folder(report_);
  if (!report_.empty()) {
    file(page_in(report_), [&](std::ostream& out) {
      write_page(out, {title, *seen_, run, order_, replay::policy_of(pool_), price_, style});
    });
  }
  return written;
}

void add_explanation(table& lines, const apps::json& figures) {
  const auto time = [&](const char* name) { return trace::duration(figures[name].get<double>()); };
  const auto number = [&](const char* name) { return trace::fixed(figures[name].get<double>(), 1); };
  const std::string part = figures["complete"].get<bool>() ? "" : " (of a part of the run)";
  lines.row({"work", time("work_nanoseconds") + part});
  lines.row({"span", time("span_nanoseconds") + part});
  lines.row({"average parallelism", number("average_parallelism") + part});
  lines.row({"burdened span", time("burdened_span_nanoseconds") + ", parallelism " +
                                  number("burdened_parallelism") + ", when each task comes from elsewhere, " +
                                  time("burden_nanoseconds") + " late" + part});
  lines.row({"task graph", figures["graph_class"].get<std::string>()});
  const auto lost = figures["events_lost"].get<std::uint64_t>();
  if (lost != 0) {
    lines.row(
        {"events lost", std::to_string(lost) + ": the figures above are of a part of the run; see --events"});
  }
}

}  // namespace jackdaw::cli
