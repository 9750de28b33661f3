#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <CLI/App.hpp>
#include <nlohmann/json.hpp>

#include <jackdaw/base/clock.hpp>

#include "apps/knapsack/exact.hpp"
#include "apps/knapsack/instance.hpp"
#include "apps/knapsack/knapsack.hpp"
#include "apps/knapsack/search.hpp"
#include "apps/support/files/output_file.hpp"
#include "apps/support/options/count_option.hpp"
#include "apps/support/work/per_worker.hpp"

namespace jackdaw::apps {

namespace knapsack {
namespace {

/// What all tasks of a run share.
struct shared_search {
  const packing& items;
  std::uint64_t grain;  ///< branches that a task enters before it hands over the others
  best_packing best{};
  per_worker<std::uint64_t> entered;
};

/// A task: a branch, until it has lasted long enough; what is left then are tasks again.
struct explore {
  static constexpr std::string_view name = "explore";
  shared_search* in;
  branch from;
  std::vector<std::uint32_t> left_out;

  void operator()(any_worker& worker) {
    search mine(in->items, in->best);
    mine.begin(from, std::move(left_out));
    in->entered.of(worker.id()) += mine.go_on(in->grain);
    mine.hand_over([&](const branch& rest, const auto& path) { worker.put(explore{in, rest, path}); });
  }
};

class knapsack_app final : public app {
 public:
  void declare_options(CLI::App& command) override {
    command.add_option("--items", count_, "Items to generate (default 60)")->type_name("COUNT");
    command.add_option("--kind", kind_, "What to generate: " + kinds() + " (default strong)")
        ->type_name("NAME");
    command.add_option("--range", range_, "Largest weight to generate, from 10 (default 10000)")
        ->type_name("COUNT");
    command.add_option("--seed", seed_, "Seed of the generator (default 1)")->type_name("NUMBER");
    command.add_option("--input", input_path_, "Pack the items of this file (apps/knapsack/README.md)")
        ->type_name("FILE");
    command.add_option("--output", output_path_, "Write the numbers of the packed items to this file")
        ->type_name("FILE");
    command.add_option("--grain", grain_text_, "Branches that a task enters (default 1000)")
        ->type_name("COUNT");
  }

  void prepare() override {
    last_value_.reset();
    optimum_.reset();
    grain_ = parse_count("--grain", grain_text_);
    require_writable(std::vector<named_output>{{"--output", output_path_, file_kind::text}});
    input_ = input_path_.empty() ? generated() : read();
    items_.emplace(input_);
  }

  [[nodiscard]] std::string input() const override { return input_line_; }

  double run_serial() override {
    best_packing best;
    const base::stopwatch watch;
    entered_ = search_all(best);
    const double seconds = watch.seconds();
    keep(best);
    return seconds;
  }

  double run(any_scheduler& scheduler) override {
    shared_search shared{*items_, grain_, {}, per_worker<std::uint64_t>(scheduler.workers())};
    const base::stopwatch watch;
    search root(*items_, shared.best);
    root.begin(input_.capacity);
    std::vector<explore> first;
    root.hand_over([&](const branch& from, const auto& path) { first.push_back({&shared, from, path}); });
    scheduler.run_each(first);
    const double seconds = watch.seconds();
    entered_ = shared.entered.total();
    keep(shared.best);
    return seconds;
  }

  /// The packing is added up anew; its value is compared with dynamic programming where that is possible,
  /// with the serial search otherwise.
  [[nodiscard]] verdict check() override {
    if (!last_value_) return {false, "nothing has run yet"};
    std::int64_t profit = 0;
    std::int64_t weight = 0;
    for (const std::uint32_t i : packed_) {
      profit += input_.items[i].profit;
      weight += input_.items[i].weight;
    }
    if (!optimum_) find_optimum();
    const bool right = profit == *last_value_ && weight <= input_.capacity && profit == *optimum_;
    return {right, "profit " + std::to_string(profit) + ", weight " + std::to_string(weight) + " of " +
                       std::to_string(input_.capacity) + "; the optimum is " + std::to_string(*optimum_) +
                       (by_programming_ ? " by dynamic programming" : " by the serial search")};
  }

  [[nodiscard]] json counts() const override {
    if (!last_value_) return json::object();
    return {{"items", input_.items.size()}, {"capacity", input_.capacity}, {"grain", grain_},
            {"profit", *last_value_},       {"packed", packed_.size()},    {"branches", entered_}};
  }

  std::vector<std::string> write_outputs() override {
    if (output_path_.empty()) return {};
    output_file file(output_path_);
    for (const std::uint32_t i : packed_) file.stream() << i + 1 << '\n';
    file.commit();
    return {output_path_};
  }

 private:
  std::uint64_t search_all(best_packing& best) const {
    search all(*items_, best);
    all.begin(input_.capacity);
    return all.go_on(std::numeric_limits<std::uint64_t>::max());
  }

  void find_optimum() {
    optimum_ = exact_value(input_);
    by_programming_ = optimum_.has_value();
    if (by_programming_) return;
    best_packing best;
    search_all(best);
    optimum_ = best.value();
  }

  void keep(const best_packing& best) {
    last_value_ = best.value();
    packed_ = best.items(*items_);
  }

  instance generated() {
    const std::string kind = kind_.empty() ? "strong" : kind_;
    const auto count = limited("--items", count_.empty() ? "60" : count_, 1, most_items);
    const auto range = limited("--range", range_.empty() ? "10000" : range_, 10, largest_number / 2);
    input_line_ = kind + " items=" + std::to_string(count) + " range=" + std::to_string(range) +
                  " seed=" + std::to_string(seed_);
    return generate(kind, count, range, seed_);
  }

  instance read() {
    for (const auto& [option, text] :
         {std::pair{"--items", count_}, std::pair{"--kind", kind_}, std::pair{"--range", range_}}) {
      if (text.empty()) continue;
      throw input_error(std::string(option) + " " + text + ": says what to generate, but --input " +
                        input_path_ + " is given; expected one of the two");
    }
    input_line_ = input_path_;
    return read_instance(input_path_);
  }

  static std::int64_t limited(const char* option, const std::string& text, std::int64_t least,
                              std::int64_t most) {
    const std::size_t value = parse_count(option, text);
    if (std::cmp_less(value, least) || std::cmp_greater(value, most)) {
      throw input_error(std::string(option) + " " + text + ": expected a whole number from " +
                        std::to_string(least) + " to " + std::to_string(most));
    }
    return static_cast<std::int64_t>(value);
  }

  // As given; empty means not given.
  std::string count_;
  std::string kind_;
  std::string range_;
  std::uint64_t seed_ = 1;
  std::string input_path_;
  std::string output_path_;
  std::string grain_text_ = "1000";

  std::uint64_t grain_ = 0;
  std::string input_line_;
  instance input_;
  std::optional<packing> items_;

  std::optional<std::int64_t> optimum_;
  bool by_programming_ = false;
  std::optional<std::int64_t> last_value_;
  std::vector<std::uint32_t> packed_;
  std::uint64_t entered_ = 0;
};

}  // namespace
}  // namespace knapsack

std::unique_ptr<app> make_knapsack() { return std::make_unique<knapsack::knapsack_app>(); }

}  // namespace jackdaw::apps
