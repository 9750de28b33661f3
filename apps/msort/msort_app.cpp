#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <CLI/App.hpp>
#include <nlohmann/json.hpp>

#include <jackdaw/base/clock.hpp>
#include <jackdaw/base/random.hpp>

#include "apps/msort/joins.hpp"
#include "apps/msort/msort.hpp"
#include "apps/msort/tasks.hpp"
#include "apps/support/options/count_option.hpp"
#include "apps/support/options/face.hpp"

namespace jackdaw::apps {

namespace msort {
namespace {

/// What is sorted, by name; all of them from 0 on.
std::vector<int> numbers(const std::string& order, std::size_t count, std::uint64_t seed) {
  std::vector<int> made(count);
  base::random random(seed);
  const auto fill = [&](std::uint32_t bound) {
    for (int& each : made) each = static_cast<int>(random.below(bound));
  };
  if (order == "few") {
    fill(10);
    return made;
  }
  fill(2'000'000'000);
  if (order == "random") return made;
  if (order == "sorted") {
    std::sort(made.begin(), made.end());
  } else if (order == "reversed") {
    std::sort(made.begin(), made.end(), std::greater<>());
  } else {
    throw input_error("--order " + order + ": no such order; expected random, sorted, reversed or few");
  }
  return made;
}

class msort_app final : public app {
 public:
  void declare_options(CLI::App& command) override {
    command.add_option("--n", count_text_, "Integers to sort, such as 1000000 or 3.2e7 (default 4e6)")
        ->type_name("COUNT");
    command
        .add_option("--order", order_, "Generated: random, sorted, reversed, few (values) (default random)")
        ->type_name("NAME");
    command.add_option("--seed", seed_, "Seed of the generator (default 1)")->type_name("NUMBER");
    face_.declare(command);
  }

  void prepare() override {
    face_.validate();
    result_.clear();
    const std::size_t count = parse_count("--n", count_text_);
    require_memory("--n " + count_text_, count,
                   2 * sizeof(int));  // each of the three has as much room beside it
    numbers_ = numbers(order_, count, seed_);
    reference_ = numbers_;
    std::sort(reference_.begin(), reference_.end());
    room_.resize(count);
  }

  [[nodiscard]] std::string input() const override {
    return "n=" + std::to_string(numbers_.size()) + " " + order_ + " seed=" + std::to_string(seed_);
  }

  /// std::sort: what one would use without workers.
  double run_serial() override {
    result_ = numbers_;
    const base::stopwatch watch;
    std::sort(result_.begin(), result_.end());
    return watch.seconds();
  }

  double run(any_scheduler& scheduler) override {
    result_ = numbers_;
    const range all{result_.data(), room_.data(), std::ssize(result_)};
    if (face_.is_fork_join()) return face_choice::run_joins(scheduler, [&all](auto& w) { sort(w, all); });
    const base::stopwatch watch;
    scheduler.run(sort_all{all});
    return watch.seconds();
  }

  [[nodiscard]] verdict check() override {
    if (result_.empty()) return {false, "nothing has run yet"};
    const auto [found, expected] = std::mismatch(result_.begin(), result_.end(), reference_.begin());
    if (found == result_.end())
      return {true, std::to_string(result_.size()) + " integers, the same as by std::sort"};
    return {false, "element " + std::to_string(found - result_.begin()) + " is " + std::to_string(*found) +
                       ", by std::sort it is " + std::to_string(*expected)};
  }

  [[nodiscard]] json counts() const override {
    return {{"n", numbers_.size()}, {"order", order_}, {"face", face_.name()}, {"grain", leaf}};
  }

 private:
  std::string count_text_ = "4e6";
  std::string order_ = "random";
  std::uint64_t seed_ = 1;
  face_choice face_;
  std::vector<int> numbers_, reference_, result_, room_;
};

}  // namespace
}  // namespace msort

std::unique_ptr<app> make_msort() { return std::make_unique<msort::msort_app>(); }

}  // namespace jackdaw::apps
