// What tests of log entries look at: a recording through its file, entries and sums by their texts.
#pragma once

#include <cstdint>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/trace/read/history.hpp>
#include <jackdaw/trace/read/run_file.hpp>
#include <jackdaw/trace/record/recording.hpp>

#include "tests/trace/read/run_files.hpp"

namespace jackdaw::tests {

inline std::string file_of(const trace::recording& seen) {
  std::ostringstream out;
  trace::write_run(out, {.title = "a run", .pool = "jackdaw", .seen = seen});
  return out.str();
}

/// The same after it was written and read, which must not change it.
inline trace::recording read_back(const trace::recording& seen) {
  const std::string text = file_of(seen);
  const trace::recording again = read(text).seen;
  CHECK(file_of(again) == text);
  return again;
}

/// Sums by text.
inline std::map<std::string, std::int64_t> sums(const trace::history& run) {
  std::map<std::string, std::int64_t> found;
  for (const auto& each : run.log_counts) found[run.logs[each.text]] += each.amount;
  return found;
}

/// Entries with this text.
inline std::vector<trace::history::log_entry> entries(const trace::history& run, const std::string& text) {
  std::vector<trace::history::log_entry> found;
  for (const auto& each : run.log_entries) {
    if (run.logs[each.text] == text) found.push_back(each);
  }
  return found;
}

}  // namespace jackdaw::tests
