// Reads recorded runs from files, and says where they are broken. The text form: run_file.hpp. Its lines and words:
// run_file_lines.hpp.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <istream>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <jackdaw/trace/read/event_check.hpp>
#include <jackdaw/trace/read/run_file.hpp>
#include <jackdaw/trace/read/run_file_lines.hpp>
#include <jackdaw/trace/record/recording.hpp>

namespace jackdaw::trace {

/// Reads the text form, and checks that the events do not contradict each other (event_check.hpp). Throws
/// bad_run_file, std::bad_alloc.
class run_file_reader : run_file_lines {
 public:
  /// `name`: of the file, for messages.
  [[nodiscard]] static recorded_run read(std::istream& in, std::string name) {
    run_file_reader reader(in, std::move(name));
    recorded_run run;
    reader.read_head(run);
    reader.read_events(run.seen);
    reader.next_line("\"end\"");
    if (reader.rest_ != "end") reader.refuse("\"end\"");
    if (in.peek() != std::istream::traits_type::eof()) {
      reader.next_line("");
      reader.refuse("the end of the file");
    }
    return run;
  }

 private:
  static constexpr std::uint32_t most = std::numeric_limits<std::uint32_t>::max();
  static constexpr std::uint64_t most_crowd = 1U << 20U;
  static constexpr std::uint64_t latest = (std::uint64_t{1} << 56U) - 1;

  run_file_reader(std::istream& in, std::string name) : run_file_lines(in, std::move(name)) {}

  void read_head(recorded_run& run) {
    const std::string head(run_file_head);
    next_line("a recorded run, which begins with \"" + head + std::to_string(run_file_version) + '"');
    constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
    if (line_.starts_with(byte_order_mark)) line_.erase(0, byte_order_mark.size());
    if (!line_.starts_with(head)) refuse('"' + head + std::to_string(run_file_version) + '"');
    rest_ = std::string_view(line_).substr(head.size());
    if (number<std::uint32_t>("a version", most) != run_file_version)
      refuse("version " + std::to_string(run_file_version));
    end_of_line();
    run.title = text_after("run");
    run.pool = text_after("pool");
    next_line(expectation("lost"));
    if (rest_.starts_with("plain ")) {
      run.plain = count_here("plain", latest);
      next_line(expectation("lost"));
    }
    if (rest_.starts_with("crowded ")) {
      word("crowded");
      run.crowded = number<std::uint64_t>("nanoseconds", latest);
      run.crowd = number<std::uint64_t>("a number of processors", most_crowd);
      if (run.crowd < fewest_in_crowd)
        refuse("a number of processors from " + std::to_string(fewest_in_crowd));
      if (!has_crowd(run))
        refuse("nanoseconds from 1" +
               (run.plain == 0 ? "" : " to " + std::to_string(most_crowded) + " times plain"));
      end_of_line();
      next_line(expectation("lost"));
    }
    read_memory(run.memory);
    read_costs(run);
    read_cpu(run.seen.cpu);
    run.seen.lost = count_here("lost", std::numeric_limits<std::uint64_t>::max());
    const std::uint64_t kinds = count_after("kinds", most);
    for (std::uint64_t i = 0; i < kinds; ++i) {
      next_line("kind \"NAME\" \"COLOUR\"");
      word("kind");
      kind& each = run.seen.kinds.emplace_back();
      each.name = quoted_text();
      each.colour = quoted_text();
      end_of_line();
    }
  }

  void read_memory(memory_use& memory) {
    if (!rest_.starts_with("memory ")) return;
    word("memory");
    memory.bytes = number<std::uint64_t>("bytes", latest);
    memory.apart = times_as_long();
    memory.together = times_as_long();
    end_of_line();
    next_line(expectation("lost"));
  }

  void read_costs(recorded_run& run) {
    if (rest_.starts_with("event ")) {
      word("event");
      run.event = nanoseconds();
      end_of_line();
      next_line(expectation("lost"));
    }
    while (rest_.starts_with("costs ")) {
      word("costs");
      pool_costs& each = run.costs.emplace_back();
      each.pool = quoted_text();
      for (double& price : each.nanoseconds)
        price = from_0_to(1e12, "nanoseconds, eight numbers from 0 to 1e12");
      end_of_line();
      next_line(expectation("lost"));
    }
  }

  void read_cpu(cpu_use& cpu) {
    if (!rest_.starts_with("cpu ")) return;
    word("cpu");
    cpu.process = number<std::uint64_t>("nanoseconds", latest);
    cpu.workers = number<std::uint64_t>("nanoseconds", latest);
    end_of_line();
    next_line(expectation("lost"));
  }

  /// If this line begins some: as many as it says, a line each; and goes to the next line.
  void read_texts(const char* head, const char* name, std::vector<std::string>& texts) {
    if (!rest_.starts_with(std::string(head) + ' ')) return;
    for (std::uint64_t left = count_here(head, most); left > 0; --left) texts.push_back(text_after(name));
    next_line(expectation("workers"));
  }

  void read_events(recording& seen) {
    next_line(expectation("workers"));
    read_texts("handles", "handle", seen.handle_names);
    read_texts("logs", "log", seen.logs);
    const std::uint64_t workers = count_here("workers", most_recorded_workers);
    std::vector<std::size_t> before;  // the line before each worker's first event
    event_check check(seen.complete(), static_cast<std::uint32_t>(workers));
    for (std::uint64_t id = 0; id < workers; ++id) {
      const std::string expected = "worker " + std::to_string(id) + " and its number of events";
      next_line(expected);
      word("worker");
      if (number<std::uint64_t>("a worker's number", most_recorded_workers) != id) refuse(expected);
      const auto count = number<std::uint64_t>("a number of events", latest);
      end_of_line();
      auto& events = seen.workers.emplace_back();
      before.push_back(at_);
      check.begin_worker();
      for (std::uint64_t i = 0; i < count; ++i) {
        events.push_back(read_event(seen, id, count - i));
        if (const auto wrong = check.next(events.back(), at_)) refuse(*wrong);
      }
    }
    if (const auto wrong = check.last()) {
      const auto after = std::ranges::lower_bound(before, wrong->place);
      const auto& events = seen.workers[static_cast<std::size_t>(after - before.begin()) - 1];
      line_ = event_text(events[wrong->place - *(after - 1) - 1]);
      at_ = wrong->place;
      refuse(wrong->expected);
    }
  }

  event read_event(const recording& seen, std::uint64_t worker, std::uint64_t left) {
    const std::string expected = std::to_string(left) + (left == 1 ? " more event" : " more events") +
                                 " of worker " + std::to_string(worker);
    next_line(expected);
    if (line_ == "end" || line_.starts_with("worker ")) refuse(expected);
    const auto time = number<std::uint64_t>("nanoseconds", latest);
    const std::string_view name = next_word();
    const auto known = std::find(event_names.begin(), event_names.end(), name);
    if (known == event_names.end()) refuse("an event, such as created, started or finished");
    const auto happened = static_cast<what>(known - event_names.begin());
    const auto subject = number<std::uint32_t>("the number of the event's subject", most);
    const auto other = number<std::uint32_t>("a second number", most);
    end_of_line();
    if (happened == what::started && other >= seen.kinds.size())
      refuse("a kind of tasks below " + std::to_string(seen.kinds.size()));
    if (happened == what::named && other >= seen.handle_names.size())
      refuse("a name of a handle below " + std::to_string(seen.handle_names.size()));
    if (is_log(happened) && subject >= seen.logs.size())
      refuse("a text of a log entry below " + std::to_string(seen.logs.size()));
    return {time, happened, subject, other};
  }
};

/// Reads a recorded run that write_run(), or `jackdaw run --record`, has written; `name` is the file's, for messages.
///     std::ifstream file("run.jd");
///     const recorded_run run = read_run(file, "run.jd");
///     std::printf("%s: %zu workers", run.title.c_str(), run.seen.workers.size());
///
/// Cost: one pass over the text, and memory for its events. Threads: one at a time for each stream. Errors:
/// bad_run_file, with file, line and what was expected; std::bad_alloc.
[[nodiscard]] inline recorded_run read_run(std::istream& in, std::string name) {
  return run_file_reader::read(in, std::move(name));
}

}  // namespace jackdaw::trace
