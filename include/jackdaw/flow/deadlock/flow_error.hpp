// What flow::wait() throws.
#pragma once

#include <cstdint>
#include <exception>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace jackdaw {

/// A task that has thrown, as flow_error lists it.
///     catch (const flow_error& error) {
///       for (const auto& each : error.failures()) std::fprintf(stderr, "%s: %s", each.task.c_str(), each.what().c_str());
///     }
///
/// Cost: that of a text. Threads: any. Errors: what() throws std::bad_alloc.
struct flow_failure {
  std::string task;           ///< its name
  std::exception_ptr thrown;  ///< what it threw

  /// what() of the exception, where it has one.
  [[nodiscard]] std::string what() const {
    try {
      std::rethrow_exception(thrown);
    } catch (const std::exception& e) { return e.what(); } catch (...) {
      return "something that is no std::exception";
    }
  }
};

/// Some tasks of a flow have thrown. Those that would have read what they failed to write were skipped.
class flow_error : public std::runtime_error {
 public:
  flow_error(std::vector<flow_failure> failures, std::uint64_t skipped)
      : std::runtime_error(text(failures, skipped)), failures_(std::move(failures)), skipped_(skipped) {}

  /// All exceptions, in the order in which they were thrown. At least one.
  [[nodiscard]] const std::vector<flow_failure>& failures() const noexcept { return failures_; }

  /// How many tasks were not executed for their sake.
  [[nodiscard]] std::uint64_t skipped() const noexcept { return skipped_; }

 private:
  static std::string text(const std::vector<flow_failure>& failures, std::uint64_t skipped) {
    std::string line = "task '" + failures.front().task + "' has failed: " + failures.front().what();
    if (failures.size() > 1) line += "; " + std::to_string(failures.size() - 1) + " more have failed";
    return line + "; " + std::to_string(skipped) + " skipped";
  }

  std::vector<flow_failure> failures_;
  std::uint64_t skipped_;
};

/// A flow cannot finish: its tasks wait for accesses that were reserved and whose tasks were never submitted, or for
/// each other in a cycle. The flow stays as it is: submit these tasks, or give up the reservations, and wait again; a
/// cycle stays closed until the flow ends, which gives up subtasks in it.
struct stuck : std::runtime_error {
  using std::runtime_error::runtime_error;
};

namespace dataflow {

[[noreturn]] inline void throw_stuck(std::uint64_t tasks, const std::string& why) {
  throw stuck("a flow is stuck: " + std::to_string(tasks) + " tasks wait and none can run; " + why);
}

[[noreturn]] inline void refuse_inside(const char* what) {
  throw std::logic_error(std::string("flow::") + what +
                         " is called by a task of the same flow, which would wait for itself; expected a "
                         "call from outside, or from a task of another flow");
}

}  // namespace dataflow

}  // namespace jackdaw
