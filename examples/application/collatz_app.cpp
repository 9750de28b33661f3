#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/App.hpp>
#include <nlohmann/json.hpp>

#include <jackdaw/base/clock.hpp>

#include "apps/support/work/per_worker.hpp"
#include "collatz.hpp"

namespace jackdaw::apps {

namespace collatz {
namespace {

/// Steps from `start` to 1.
std::uint64_t steps_from(std::uint64_t start) {
  std::uint64_t steps = 0;
  for (std::uint64_t x = start; x != 1; ++steps) x = x % 2 == 0 ? x / 2 : 3 * x + 1;
  return steps;
}

/// The longest chain of some numbers; of equally long ones, that of the smallest number.
struct longest {
  std::uint64_t start = 1;
  std::uint64_t steps = 0;

  void take(std::uint64_t other, std::uint64_t its_steps) {
    if (its_steps > steps || (its_steps == steps && other < start)) *this = {other, its_steps};
  }
};

/// The task of the pool face: halves its numbers until few are left.
struct search {
  static constexpr std::string_view name = "search";  // in traces and pictures
  per_worker<longest>* found;
  std::uint64_t from, to, grain;

  void operator()(any_worker& worker) const {
    if (to - from > grain) {
      const std::uint64_t middle = from + (to - from) / 2;
      worker.put(search{found, from, middle, grain});
      worker.put(search{found, middle, to, grain});
      return;
    }
    longest& own = found->of(worker.id());  // no other worker touches it
    for (std::uint64_t i = from; i < to; ++i) own.take(i, steps_from(i));
  }
};

class collatz_app final : public app {
 public:
  void declare_options(CLI::App& command) override {
    command.add_option("--n", n_, "Starts below this number, 2 to 100000000")->capture_default_str();
    command.add_option("--grain", grain_, "So many starts, or fewer, are one task")->capture_default_str();
  }

  void prepare() override {
    found_.reset();
    if (n_ < 2 || n_ > 100'000'000)
      throw input_error("--n " + std::to_string(n_) + ": expected a whole number from 2 to 100000000");
    if (grain_ < 1)
      throw input_error("--grain " + std::to_string(grain_) + ": expected a whole number of at least 1");
  }

  [[nodiscard]] std::string input() const override { return "n=" + std::to_string(n_); }

  double run_serial() override {
    const base::stopwatch watch;
    longest best;
    for (std::uint64_t i = 1; i < n_; ++i) best.take(i, steps_from(i));
    found_ = best;
    return watch.seconds();
  }

  double run(any_scheduler& scheduler) override {
    per_worker<longest> found(scheduler.workers());
    const base::stopwatch watch;  // only the working phase counts
    scheduler.run(search{&found, 1, n_, grain_});
    const double seconds = watch.seconds();
    found_ = found.total([](longest a, const longest& b) {
      a.take(b.start, b.steps);
      return a;
    });
    return seconds;
  }

  /// Another way than the one that was timed: from smaller numbers, whose steps are known.
  [[nodiscard]] verdict check() override {
    if (!found_) return {false, "nothing has run yet"};
    longest right;
    std::vector<std::uint16_t> known(n_, 0);
    for (std::uint64_t i = 2; i < n_; ++i) {
      std::uint64_t x = i;
      std::uint64_t steps = 0;
      for (; x >= i; ++steps) x = x % 2 == 0 ? x / 2 : 3 * x + 1;
      known[i] = static_cast<std::uint16_t>(steps + known[x]);
      right.take(i, known[i]);
    }
    return {found_->start == right.start && found_->steps == right.steps,
            std::to_string(found_->start) + " takes " + std::to_string(found_->steps) +
                " steps, by a table it is " + std::to_string(right.start) + " with " +
                std::to_string(right.steps)};
  }

  [[nodiscard]] json counts() const override {
    if (!found_) return json::object();
    return {{"n", n_}, {"start", found_->start}, {"steps", found_->steps}};
  }

 private:
  std::uint64_t n_ = 1'000'000;
  std::uint64_t grain_ = 1000;
  std::optional<longest> found_;
};

}  // namespace
}  // namespace collatz

std::unique_ptr<app> make_collatz() { return std::make_unique<collatz::collatz_app>(); }

}  // namespace jackdaw::apps
