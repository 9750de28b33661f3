#include <cstdint>
#include <optional>
#include <string>

#include <CLI/App.hpp>
#include <nlohmann/json.hpp>

#include <jackdaw/base/clock.hpp>

#include "apps/knary/joins.hpp"
#include "apps/knary/knary.hpp"
#include "apps/knary/tasks.hpp"
#include "apps/knary/tree.hpp"
#include "apps/support/options/face.hpp"
#include "apps/support/options/number.hpp"
#include "apps/support/work/per_worker.hpp"
#include "apps/support/work/work_unit.hpp"

namespace jackdaw::apps {

namespace knary {
namespace {

constexpr std::uint64_t most_nodes = 10'000'000'000;
constexpr int most_height = 10'000;  // the serial program and joins go down on the stack
constexpr int most_degree = 10'000;

/// A node's own work, which is counted by the worker that does it.
struct count_and_work {
  per_worker<std::uint64_t>* nodes;
  void operator()(auto& w, const tree& t) const {
    ++nodes->of(w.id());
    simulate_work(t.units);
  }
};

class knary_app final : public app {
 public:
  void declare_options(CLI::App& command) override {
    command.add_option("--height", tree_.height, "Height of the tree (h); a leaf has height 0")
        ->type_name(whole_numbers(0, most_height))
        ->capture_default_str();
    command.add_option("--degree", tree_.degree, "Children of each node that is no leaf (d)")
        ->type_name(whole_numbers(1, most_degree))
        ->capture_default_str();
    command.add_option("--serial-children", tree_.serial, "How many of them come one after another (s)")
        ->type_name(whole_numbers(0, most_degree))
        ->capture_default_str();
    command.add_option("--units", tree_.units, "Turns of an empty loop in each node")->capture_default_str();
    face_.declare(command);
  }

  void prepare() override {
    face_.validate();
    found_.reset();
    require("--serial-children", tree_.serial, 0, tree_.degree);
    if (tree_.nodes() > most_nodes) {
      throw input_error("--height " + std::to_string(tree_.height) + " --degree " +
                        std::to_string(tree_.degree) + ": too many nodes; expected at most " +
                        std::to_string(most_nodes));
    }
  }

  [[nodiscard]] std::string input() const override {
    return "h=" + std::to_string(tree_.height) + " d=" + std::to_string(tree_.degree) +
           " s=" + std::to_string(tree_.serial);
  }

  double run_serial() override {
    std::uint64_t count = 0;
    const base::stopwatch watch;
    grow(tree_, [&count](const tree& t) {
      ++count;
      simulate_work(t.units);
    });
    const double seconds = watch.seconds();
    found_ = count;
    return seconds;
  }

  double run(any_scheduler& scheduler) override {
    per_worker<std::uint64_t> nodes(scheduler.workers());
    const count_and_work visit{&nodes};
    double seconds = 0;
    if (face_.is_fork_join()) {
      seconds = face_choice::run_joins(scheduler, [&](auto& w) { grow(w, tree_, visit); });
    } else {
      const base::stopwatch watch;
      scheduler.run(whole_tree<count_and_work>{tree_, visit});
      seconds = watch.seconds();
    }
    found_ = nodes.total();
    return seconds;
  }

  [[nodiscard]] verdict check() override {
    if (!found_) return {false, "nothing has run yet"};
    return {*found_ == tree_.nodes(),
            std::to_string(*found_) + " nodes, by the formula " + std::to_string(tree_.nodes())};
  }

  [[nodiscard]] json counts() const override {
    if (!found_) return json::object();
    const std::uint64_t path = tree_.longest_path();
    return {{"nodes", *found_},
            {"longest_path", path},
            {"parallelism", static_cast<double>(tree_.nodes()) / static_cast<double>(path)},
            {"units_of_a_node", tree_.units},
            {"face", face_.name()}};
  }

 private:
  static void require(const char* option, int value, int least, int most) {
    if (value >= least && value <= most) return;
    throw input_error(std::string(option) + " " + std::to_string(value) + ": expected a whole number from " +
                      std::to_string(least) + " to " + std::to_string(most));
  }

  tree tree_{9, 4, 1, 1000};
  face_choice face_;
  std::optional<std::uint64_t> found_;
};

}  // namespace
}  // namespace knary

std::unique_ptr<app> make_knary() { return std::make_unique<knary::knary_app>(); }

}  // namespace jackdaw::apps
