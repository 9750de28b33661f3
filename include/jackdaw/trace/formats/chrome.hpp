// A run as a Chrome trace: for Perfetto (ui.perfetto.dev) and chrome://tracing.
//
// Format: Trace Event Format, JSON object form: X complete slices (of one thread: nested, never overlapping),
// s and f flow arrows, i instants, M names. Times are microseconds with three digits.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include <jackdaw/trace/formats/colour.hpp>
#include <jackdaw/trace/read/history.hpp>
#include <jackdaw/trace/text/text.hpp>

namespace jackdaw::trace {

/// Writes a history as Chrome JSON: a thread for each worker. It has a slice for each task, and for the times in which
/// the worker waits, is idle or asleep. There is an arrow from where a task was created to where it begins. Others
/// come from the tasks that it waited for, with the handle and the version. Steals have their victim. What tasks say of
/// themselves are slices inside theirs, and instants. Slices of tasks
/// have the colour of their kind as an argument, and the nearest of those that chrome://tracing can show. Perfetto
/// chooses its own. Cost: some 300 bytes a task. Errors: those of the stream, which the caller looks at.
class chrome_writer {
 public:
  static void write(std::ostream& out, const history& run) {
    const plain_numbers plain(out);
    out << "{\"displayTimeUnit\":\"ns\",\"otherData\":{\"program\":\"jackdaw\",\"events_lost\":" << run.lost
        << "},\"traceEvents\":[\n";
    chrome_writer writer(out, run);
    writer.write_names();
    writer.write_slices();
    writer.write_arrows();
    writer.write_steals();
    writer.write_log_events();
    out << "\n]}\n";
  }

 private:
  chrome_writer(std::ostream& out, const history& run) : out_(out), run_(run) {}

  struct slice {
    std::uint32_t worker;
    std::uint64_t from;
    std::uint64_t to;
    std::uint32_t rank;  // of two with the same times the lower one is outside
    std::string_view category;
    std::uint32_t task;                  // history::none: no task
    std::uint32_t text = history::none;  // of a span
  };

  /// Perfetto takes thread 0 for every process's idle thread, and puts its slices on another one's track.
  static std::uint32_t thread_of(std::uint32_t worker) { return worker + 1; }

  void write_names() {
    begin() << R"({"ph":"M","pid":1,"name":"process_name","args":{"name":"jackdaw"}})";
    for (std::uint32_t id = 0; id < run_.workers; ++id) {
      begin() << R"({"ph":"M","pid":1,"tid":)" << thread_of(id)
              << R"(,"name":"thread_name","args":{"name":"worker )" << id << "\"}}";
    }
  }

  void write_slices() {
    std::vector<slice> all;
    for (std::uint32_t i = 0; i < run_.tasks.size(); ++i) {
      const auto& task = run_.tasks[i];
      if (task.ran()) all.push_back({task.worker, task.started, task.finished, 2 * task.depth, "task", i});
    }
    for (const auto& each : run_.log_entries) {
      if (!each.is_span) continue;
      const std::uint32_t rank = each.task == history::none ? 0 : 2 * run_.tasks[each.task].depth + 1;
      all.push_back({each.worker, each.from, each.to, rank, "log", history::none, each.text});
    }
    const auto add = [&](const std::vector<history::interval>& intervals, std::string_view name,
                         std::uint32_t rank) {
      for (const auto& each : intervals)
        all.push_back({each.worker, each.from, each.to, rank, name, history::none});
    };
    add(run_.idle, "idle", 0);
    add(run_.waits, "waits", history::none - 1);
    add(run_.parked, "parked", history::none);
    std::stable_sort(all.begin(), all.end(), [](const slice& a, const slice& b) {
      if (a.worker != b.worker) return a.worker < b.worker;
      if (a.from != b.from) return a.from < b.from;
      if (a.to != b.to) return a.to > b.to;
      return a.rank < b.rank;
    });
    for (const slice& each : all) write_slice(each);
  }

  void write_slice(const slice& each) {
    const bool is_task = each.task != history::none;
    const std::string_view name = is_task                      ? run_.name_of(run_.tasks[each.task])
                                  : each.text != history::none ? run_.logs[each.text]
                                                               : each.category;
    begin() << R"({"ph":"X","pid":1,"tid":)" << thread_of(each.worker)
            << ",\"ts\":" << microseconds(each.from) << ",\"dur\":" << microseconds(each.to - each.from)
            << ",\"cat\":\"" << each.category << "\",\"name\":" << in_json(name);
    if (is_task) {
      const auto& task = run_.tasks[each.task];
      out_ << ",\"cname\":\"" << nearest(primaries_of(run_, task.kind))
           << "\",\"args\":{\"task\":" << task.number << ",\"created\":" << microseconds(task.created)
           << ",\"alone\":" << microseconds(task.own_length())
           << ",\"colour\":" << in_json(colour_of(run_, task.kind));
      if (task.parent != history::none) out_ << ",\"parent\":" << run_.tasks[task.parent].number;
      out_ << "}";
    }
    out_ << "}";
  }

  /// When an arrow begins: before the slice that it comes from is over, since readers look for a slice that is open
  /// then. It begins no later than it ends, even where the clocks of two workers differ.
  static std::uint64_t inside(const history::task& from, std::uint64_t time, const history::task& to) {
    const std::uint64_t last = from.length() == 0 ? from.started : from.finished - 1;
    return std::min(std::clamp(time, from.started, last), to.started);
  }

  /// An arrow begins and ends in a slice: those of initial tasks would begin in none.
  void write_arrows() {
    for (const auto& task : run_.tasks) {
      if (!task.ran() || task.parent == history::none || !run_.tasks[task.parent].ran()) continue;
      arrow("s", task.number, task.creator, inside(run_.tasks[task.parent], task.created, task), "put");
      arrow("f", task.number, task.worker, task.started, "put");
    }
    std::uint32_t number = 0;
    for (const auto& edge : run_.dependences) {
      const auto& from = run_.tasks[edge.from];
      const auto& to = run_.tasks[edge.to];
      ++number;
      if (!from.ran() || !to.ran()) continue;
      const std::string data = data_of(edge);
      arrow("s", number, from.worker, inside(from, from.finished, to), "dependence", data);
      arrow("f", number, to.worker, to.started, "dependence", data);
    }
  }

  /// Arguments of an arrow: what it waited for; empty: for a task, not for data.
  [[nodiscard]] std::string data_of(const history::dependence& edge) const {
    if (edge.version == history::none) return {};
    const history::version& of = run_.versions[edge.version];
    const std::string& name = run_.handle_names[of.handle];
    return R"(,"args":{"handle":)" + std::to_string(of.handle) +
           (name.empty() ? "" : ",\"name\":" + in_json(name)) + ",\"version\":" + std::to_string(of.number) +
           '}';
  }

  void arrow(const char* phase, std::uint32_t id, std::uint32_t worker, std::uint64_t time, const char* kind,
             std::string_view more = {}) {
    begin() << "{\"ph\":\"" << phase << R"(","pid":1,"tid":)" << thread_of(worker)
            << ",\"ts\":" << microseconds(time) << ",\"id\":" << id << ",\"cat\":\"" << kind
            << "\",\"name\":\"" << kind << '"';
    if (*phase == 'f') out_ << ",\"bp\":\"e\"";
    out_ << more << "}";
  }

  void write_steals() {
    for (const auto& theft : run_.thefts) {
      begin() << R"({"ph":"i","s":"t","pid":1,"tid":)" << thread_of(theft.thief)
              << ",\"ts\":" << microseconds(theft.time)
              << R"(,"cat":"steal","name":"steal","args":{"victim":)" << theft.victim
              << ",\"tasks\":" << theft.tasks << "}}";
    }
  }

  void write_log_events() {
    for (const auto& each : run_.log_entries) {
      if (each.is_span) continue;
      begin() << R"({"ph":"i","s":"t","pid":1,"tid":)" << thread_of(each.worker)
              << ",\"ts\":" << microseconds(each.from) << R"(,"cat":"log","name":)"
              << in_json(run_.logs[each.text]);
      if (each.task != history::none) out_ << R"(,"args":{"task":)" << run_.tasks[each.task].number << '}';
      out_ << '}';
    }
  }

  /// chrome://tracing has no colours but those of its own list.
  [[nodiscard]] static std::string_view nearest(const primaries& wanted) {
    struct known {
      std::string_view name;
      primaries colour;
    };
    constexpr std::array<known, 16> all{{{"thread_state_uninterruptible", {182, 125, 143}},
                                         {"thread_state_iowait", {255, 140, 0}},
                                         {"thread_state_running", {126, 200, 148}},
                                         {"thread_state_runnable", {133, 160, 210}},
                                         {"thread_state_unknown", {199, 155, 125}},
                                         {"light_memory_dump", {0, 0, 180}},
                                         {"detailed_memory_dump", {180, 0, 180}},
                                         {"background_memory_dump", {0, 180, 180}},
                                         {"good", {0, 125, 0}},
                                         {"bad", {180, 125, 0}},
                                         {"terrible", {180, 0, 0}},
                                         {"black", {0, 0, 0}},
                                         {"yellow", {255, 255, 0}},
                                         {"olive", {100, 100, 0}},
                                         {"rail_response", {67, 135, 253}},
                                         {"rail_animation", {244, 74, 63}}}};
    const auto distance = [&wanted](const known& each) {
      int sum = 0;
      for (std::size_t i = 0; i < wanted.size(); ++i) {
        const int off = wanted[i] - each.colour[i];
        sum += off * off;
      }
      return sum;
    };
    return std::ranges::min_element(all, {}, distance)->name;
  }

  std::ostream& begin() {
    if (!first_) out_ << ",\n";
    first_ = false;
    return out_;
  }

  std::ostream& out_;
  const history& run_;
  bool first_ = true;
};

/// Writes a run as a Chrome trace, for ui.perfetto.dev and chrome://tracing.
///     std::ofstream file("run.json");
///     write_chrome(file, read_history(seen));
///
/// Cost: some 300 bytes a task. Threads: one at a time for each stream. Errors: those of the stream.
inline void write_chrome(std::ostream& out, const history& run) { chrome_writer::write(out, run); }

}  // namespace jackdaw::trace
