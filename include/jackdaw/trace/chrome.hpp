// A run as a Chrome trace: for Perfetto (ui.perfetto.dev) and chrome://tracing.
//
// Format: Trace Event Format, JSON object form: X complete slices (of one thread: nested, never overlapping),
// s and f flow arrows, i instants, M names. Times are microseconds with three digits.
#pragma once

#include <algorithm>
#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include <jackdaw/trace/history.hpp>
#include <jackdaw/trace/text.hpp>

namespace jackdaw::trace {

/// Writes a history as Chrome JSON: a thread for each worker, with a slice for each task, and for the times in
/// which it waits, is idle or asleep; an arrow from where a task was created to where it begins; steals.
/// Cost: some 300 bytes a task. Errors: those of the stream, which the caller looks at.
class chrome_writer {
 public:
  static void write(std::ostream& out, const history& run) {
    out << "{\"displayTimeUnit\":\"ns\",\"otherData\":{\"program\":\"jackdaw\",\"events_lost\":" << run.lost
        << "},\"traceEvents\":[\n";
    chrome_writer writer(out, run);
    writer.write_names();
    writer.write_slices();
    writer.write_arrows();
    writer.write_steals();
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
    std::uint32_t task;  // history::none: no task
  };

  void write_names() {
    begin() << R"({"ph":"M","pid":1,"name":"process_name","args":{"name":"jackdaw"}})";
    for (std::uint32_t id = 0; id < run_.workers; ++id) {
      begin() << R"({"ph":"M","pid":1,"tid":)" << id << R"(,"name":"thread_name","args":{"name":"worker )"
              << id << "\"}}";
    }
  }

  void write_slices() {
    std::vector<slice> all;
    for (std::uint32_t i = 0; i < run_.tasks.size(); ++i) {
      const auto& task = run_.tasks[i];
      if (task.ran()) all.push_back({task.worker, task.started, task.finished, 2 * task.depth, "task", i});
    }
    const auto add = [&](const std::vector<history::interval>& intervals, std::string_view name,
                         std::uint32_t rank) {
      for (const auto& each : intervals)
        all.push_back({each.worker, each.from, each.to, rank, name, history::none});
    };
    add(run_.idle, "idle", 0);
    add(run_.waits, "waits", history::none - 1);
    add(run_.parked, "parked", history::none);
    std::sort(all.begin(), all.end(), [](const slice& a, const slice& b) {
      if (a.worker != b.worker) return a.worker < b.worker;
      if (a.from != b.from) return a.from < b.from;
      if (a.to != b.to) return a.to > b.to;
      return a.rank < b.rank;
    });
    for (const slice& each : all) write_slice(each);
  }

  void write_slice(const slice& each) {
    const bool is_task = each.task != history::none;
    const std::string_view name = is_task ? run_.name_of(run_.tasks[each.task]) : each.category;
    begin() << R"({"ph":"X","pid":1,"tid":)" << each.worker << ",\"ts\":" << microseconds(each.from)
            << ",\"dur\":" << microseconds(each.to - each.from) << ",\"cat\":\"" << each.category
            << "\",\"name\":" << in_quotes(name);
    if (is_task) {
      const auto& task = run_.tasks[each.task];
      out_ << ",\"args\":{\"task\":" << task.number << ",\"created\":" << microseconds(task.created)
           << ",\"alone\":" << microseconds(task.own_length());
      if (task.parent != history::none) out_ << ",\"parent\":" << run_.tasks[task.parent].number;
      out_ << "}";
    }
    out_ << "}";
  }

  /// When an arrow begins: before the slice that it comes from is over, since readers look for a slice that is open
  /// then; and no later than it ends, even where the clocks of two workers differ.
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
      arrow("s", number, from.worker, inside(from, from.finished, to), "dependence");
      arrow("f", number, to.worker, to.started, "dependence");
    }
  }

  void arrow(const char* phase, std::uint32_t id, std::uint32_t worker, std::uint64_t time,
             const char* kind) {
    begin() << "{\"ph\":\"" << phase << R"(","pid":1,"tid":)" << worker << ",\"ts\":" << microseconds(time)
            << ",\"id\":" << id << ",\"cat\":\"" << kind << "\",\"name\":\"" << kind << '"';
    if (*phase == 'f') out_ << ",\"bp\":\"e\"";
    out_ << "}";
  }

  void write_steals() {
    for (const auto& theft : run_.thefts) {
      begin() << R"({"ph":"i","s":"t","pid":1,"tid":)" << theft.thief
              << ",\"ts\":" << microseconds(theft.time)
              << R"(,"cat":"steal","name":"steal","args":{"victim":)" << theft.victim
              << ",\"tasks\":" << theft.tasks << "}}";
    }
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

inline void write_chrome(std::ostream& out, const history& run) { chrome_writer::write(out, run); }

}  // namespace jackdaw::trace
