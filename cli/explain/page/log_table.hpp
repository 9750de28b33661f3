// What tasks have said of themselves, as the rows of a table.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <jackdaw/trace/graph/profile.hpp>
#include <jackdaw/trace/read/history.hpp>
#include <jackdaw/trace/text/text.hpp>

namespace jackdaw::cli {

/// The head, then a row for each text and kind of tasks.
inline std::vector<std::vector<std::string>> log_table(const trace::history& run,
                                                       const trace::profile& figures) {
  std::vector<std::vector<std::string>> rows{
      {"text", "kind of tasks", "events", "spans", "time in spans", "mean", "counted"}};
  const auto unless_0 = [](std::uint64_t n) { return n == 0 ? "" : std::to_string(n); };
  const auto time = [](std::uint64_t nanoseconds) {
    return trace::duration(static_cast<double>(nanoseconds));
  };
  for (const trace::profile::of_log& each : figures.logs) {
    rows.push_back(
        {run.logs[each.text], each.kind < run.kinds.size() ? run.kinds[each.kind].name : "(not known)",
         unless_0(each.events), unless_0(each.spans), each.spans == 0 ? "" : time(each.nanoseconds),
         each.spans == 0 ? "" : time(each.nanoseconds / each.spans),
         each.is_counter ? std::to_string(each.sum) : ""});
  }
  return rows;
}

}  // namespace jackdaw::cli
