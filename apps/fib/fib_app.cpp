#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <CLI/App.hpp>
#include <nlohmann/json.hpp>

#include <jackdaw/base/clock.hpp>

#include "apps/fib/fib.hpp"
#include "apps/fib/joins.hpp"
#include "apps/fib/number.hpp"
#include "apps/support/options/face.hpp"
#include "apps/support/options/number.hpp"
#include "apps/support/work/per_worker.hpp"

namespace jackdaw::apps {

namespace fib {
namespace {

/// The task of the pool face. It waits for no other task: the number is the sum of all leaves of the recursion,
/// so each worker adds up those that it comes to.
struct call {
  static constexpr std::string_view name = "call";
  per_worker<long>* leaves;
  int n;

  void operator()(any_worker& worker) const {
    if (n < 2) {
      leaves->of(worker.id()) += n;
      return;
    }
    worker.put(call{leaves, n - 2});
    worker.put(call{leaves, n - 1});
  }
};

class fib_app final : public app {
 public:
  void declare_options(CLI::App& command) override {
    command.add_option("--n", n_, "Which number; the number of calls grows as 1.618^n")
        ->type_name(whole_numbers(0, 60))
        ->capture_default_str();
    face_.declare(command);
  }

  void prepare() override {
    face_.validate();
    found_.reset();
  }

  [[nodiscard]] std::string input() const override { return "n=" + std::to_string(n_); }

  double run_serial() override {
    const base::stopwatch watch;
    found_ = number(n_);
    return watch.seconds();
  }

  double run(any_scheduler& scheduler) override {
    if (face_.is_fork_join())
      return face_choice::run_joins(scheduler, [this](auto& w) { found_ = number(w, n_); });
    per_worker<long> leaves(scheduler.workers());
    const base::stopwatch watch;
    scheduler.run(call{&leaves, n_});
    const double seconds = watch.seconds();
    found_ = leaves.total();
    return seconds;
  }

  [[nodiscard]] verdict check() override {
    if (!found_) return {false, "nothing has run yet"};
    return {*found_ == expected(n_),
            std::to_string(*found_) + ", by a loop it is " + std::to_string(expected(n_))};
  }

  [[nodiscard]] json counts() const override {
    if (!found_) return json::object();
    return {{"n", n_}, {"face", face_.name()}, {"number", *found_}, {"calls", 2 * expected(n_ + 1) - 1}};
  }

 private:
  int n_ = 30;
  face_choice face_;
  std::optional<long> found_;
};

}  // namespace
}  // namespace fib

std::unique_ptr<app> make_fib() { return std::make_unique<fib::fib_app>(); }

}  // namespace jackdaw::apps
