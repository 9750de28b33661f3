// What every application of Jackdaw is, to the command and to the tests: options, an input, a serial
// reference, a run on a scheduler that was chosen by name, a check of the result, and files for people to
// look at.
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include <jackdaw/worker/by_name/any_scheduler.hpp>

#include "apps/support/options/command_line.hpp"
#include "apps/support/text/input_error.hpp"

namespace jackdaw::apps {

using json = nlohmann::ordered_json;

/// What a check found: `passed`, and one line that says what was compared with what, with figures.
struct verdict {
  bool passed = false;
  std::string line;
  bool undecided = false;  ///< it has passed since there was nothing to compare
};

/// One application with one input.
///
/// Order of calls: declare_options → (the command line is parsed) → prepare → any number of run_serial, run,
/// check, counts → write_outputs. A member function that finds the input or an option wrong throws
/// input_error. Not for concurrent use: one thread calls, the scheduler's workers do the work.
class app {
 public:
  app() = default;
  app(const app&) = delete;
  app& operator=(const app&) = delete;
  virtual ~app() = default;

  /// Adds the application's own options (input, sizes, output paths) to the command line.
  virtual void declare_options(CLI::App& command) = 0;

  /// Validates the options, reads or generates the input. Checks that output paths can be written before any
  /// work.
  virtual void prepare() = 0;

  /// The input in one line, for tables and JSON, such as "k=30 f=40" or "largeroom".
  [[nodiscard]] virtual std::string input() const = 0;

  /// The serial reference: a plain program without tasks. Keeps its result for check(); returns seconds.
  virtual double run_serial() = 0;

  /// One run on the given scheduler, from the same input each time. Returns the seconds of the working phase
  /// (without preparing the input and without checking).
  virtual double run(any_scheduler& scheduler) = 0;

  /// Checks the result of the last run (or of run_serial when there was none since), independently of how it
  /// was computed.
  [[nodiscard]] virtual verdict check() = 0;

  /// The application's own figures of the last run, in the order in which they are shown.
  [[nodiscard]] virtual json counts() const = 0;

  /// Writes the files asked for by options (sorted data, pictures). Complete or not at all. Returns their
  /// paths.
  virtual std::vector<std::string> write_outputs() { return {}; }
};

/// Makes an application: by a function, or by one that is told what was added at run time.
class app_maker {
 public:
  using plain = std::unique_ptr<app> (*)();
  using told = std::unique_ptr<app> (*)(const void* added);

  template <std::convertible_to<plain> Function>
  constexpr app_maker(Function make) : plain_(make) {}
  constexpr app_maker(told make, const void* added) : told_(make), added_(added) {}

  [[nodiscard]] std::unique_ptr<app> operator()() const {
    return told_ != nullptr ? told_(added_) : plain_();
  }

 private:
  plain plain_ = nullptr;
  told told_ = nullptr;
  const void* added_ = nullptr;
};

/// A line of `jackdaw list`.
struct app_entry {
  std::string_view name;
  std::string_view line;    ///< what it computes, one line
  std::string_view source;  ///< paper and section
  app_maker make;
};

}  // namespace jackdaw::apps
