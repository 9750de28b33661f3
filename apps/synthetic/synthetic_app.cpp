#include <string>
#include <vector>

#include <CLI/App.hpp>
#include <nlohmann/json.hpp>

#include <jackdaw/base/clock.hpp>

#include "apps/support/options/number.hpp"
#include "apps/synthetic/algorithm.hpp"
#include "apps/synthetic/instance.hpp"
#include "apps/synthetic/synthetic.hpp"

namespace jackdaw::apps {

namespace synthetic {
namespace {

/// Its name and those of run() and check() are what valgrind looks for (cli/reproduce/studies/kr02/simulated_runs.cpp).
class synthetic_app final : public app, public instance {
 public:
  void declare_options(CLI::App& command) override {
    command.add_option("--k", k_, "Initial tasks A(k-1) … A(0); the number of tasks grows as 1.618^k")
        ->type_name(whole_numbers(1, largest_k))
        ->capture_default_str();
    command.add_option("--f", f_, "Length of the simulated work: a task is 100 f or 160 f units")
        ->type_name(whole_numbers(0, 1'000'000))
        ->capture_default_str();
  }

  void prepare() override {
    expected_ = expected_tally(k_);
    unit_ = nanoseconds_per_unit();
  }

  [[nodiscard]] std::string input() const override {
    return "k=" + std::to_string(k_) + " f=" + std::to_string(f_);
  }

  double run_serial() override {
    found_ = {};
    const base::stopwatch watch;
    for (int i = k_ - 1; i >= 0; --i) call(i, f(), found_);
    return watch.seconds();
  }

  double run(any_scheduler& scheduler) override {
    run_state state{f(), std::vector<base::padded<tally>>(scheduler.workers())};
    std::vector<A> initial;
    for (int i = k_ - 1; i >= 0; --i) initial.push_back({&state, i});
    const base::stopwatch watch;
    scheduler.run_each(initial);
    const double seconds = watch.seconds();
    found_ = sum_of(state);
    return seconds;
  }

  [[nodiscard]] verdict check() override {
    const bool right = found_ == expected_;
    return {right, std::to_string(total(found_)) + " tasks, by argument as often as the closed form says (" +
                       std::to_string(total(expected_)) + "): " + (right ? "yes" : "no")};
  }

  [[nodiscard]] json counts() const override {
    const auto units = static_cast<double>(total_units(expected_, f()));
    return {{"k", k_},
            {"f", f_},
            {"expected_tasks", total(expected_)},
            {"unit_nanoseconds", unit_},
            {"mean_task_nanoseconds", units * unit_ / static_cast<double>(total(expected_))}};
  }

  [[nodiscard]] int k() const override { return k_; }
  [[nodiscard]] std::uint64_t f() const override { return static_cast<std::uint64_t>(f_); }
  void keep(const tally& found) override { found_ = found; }

 private:
  int k_ = 25;
  long f_ = 40;
  tally expected_{};
  tally found_{};
  double unit_ = 0;
};

}  // namespace
}  // namespace synthetic

std::unique_ptr<app> make_synthetic() { return std::make_unique<synthetic::synthetic_app>(); }

}  // namespace jackdaw::apps
