// A run as a Paje trace: for ViTE.
//
// Format: Paje trace file 1.2.5: definitions of events, then types, containers, and events by time.
#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <jackdaw/trace/formats/colour.hpp>
#include <jackdaw/trace/read/history.hpp>
#include <jackdaw/trace/text/text.hpp>

namespace jackdaw::trace {

/// Writes a history as a Paje trace: a container for each worker, whose states are kinds of tasks, waiting, idle and
/// asleep. Links lead from where a task was created to where it begins. Others come from the tasks that it waited for
/// (with the handle and the version, where it was data), and from victims of steals. Errors: those of the stream.
class paje_writer {
 public:
  static void write(std::ostream& out, const history& run) {
    const plain_numbers plain(out);
    paje_writer writer(out, run);
    writer.define();
    writer.collect();
    for (const auto& [when, line] : writer.lines_) out << line << '\n';
  }

 private:
  paje_writer(std::ostream& out, const history& run) : out_(out), run_(run) {}

  struct moment {
    std::uint64_t time;
    std::uint64_t order;  // at the same time: ends before begins, the innermost end first
    auto operator<=>(const moment&) const = default;
  };

  void define() {
    out_ << R"(%EventDef PajeDefineContainerType 0
% Alias string
% Type string
% Name string
%EndEventDef
%EventDef PajeDefineStateType 1
% Alias string
% Type string
% Name string
%EndEventDef
%EventDef PajeDefineLinkType 2
% Alias string
% Type string
% StartContainerType string
% EndContainerType string
% Name string
%EndEventDef
%EventDef PajeDefineEntityValue 3
% Alias string
% Type string
% Name string
% Color color
%EndEventDef
%EventDef PajeCreateContainer 4
% Time date
% Alias string
% Type string
% Container string
% Name string
%EndEventDef
%EventDef PajeDestroyContainer 5
% Time date
% Name string
% Type string
%EndEventDef
%EventDef PajePushState 6
% Time date
% Type string
% Container string
% Value string
%EndEventDef
%EventDef PajePopState 7
% Time date
% Type string
% Container string
%EndEventDef
%EventDef PajeStartLink 8
% Time date
% Type string
% Container string
% StartContainer string
% Value string
% Key string
%EndEventDef
%EventDef PajeEndLink 9
% Time date
% Type string
% Container string
% EndContainer string
% Value string
% Key string
%EndEventDef
0 run 0 "run"
0 worker run "worker"
1 state worker "state"
2 put run worker worker "put"
2 dependence run worker worker "dependence"
2 steal run worker worker "steal"
3 idle state "idle" "0.9 0.9 0.9"
3 parked state "parked" "0.7 0.7 0.7"
3 waits state "waits" "0.8 0.8 0.6"
)";
    for (std::uint32_t i = 0; i < run_.kinds.size(); ++i)
      out_ << "3 k" << i << " state " << name(run_.kinds[i].name) << " \"" << paje_colour(i) << "\"\n";
    out_ << "4 0.000000000 all run 0 \"run\"\n";
    for (std::uint32_t id = 0; id < run_.workers; ++id)
      out_ << "4 0.000000000 w" << id << " worker all \"worker " << id << "\"\n";
  }

  void collect() {
    constexpr std::uint64_t outermost = 1;
    for (const auto& task : run_.tasks) {
      if (!task.ran()) continue;
      state(task.worker, task.started, task.finished, 'k' + std::to_string(task.kind),
            outermost + 2 * std::uint64_t{task.depth});
      if (task.parent == history::none) continue;
      link("put", "put", task.number, {task.creator, std::min(task.created, task.started)},
           {task.worker, task.started});
    }
    std::uint32_t number = 0;
    for (const auto& edge : run_.dependences) {
      const auto& from = run_.tasks[edge.from];
      const auto& to = run_.tasks[edge.to];
      ++number;
      if (!from.ran() || !to.ran()) continue;
      link("dependence", value_of(edge), number, {from.worker, std::min(from.finished, to.started)},
           {to.worker, to.started});
    }
    number = 0;
    for (const auto& theft : run_.thefts) {
      if (theft.victim >= run_.workers) continue;
      link("steal", std::to_string(theft.tasks), ++number, {theft.victim, theft.time},
           {theft.thief, theft.time});
    }
    const auto add = [&](const auto& intervals, const std::string& value, std::uint64_t depth) {
      for (const auto& each : intervals) state(each.worker, each.from, each.to, value, depth);
    };
    add(run_.idle, "idle", 0);
    add(run_.waits, "waits", deepest - 1);
    add(run_.parked, "parked", deepest);
    for (std::uint32_t id = 0; id < run_.workers; ++id)
      line(run_.end, last, "5 " + time(run_.end) + " w" + std::to_string(id) + " worker");
    line(run_.end, last, "5 " + time(run_.end) + " all run");
    std::stable_sort(lines_.begin(), lines_.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
  }

  void state(std::uint32_t worker, std::uint64_t from, std::uint64_t to, const std::string& value,
             std::uint64_t depth) {
    if (from == to) return;  // nothing to be seen, and its end would come before its begin
    const std::string where = " state w" + std::to_string(worker);
    line(from, begins + depth, "6 " + time(from) + where + ' ' + value);
    line(to, deepest - depth, "7 " + time(to) + where);
  }

  struct place {
    std::uint32_t worker;
    std::uint64_t time;
  };
  void link(const std::string& type, const std::string& value, std::uint32_t key, const place& from,
            const place& to) {
    const auto end = [&](const char* event, const place& at, std::uint64_t order) {
      line(at.time, order,
           event + time(at.time) + ' ' + type + " all w" + std::to_string(at.worker) + ' ' + name(value) +
               ' ' + type + std::to_string(key));
    };
    end("8 ", from, links);
    end("9 ", to, links + 1);
  }

  [[nodiscard]] std::string value_of(const history::dependence& edge) const {
    if (edge.version == history::none) return "task";
    const history::version& of = run_.versions[edge.version];
    return run_.handle_text(of.handle) + " version " + std::to_string(of.number);
  }

  void line(std::uint64_t when, std::uint64_t order, std::string text) {
    lines_.push_back({moment{when, order}, std::move(text)});
  }

  [[nodiscard]] static std::string time(std::uint64_t nanoseconds) {
    const std::string part = std::to_string(nanoseconds % 1'000'000'000);
    return std::to_string(nanoseconds / 1'000'000'000) + '.' + std::string(9 - part.size(), '0') + part;
  }

  /// Paje has no escapes, and a line for each event.
  [[nodiscard]] static std::string name(std::string_view given) {
    std::string text(given);
    std::replace(text.begin(), text.end(), '"', '\'');
    std::replace_if(
        text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
    return '"' + base::visible(text) + '"';
  }

  [[nodiscard]] std::string paje_colour(std::uint32_t kind) const {
    const primaries colour = primaries_of(run_, kind);
    std::string result;
    for (const int each : colour) result += (result.empty() ? "" : " ") + fixed(each / 255.0, 3);
    return result;
  }

  static constexpr std::uint64_t deepest = std::uint64_t{1} << 36U;
  static constexpr std::uint64_t links = deepest + 1;
  static constexpr std::uint64_t begins = deepest + 3;
  static constexpr std::uint64_t last = UINT64_MAX;

  std::ostream& out_;
  const history& run_;
  std::vector<std::pair<moment, std::string>> lines_;
};

/// Writes a run as a Paje trace, for ViTE.
///     std::ofstream file("run.trace");
///     write_paje(file, read_history(seen));
///
/// Cost: some passes over the history. Threads: one at a time for each stream. Errors: those of the stream.
inline void write_paje(std::ostream& out, const history& run) { paje_writer::write(out, run); }

}  // namespace jackdaw::trace
