// The papers' applications for tests of `jackdaw reproduce`: they take all options, do nothing, and claim times that
// depend on the pool and the number of the run alone. So no test depends on the machine.
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <CLI/App.hpp>
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "apps/app.hpp"
#include "apps/support/files/output_file.hpp"
#include "apps/support/text/input_error.hpp"
#include "cli/command.hpp"
#include "cli/environment.hpp"
#include "tests/cli/fake_app.hpp"

namespace jackdaw::cli::test {

class papers_app final : public apps::app {
 public:
  /// The applications in whose place it stands; the synthetic algorithm is the first.
  static constexpr std::array<std::string_view, 5> names = {"synthetic", "quicksort", "radiosity",
                                                            "labyrinth", "ray"};
  [[nodiscard]] static bool stands_for(std::string_view app) {
    return std::ranges::find(names, app) != names.end();
  }
  /// What it claims that a run takes on one worker, by pool, or else by memory manager; 2 seconds on others.
  static std::map<std::string, double>& seconds() {
    static std::map<std::string, double> all;
    return all;
  }
  /// Runs of this pool are wrong.
  static std::string& wrong_on() {
    static std::string pool;
    return pool;
  }
  /// A run on this pool throws.
  static std::string& throws_on() {
    static std::string pool;
    return pool;
  }
  /// By how much every second run takes longer; 0.1: 10 %.
  static double& jitter() {
    static double part = 0;
    return part;
  }
  /// The runs of all pools and workers, in order: "dq8/2 dq2/2 ".
  static std::string& order() {
    static std::string text;
    return text;
  }

  void declare_options(CLI::App& command) override {
    for (const char* name : {"--n", "--k", "--f", "--scene", "--eps", "--hidden-measure", "--grid", "--width",
                             "--tile", "--size", "--grain", "--put", "--picture"})
      command.add_option(name, given_[name], "as the paper's");
  }
  void prepare() override {
    apps::require_writable(
        std::vector<apps::named_output>{{"--picture", given_["--picture"], apps::file_kind::png}});
  }
  [[nodiscard]] std::string input() const override {
    std::string all;
    for (const auto& [name, value] : given_) {
      if (!value.empty()) all += (all.empty() ? "" : " ") + name.substr(2) + "=" + value;
    }
    return all;
  }
  double run_serial() override { return 2; }
  double run(any_scheduler& scheduler) override {
    scheduler.run_each(std::vector(1, [](any_worker&) {}));
    memory_ = scheduler.choice().memory;
    return run_as(scheduler.choice().pool, scheduler.workers());
  }
  /// A run on a pool of this name, or by a rival.
  double run_as(const std::string& name, unsigned workers) {
    if (name == throws_on()) throw apps::input_error("it gave up");
    ran_ = name;
    order() += ran_ + "/" + std::to_string(workers) + " ";
    auto known = seconds().find(ran_);
    if (known == seconds().end()) known = seconds().find(memory_);
    const double one = known == seconds().end() ? 2 : known->second;
    const unsigned run = runs_[{ran_, workers}]++;
    return one * (1 + (run % 2 == 1 ? jitter() : 0)) / workers;
  }
  [[nodiscard]] apps::verdict check() override {
    return {ran_ != wrong_on(), ran_ != wrong_on() ? "as expected" : "7 instead of 8"};
  }
  [[nodiscard]] apps::json counts() const override { return apps::json::object(); }
  std::vector<std::string> write_outputs() override { return {}; }

 private:
  std::map<std::string, std::string> given_;
  std::map<std::pair<std::string, unsigned>, unsigned> runs_;
  std::string ran_;
  std::string memory_;
};

/// `jackdaw reproduce arguments…` with these as its only applications. `brief`: without the synthetic algorithm,
/// whose tables have hundreds of combinations. `rivals`: those that are here.
inline outcome reproduce(std::vector<std::string> arguments, bool brief = false,
                         std::span<const rival> rivals = {}) {
  static constexpr auto make = []() -> std::unique_ptr<apps::app> { return std::make_unique<papers_app>(); };
  static const std::vector<apps::app_entry> entries = [] {
    std::vector<apps::app_entry> all;
    for (const std::string_view name : papers_app::names)
      all.push_back({name, "does nothing", "nobody", make});
    return all;
  }();
  std::ostringstream out;
  std::ostringstream err;
  papers_app::order().clear();
  arguments.insert(arguments.begin(), "reproduce");
  const int status =
      command(std::move(arguments),
              {std::span(entries).subspan(brief ? 1 : 0), out, err, false, 2, nullptr, {}, rivals});
  return {status, out.str(), err.str()};
}

/// Exit status 2, nothing on stdout, one line on stderr that says `part`.
inline void refuses_to_reproduce(std::vector<std::string> arguments, const std::string& part) {
  const outcome result = reproduce(std::move(arguments));
  CAPTURE(result.err);
  CAPTURE(part);
  CHECK(result.status == 2);
  CHECK(result.out.empty());
  CHECK(std::count(result.err.begin(), result.err.end(), '\n') == 1);
  CHECK(has(result.err, part));
}

}  // namespace jackdaw::cli::test
