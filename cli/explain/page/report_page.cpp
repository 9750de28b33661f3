#include "cli/explain/page/report_page.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <numeric>
#include <ostream>
#include <stdexcept>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <jackdaw/replay/read_program.hpp>
#include <jackdaw/replay/replay.hpp>
#include <jackdaw/trace/graph/graph.hpp>
#include <jackdaw/trace/graph/profile.hpp>
#include <jackdaw/trace/read/losses.hpp>
#include <jackdaw/trace/text/text.hpp>

#include "apps/support/text/quoted.hpp"
#include "cli/explain/contradictions.hpp"
#include "cli/explain/page/log_table.hpp"
#include "cli/explain/page/page_charts.hpp"
#include "cli/explain/page/schedule_view.hpp"

namespace jackdaw::cli {

namespace {

using trace::duration;
using trace::fixed;

/// Names are of any length, and a page is for people.
std::string in_page(std::string_view text) { return trace::shown(apps::quoted(text, 400)); }

constexpr std::string_view head = R"(<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>jackdaw: a run</title>
<style>
body { font: 15px/1.45 sans-serif; max-width: 1240px; margin: 1.5em auto; padding: 0 1em; color: #222; }
h1 { font-size: 1.3em; } h2 { font-size: 1.1em; margin-top: 2em; border-bottom: 1px solid #ccc; }
table { border-collapse: collapse; } td, th { padding: 2px 14px 2px 0; text-align: right; }
td:first-child, th:first-child { text-align: left; } .warning { background: #fff3c4; padding: .5em; }
svg { width: 100%; height: auto; border: 1px solid #ddd; }
p.note { color: #666; } html { overflow-y: scroll; }
</style></head><body>
)";

class page {
 public:
  page(std::ostream& out, const page_content& about)
      : out_(out),
        about_(about),
        seen_(about.seen),
        run_(about.run),
        order_(about.order),
        figures_(trace::profile_of(run_)),
        lost_(trace::losses::of(seen_)) {}

  void write() {
    const trace::plain_numbers plain(out_);
    out_ << head << "<h1>" << in_page(about_.title) << "</h1>\n";
    if (!order_.complete) {
      out_ << "<p class=\"warning\">" << run_.lost
           << " events were lost: this page is about a part of the run. See --events.</p>\n";
    }
    warn(warnings(lost_, order_));
    write_figures();
    section("Schedule",
            "Workers from top to bottom, time from left to right; a line goes from where a task was created "
            "to where it begins, where not too many are in sight. Grey: a task waited; a dark line below the "
            "row: the worker was asleep. The wheel zooms, dragging moves, a double click shows all; or +, -, "
            "arrows, Home.");
    write_schedule_view(out_, run_, about_.style.shape);
    section("Parallelism", "Workers that ran tasks and had a processor, over the time of the run.");
    draw_area(out_, figures_.parallelism, run_.workers, duration(static_cast<double>(run_.end)), "workers");
    write_lengths();
    write_kinds();
    write_log();
    write_handles();
    write_workers();
    write_steals();
    write_bounds();
    out_ << "</body></html>\n";
  }

 private:
  void section(const char* title, const char* note) {
    out_ << "<h2>" << title << "</h2>\n<p class=\"note\">" << note << "</p>\n";
  }

  void warn(const std::vector<std::string>& all) {
    for (const auto& each : all) out_ << "<p class=\"warning\">" << in_page(each) << "</p>\n";
  }

  void row(const std::vector<std::string>& cells, const char* tag = "td") {
    out_ << "<tr>";
    for (const auto& cell : cells) out_ << '<' << tag << '>' << in_page(cell) << "</" << tag << '>';
    out_ << "</tr>\n";
  }

  [[nodiscard]] static std::string time(std::uint64_t nanoseconds) {
    return duration(static_cast<double>(nanoseconds));
  }
  [[nodiscard]] static std::string percent(std::uint64_t part, auto whole) {
    return whole == 0 ? "" : fixed(100.0 * static_cast<double>(part) / static_cast<double>(whole), 1) + " %";
  }

  void write_figures() {
    out_ << "<table class=\"figures\">\n";
    row({"time", time(run_.end)});
    row({"workers", std::to_string(run_.workers)});
    row({"tasks", std::to_string(figures_.tasks_run)});
    row({"work T1", time(order_.work)});
    row({"span T∞", time(order_.span)});
    row({"average parallelism", fixed(order_.parallelism(), 1)});
    row({"burdened span", time(order_.burdened_span) + ": each task comes from another worker, " +
                              time(order_.burden) + " late"});
    row({"burdened parallelism", fixed(order_.burdened_parallelism(), 1)});
    row({"task graph", std::string(trace::name_of(order_.order))});
    row({"workers were", away_text(lost_)});
    row({"workers kept busy", percent(order_.work, static_cast<double>(run_.end) * run_.workers)});
    row({"steals", std::to_string(figures_.steals)});
    row({"tasks stolen", std::to_string(figures_.tasks_stolen)});
    row({"steals that found nothing", std::to_string(run_.misses)});
    out_ << "</table>\n";
  }

  void write_lengths() {
    section("Lengths of tasks", "Each without what its worker ran in between.");
    std::vector<page_bar> bars;
    const auto& lengths = figures_.lengths;
    const auto first = std::find_if(lengths.begin(), lengths.end(), [](auto n) { return n != 0; });
    for (auto at = first; at != lengths.end(); ++at) {
      const double to = static_cast<double>(std::uint64_t{1} << static_cast<unsigned>(at - lengths.begin()));
      bars.push_back({"below " + duration(to), static_cast<double>(*at), std::to_string(*at)});
    }
    draw_bars(out_, bars);
  }

  /// The places of `shares`, the largest first.
  [[nodiscard]] static std::vector<std::uint32_t> by_share(const std::vector<std::uint64_t>& shares) {
    std::vector<std::uint32_t> order(shares.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::stable_sort(order, std::ranges::greater(), [&](std::uint32_t i) { return shares[i]; });
    return order;
  }

  void write_kinds() {
    section("Kinds of tasks, and what the critical path is made of",
            "Sorted by the time on the critical path. The last column: the span if tasks of this kind took "
            "no time.");
    std::unordered_map<trace::task_number, std::uint32_t> kind_of;
    for (const auto& task : run_.tasks) kind_of[task.number] = task.kind;
    std::vector<std::uint64_t> on_path(run_.kinds.size(), 0);
    for (const auto& step : order_.critical_path) {
      const std::uint32_t kind = kind_of[step.task];
      if (kind < on_path.size()) on_path[kind] += step.nanoseconds;
    }
    out_ << "<table class=\"kinds\">\n";
    row({"kind", "tasks", "work", "mean", "longest", "on the critical path", "span without"}, "th");
    std::size_t shown_ones = 0;
    for (const std::uint32_t i : by_share(on_path)) {
      const auto& kind = figures_.kinds[i];
      const bool counts = on_path[i] != 0 && shown_ones++ < most_readings;
      row({run_.kinds[i].name, std::to_string(kind.tasks), percent(kind.nanoseconds, order_.work),
           time(kind.nanoseconds / std::max<std::uint64_t>(kind.tasks, 1)), time(kind.longest),
           percent(on_path[i], order_.span),
           counts            ? time(trace::graph_reader::span_without(seen_, i))
           : on_path[i] == 0 ? time(order_.span)
                             : ""});
    }
    out_ << "</table>\n";
  }

  void write_log() {
    if (figures_.logs.empty()) return;
    section("What tasks say", "Time in spans: without what the worker ran in between.");
    out_ << "<table class=\"log\">\n";
    const char* tag = "th";
    for (const auto& cells : log_table(run_, figures_)) row(cells, std::exchange(tag, "td"));
    out_ << "</table>\n";
  }

  void write_handles() {
    if (run_.versions.empty()) return;
    section("Data that the critical path waits for",
            "Handles without a name are numbered in the order in which they appear. On the critical path: "
            "the time that it spends after waiting for the handle. The last column: the span if no task had "
            "to wait for this handle.");
    const std::size_t handles = run_.handle_names.size();
    std::vector<std::uint64_t> on_path(handles, 0);
    std::vector<std::uint64_t> waits(handles, 0);
    for (const auto& step : order_.critical_path) {
      if (step.handle >= handles) continue;
      on_path[step.handle] += step.nanoseconds;
      ++waits[step.handle];
    }
    out_ << "<table class=\"handles\">\n";
    row({"handle", "waits", "on the critical path", "", "span without"}, "th");
    std::size_t shown_ones = 0;
    for (const std::uint32_t i : by_share(on_path)) {
      if (waits[i] == 0 || shown_ones++ == most_readings) break;
      const std::string& name = run_.handle_names[i];
      row({name.empty() ? std::to_string(i) : name, std::to_string(waits[i]), time(on_path[i]),
           percent(on_path[i], order_.span), time(trace::graph_reader::span_without_handle(seen_, i))});
    }
    out_ << "</table>\n";
  }

  void write_workers() {
    section("Workers",
            "CPU time in tasks; time in which other threads had its processor; asleep for lack of work; "
            "waiting for something else.");
    out_ << "<table class=\"workers\">\n";
    row({"worker", "in tasks", "", "preempted", "asleep", "waited otherwise"}, "th");
    for (std::uint32_t id = 0; id < run_.workers; ++id) {
      row({std::to_string(id), time(figures_.busy[id]), percent(figures_.busy[id], run_.end),
           time(figures_.preempted[id]), time(figures_.parked[id]), time(figures_.blocked[id])});
    }
    out_ << "</table>\n";
  }

  void write_steals() {
    section("Steals", "Tasks, by thief (rows) and victim (columns). Empty for pools without steals.");
    if (figures_.steals == 0) return;
    out_ << "<table class=\"steals\">\n";
    std::vector<std::string> cells{"thief"};
    for (std::uint32_t id = 0; id < run_.workers; ++id) cells.push_back("from " + std::to_string(id));
    row(cells, "th");
    for (std::uint32_t thief = 0; thief < run_.workers; ++thief) {
      cells = {std::to_string(thief)};
      for (const std::uint64_t tasks : figures_.stolen[thief]) cells.push_back(std::to_string(tasks));
      row(cells);
    }
    out_ << "</table>\n";
  }

  void write_bounds() {
    section("Other numbers of processors",
            "Bounds of a greedy schedule of this task graph, without scheduling costs: max(T1/P, T∞) to T1/P "
            "+ T∞. Predicted: a replay on this run's pool, with the scheduling costs of this machine. It "
            "includes the recorder's time, which jackdaw replay subtracts.");
    out_ << "<table class=\"bounds\">\n";
    row({"processors", "time at least", "at most", "speed-up at least", "at most", "time predicted",
         "speed-up"},
        "th");
    const auto work = static_cast<double>(order_.work);
    const auto span = static_cast<double>(order_.span);
    const std::vector<double> found = predictions();
    for (unsigned p = 1; p <= most_processors && work > 0; p *= 2) {
      const double least = std::max(work / p, span);
      const double most = std::min(work, work / p + span);
      std::vector<std::string> cells{std::to_string(p), duration(least), duration(most),
                                     fixed(work / most, 2), fixed(work / least, 2)};
      if (!found.empty()) {
        const double time = found[static_cast<std::size_t>(std::countr_zero(p))];
        cells.push_back(duration(time));
        cells.push_back(fixed(work / std::max(time, 1.0), 2));
      }
      row(cells);
    }
    out_ << "</table>\n";
    warn(warnings(found, order_));
    if (found.empty())
      out_ << "<p class=\"note\">No predictions: they need a complete recording of at most " << most_replayed
           << " tasks, none of which waits for itself, on a pool of the catalogue.</p>\n";
  }

  /// Nanoseconds with 1, 2, 4, … processors; empty: nothing can be said.
  [[nodiscard]] std::vector<double> predictions() const {
    std::vector<double> found;
    if (about_.how == nullptr || !order_.complete || run_.tasks.size() > most_replayed) return found;
    const replay::program of = replay::read_program(seen_);
    try {
      for (unsigned p = 1; p <= most_processors; p *= 2)
        found.push_back(
            replay::replay_run(of, *about_.how, {.workers = p, .price = about_.price}).nanoseconds);
    } catch (const std::invalid_argument&) { found.clear(); }
    return found;
  }

  static constexpr unsigned most_processors = 1024;
  static constexpr std::size_t most_readings = 16;       // of the recording, for each table
  static constexpr std::size_t most_replayed = 200'000;  // tasks: some seconds

  std::ostream& out_;
  const page_content& about_;
  const trace::recording& seen_;
  const trace::history& run_;
  const trace::graph& order_;
  trace::profile figures_;
  trace::losses lost_;
};

}  // namespace

void write_page(std::ostream& out, const page_content& about) { page(out, about).write(); }

}  // namespace jackdaw::cli
