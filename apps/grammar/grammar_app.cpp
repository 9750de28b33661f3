#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <CLI/App.hpp>
#include <nlohmann/json.hpp>

#include <jackdaw/base/clock.hpp>

#include "apps/grammar/expansion/figures.hpp"
#include "apps/grammar/grammar.hpp"
#include "apps/grammar/language/parse.hpp"
#include "apps/grammar/language/settings.hpp"
#include "apps/grammar/tasks.hpp"
#include "apps/support/options/count_option.hpp"
#include "apps/support/options/number.hpp"
#include "apps/support/text/input_error.hpp"
#include "apps/support/work/work_unit.hpp"

namespace jackdaw::apps {

namespace grammar {
namespace {

/// KR02 section 2.2, with more initial tasks, so that there is something to do.
constexpr std::string_view example = R"(initial A(1)*1000
B    -> {1}
A(1) -> {1} [A(1) | A(2)] {1} B {2}
A(2) -> {1} B {1}
)";

/// Recordings keep names of tasks as long as their scheduler lives; so they stay for ever.
std::string_view kept_name(const std::string& name) {
  static std::set<std::string> names;
  return *names.insert(name).first;
}

class grammar_app final : public app {
 public:
  void declare_options(CLI::App& command) override {
    command
        .add_option(
            "file", file_,
            "The grammar (docs/guide/command/grammars.md); without it: the example of KR02 section 2.2")
        ->type_name("FILE");
    command.add_option("--seed", seed_, "Seed of all random choices")->capture_default_str();
    command.add_option("--set", settings_, "NAME=VALUE: a shared variable's value instead of the grammar's")
        ->type_name("NAME=VALUE");
    command
        .add_option(
            "--unit", unit_,
            "Turns of a loop that a unit of time takes; default: as the grammar says (unit 5 ns), else " +
                std::to_string(default_unit))
        ->type_name(whole_numbers(0, 1'000'000));
    command.add_option("--most", most_, "Most tasks: a grammar that makes more is refused")
        ->type_name("COUNT")
        ->capture_default_str();
  }

  void prepare() override {
    const std::size_t most = parse_count("--most", most_);
    grammar_ = file_.empty() ? parse("example", example) : read_grammar(file_);
    if (grammar_.types.size() > most_types) {
      throw input_error(grammar_.file + ": " + std::to_string(grammar_.types.size()) +
                        " task types; expected at most " + std::to_string(most_types) +
                        " in a grammar that is run");
    }
    by_.emplace(grammar_, values_with(grammar_, settings_));
    states_ = {};
    expected_ = expand_all(*by_, seed_, most, [](std::uint64_t) {}, &states_);
    found_.reset();
  }

  [[nodiscard]] std::string input() const override {
    std::string text = file_.empty() ? grammar_.file : std::filesystem::path(file_).filename().string();
    for (const std::string& each : settings_) text += " " + each;
    return text + " seed=" + std::to_string(seed_) + " unit=" +
           (unit_                ? std::to_string(*unit_)
            : grammar_.unit != 0 ? std::to_string(grammar_.unit) + "ns"
                                 : std::to_string(default_unit));
  }

  double run_serial() override {
    const double turns_of_unit = turns();
    const base::stopwatch watch;
    beginnings_ = 0;
    found_ = expand_all(*by_, seed_, UINT64_MAX, [turns_of_unit](std::uint64_t units) {
               work_units(units, turns_of_unit);
             }).tasks;
    return watch.seconds();
  }

  double run(any_scheduler& scheduler) override {
    run_state state(*by_, states_, turns(), scheduler.workers());
    for (std::size_t type = 0; type < grammar_.types.size(); ++type)
      by_type[type].set_name(kept_name(grammar_.types[type]));
    const std::vector<instance> initial = by_->initial(seed_);
    const base::stopwatch watch;
    beginnings_ = run_tasks(scheduler, state, initial);
    const double seconds = watch.seconds();
    found_ = tally(grammar_.types.size());
    for (unsigned id = 0; id < scheduler.workers(); ++id) found_->add(state.of_worker.of(id).done);
    return seconds;
  }

  [[nodiscard]] verdict check() override {
    if (!found_) return {false, "nothing has run yet"};
    const bool right = *found_ == expected_.tasks;
    std::string besides;  // what the scheduler counts, too
    if (beginnings_ != 0) besides += ", " + std::to_string(beginnings_) + " to put the initial ones";
    if (found_->resumed != 0) besides += ", " + std::to_string(found_->resumed) + " to go on after joins";
    if (!besides.empty()) besides = " (besides" + besides.substr(1) + ")";
    return {right, std::to_string(found_->total()) + " tasks" + besides + ", " +
                       std::to_string(found_->units) +
                       " units of work, the same tasks as the serial expansion (" +
                       std::to_string(expected_.tasks.total()) + "): " + (right ? "yes" : "no")};
  }

  [[nodiscard]] json counts() const override {
    json all{{"seed", seed_}};
    for (std::size_t i = 0; i < grammar_.types.size(); ++i)
      all["tasks " + grammar_.types[i]] = expected_.tasks.tasks[i];
    all["joins"] = expected_.tasks.resumed;
    all["work_units"] = expected_.tasks.units;
    all["span_units"] = expected_.span;
    all["average_parallelism"] = expected_.span == 0 ? 0.0
                                                     : static_cast<double>(expected_.tasks.units) /
                                                           static_cast<double>(expected_.span);
    return all;
  }

 private:
  /// Turns of the loop that a unit takes: as --unit says, else as long as the grammar says.
  [[nodiscard]] double turns() const {
    if (unit_) return static_cast<double>(*unit_);
    if (grammar_.unit == 0) return default_unit;
    return static_cast<double>(grammar_.unit) / nanoseconds_per_unit();
  }

  std::string file_;
  std::uint64_t seed_ = 1;
  std::vector<std::string> settings_;
  static constexpr long default_unit = 1000;
  std::optional<long> unit_;
  std::string most_ = "10000000";
  task_grammar grammar_;
  std::optional<expander> by_;
  variable_states states_;
  figures expected_;
  std::optional<tally> found_;
  std::size_t beginnings_ = 0;  // of the last run: tasks that only put an initial one
};

}  // namespace
}  // namespace grammar

std::unique_ptr<app> make_grammar() { return std::make_unique<grammar::grammar_app>(); }

}  // namespace jackdaw::apps
