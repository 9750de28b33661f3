// What flow::wait() throws.
#pragma once

#include <cstdint>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

#include <jackdaw/base/compiled.hpp>

namespace jackdaw {

/// A task that has thrown, as flow_error lists it.
///     catch (const flow_error& error) {
///       for (const auto& each : error.failures())
///         std::fprintf(stderr, "%s: %s", each.task.c_str(), each.what().c_str());
///     }
///
/// Cost: that of a text. Threads: any. Errors: what() throws std::bad_alloc.
struct flow_failure {
  std::string task;           ///< its name
  std::exception_ptr thrown;  ///< what it threw

  /// what() of the exception, where it has one.
  [[nodiscard]] std::string what() const;
};

/// Some tasks of a flow have thrown. Those that would have read what they failed to write were skipped. Failures that a
/// task has handled are not listed (flow_failures::set_handled).
class flow_error : public std::runtime_error {
 public:
  flow_error(std::vector<flow_failure> failures, std::uint64_t skipped);

  /// All exceptions, in the order in which they were thrown. At least one.
  [[nodiscard]] const std::vector<flow_failure>& failures() const noexcept { return failures_; }

  /// How many tasks were skipped because of them.
  [[nodiscard]] std::uint64_t skipped() const noexcept { return skipped_; }

 private:
  static std::string text(const std::vector<flow_failure>& failures, std::uint64_t skipped);

  std::vector<flow_failure> failures_;
  std::uint64_t skipped_;
};

/// A flow cannot finish: its tasks wait for accesses that were reserved and whose tasks were never submitted, or for
/// each other in a cycle. The flow stays as it is: submit these tasks, or give up the reservations, and wait again. A
/// cycle stays closed until the flow ends, which gives up subtasks in it.
struct stuck : std::runtime_error {
  using std::runtime_error::runtime_error;
};

namespace dataflow {

[[noreturn]] void throw_stuck(std::uint64_t tasks, const std::string& why);

[[noreturn]] void refuse_inside(const char* what);

/// The names of the task that waits, and of the one that it would wait for: itself, or another one around it or below.
[[noreturn]] void refuse_own_end(const std::string& waiting, const std::string& named);

}  // namespace dataflow

}  // namespace jackdaw

#ifndef JACKDAW_COMPILED
#include <jackdaw/flow/deadlock/flow_error_impl.hpp>
#endif
