#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include <CLI/App.hpp>
#include <nlohmann/json.hpp>

#include <jackdaw/base/clock.hpp>

#include "apps/pattern/flow.hpp"
#include "apps/pattern/pattern.hpp"
#include "apps/pattern/shape.hpp"
#include "apps/support/options/count_option.hpp"
#include "apps/support/options/number.hpp"
#include "apps/support/work/most_tasks.hpp"

namespace jackdaw::apps {

namespace pattern {
namespace {

/// How long a step of work() is, by the fastest of a few tries.
struct step_length {
  double nanoseconds;
  double cycles;  ///< of the time stamp counter
};

step_length measured_step() {
  constexpr std::uint64_t steps = 1'000'000;
  step_length least{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  for (unsigned i = 0; i < 5; ++i) {
    const base::stopwatch watch;
    const std::uint64_t before = base::ticks_now();
    static_cast<void>(work(i, steps));
    const auto cycles = static_cast<double>(base::ticks_now() - before);
    const double nanoseconds = 1e9 * watch.seconds();
    least = {std::min(least.nanoseconds, nanoseconds), std::min(least.cycles, cycles)};
  }
  return {least.nanoseconds / steps, least.cycles / steps};
}

class pattern_app final : public app {
 public:
  void declare_options(CLI::App& command) override {
    command.add_option("--tasks", tasks_, "Independent tasks, or tasks that read (default 6400)")
        ->type_name("COUNT");
    command.add_option("--reads", reads_, "Words that each of them reads (default 0)")->type_name("COUNT");
    command
        .add_option("--tiles", tiles_,
                    "Instead: the tasks of a Cholesky factorization of so many tiles in a row")
        ->type_name("COUNT");
    command.add_option("--cycles", cycles_, "Length of a task in cycles of the time stamp counter")
        ->type_name("COUNT")
        ->capture_default_str();
    command.add_flag("--held", held_, "No task begins before all are submitted");
  }

  void prepare() override {
    constexpr std::size_t most = 100'000'000;
    found_.reset();
    if (!tiles_.empty() && (!tasks_.empty() || !reads_.empty()))
      throw input_error("--tiles and " + std::string(tasks_.empty() ? "--reads" : "--tasks") +
                        ": expected one of the two");
    if (!tiles_.empty()) what_.tiles = parse_count("--tiles", tiles_, 800);
    if (!tasks_.empty()) what_.tasks = parse_count("--tasks", tasks_, most);
    if (!reads_.empty())
      what_.reads = whole_number("--reads", reads_, std::uint64_t{0}, std::uint64_t{1'000'000});
    const std::uint64_t cycles =
        whole_number("--cycles", cycles_, std::uint64_t{0}, std::uint64_t{1'000'000'000});
    if (held_) require_memory("--held", what_.all_tasks() * (what_.reads + 8), 16);
    step_ = measured_step();
    steps_ = static_cast<std::uint64_t>(static_cast<double>(cycles) / step_.cycles);
    expected_ = in_order(what_, worked(steps_));
  }

  [[nodiscard]] std::string input() const override {
    std::string text =
        what_.is_cholesky() ? "tiles=" + std::to_string(what_.tiles) : "tasks=" + std::to_string(what_.tasks);
    if (what_.reads != 0) text += " reads=" + std::to_string(what_.reads);
    return text + " cycles=" + cycles_ + (held_ ? " held" : "");
  }

  double run_serial() override {
    const base::stopwatch watch;
    found_ = in_order(what_, [this](std::uint64_t number) { return work(number, steps_); });
    return watch.seconds();
  }

  double run(any_scheduler& scheduler) override {
    // What waits at a time is bounded, by its accesses.
    constexpr std::uint64_t most_accesses = 10'000'000;
    const std::uint64_t bound = std::min(most_tasks, most_accesses / (1 + what_.reads));
    flow_tasks<any_scheduler> tasks(scheduler, what_, steps_, bound, held_);
    const base::stopwatch watch;
    for_each_task(what_, tasks);
    tasks.wait();
    const double seconds = watch.seconds();
    found_ = tasks.found();
    return seconds;
  }

  [[nodiscard]] verdict check() override {
    if (!found_) return {false, "nothing has run yet"};
    const bool right = *found_ == expected_;
    return {right,
            "the sum and the words are those of the closed form: " + std::string(right ? "yes" : "no")};
  }

  [[nodiscard]] json counts() const override {
    return {{"expected_tasks", what_.all_tasks()},
            {"steps", steps_},
            {"task_nanoseconds", static_cast<double>(steps_) * step_.nanoseconds},
            {"cycle_nanoseconds", step_.nanoseconds / step_.cycles}};
  }

 private:
  std::string tasks_, reads_, tiles_;
  std::string cycles_ = "10000";
  bool held_ = false;
  shape what_;
  step_length step_{};
  std::uint64_t steps_ = 0;
  outcome expected_;
  std::optional<outcome> found_;
};

}  // namespace
}  // namespace pattern

std::unique_ptr<app> make_pattern() { return std::make_unique<pattern::pattern_app>(); }

}  // namespace jackdaw::apps
