// The functions of flow/deadlock/flow_error.hpp that are compiled once (base/compiled.hpp).
#pragma once

#include <exception>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <jackdaw/base/characters.hpp>
#include <jackdaw/base/said_by.hpp>
#include <jackdaw/flow/deadlock/flow_error.hpp>

namespace jackdaw {

JACKDAW_INLINE std::string flow_failure::what() const {
  try {
    std::rethrow_exception(thrown);
  } catch (const std::exception& e) { return base::said_by(e); } catch (...) {
    return "something that is no std::exception";
  }
}

JACKDAW_INLINE flow_error::flow_error(std::vector<flow_failure> failures, std::uint64_t skipped)
    : std::runtime_error(text(failures, skipped)), failures_(std::move(failures)), skipped_(skipped) {}

JACKDAW_INLINE std::string flow_error::text(const std::vector<flow_failure>& failures,
                                            std::uint64_t skipped) {
  std::string line =
      "task '" + base::visible_name(failures.front().task) + "' has failed: " + failures.front().what();
  if (failures.size() > 1) line += "; " + std::to_string(failures.size() - 1) + " more have failed";
  return line + "; " + std::to_string(skipped) + " skipped";
}

[[noreturn]] JACKDAW_INLINE void dataflow::throw_stuck(std::uint64_t tasks, const std::string& why) {
  const std::string held_up = tasks == 0 ? "what a thread waits for cannot come"
                                         : std::to_string(tasks) + " tasks wait and none can run";
  throw stuck("a flow is stuck: " + held_up + "; " + why);
}

[[noreturn]] JACKDAW_INLINE void dataflow::refuse_inside(const char* what) {
  throw std::logic_error(std::string("flow::") + what +
                         " is called by a task of the same flow, which would wait for itself; expected a "
                         "call from outside, or from a task of another flow");
}

[[noreturn]] JACKDAW_INLINE void dataflow::refuse_own_end(const std::string& waiting,
                                                          const std::string& named) {
  if (waiting == named) {
    throw std::logic_error(
        "a wait inside task '" + base::visible_name(waiting) +
        "' is for the end of this task: it has declared that handle, or this is its result; "
        "expected the use of the reference that its function has got");
  }
  throw std::logic_error(
      "a wait inside task '" + base::visible_name(waiting) + "' is for the end of task '" +
      base::visible(named) +
      "', which has declared that handle, or whose result that is, and does not end before this "
      "wait; expected a wait for what no task around it or below it has declared");
}

}  // namespace jackdaw
