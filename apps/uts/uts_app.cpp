#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <CLI/App.hpp>
#include <nlohmann/json.hpp>

#include <jackdaw/base/clock.hpp>

#include "apps/support/options/face.hpp"
#include "apps/support/text/quoted.hpp"
#include "apps/uts/joins.hpp"
#include "apps/uts/tasks.hpp"
#include "apps/uts/tree_list.hpp"
#include "apps/uts/uts.hpp"

namespace jackdaw::apps {

namespace uts {
namespace {

class uts_app final : public app {
 public:
  void declare_options(CLI::App& command) override {
    command
        .add_option("--tree", name_, "Tree to search: T1 to T5 (4 million nodes), T1L, T2L, T3L (100), ...")
        ->type_name("NAME")
        ->capture_default_str();
    command.add_option("--trees", path_, "Take the tree from this table (CSV, apps/uts/README.md)")
        ->type_name("FILE");
    face_.declare(command);
  }

  void prepare() override {
    face_.validate();
    serial_.reset();
    last_.reset();
    const auto trees = path_.empty() ? published_trees() : read_trees(path_);
    const auto chosen =
        std::find_if(trees.begin(), trees.end(), [&](const named_tree& each) { return each.name == name_; });
    if (chosen == trees.end()) {
      std::string names;
      for (const named_tree& each : trees)
        if (names.size() < 300) names += " " + quoted(each.name, 20);
      throw input_error("--tree " + quoted(name_) + ": no such tree; expected one of" + names);
    }
    known_ = *chosen;
    tree_.emplace(known_.rules);
    claim_.reset();
    if (known_.nodes && !(tree_->expected_nodes() <= most_nodes)) {
      claim_.emplace(*known_.nodes, known_.place.empty() ? "tree " + known_.name : known_.place);
      tree_->stop_by(*claim_);
    }
  }

  [[nodiscard]] std::string input() const override { return known_.name; }

  double run_serial() override {
    begin();
    const base::stopwatch watch;
    serial_ = search<census>(*tree_);
    last_ = serial_;
    return watch.seconds();
  }

  double run(any_scheduler& scheduler) override {
    begin();
    if (face_.is_fork_join()) {
      return face_choice::run_joins(scheduler,
                                    [this](auto& w) { last_ = search<census>(w, *tree_, tree_->root()); });
    }
    per_worker<census> found(scheduler.workers());
    const base::stopwatch watch;
    scheduler.run(visit{&*tree_, &found, tree_->root()});
    const double seconds = watch.seconds();
    last_ = found.total();
    return seconds;
  }

  /// Against the known counts, as far as there are some; against the serial search otherwise.
  [[nodiscard]] verdict check() override {
    if (!last_) return {false, "nothing has run yet"};
    if (!known_.nodes && !serial_) serial_ = search<census>(*tree_);
    census expected = *last_;
    if (serial_) expected = *serial_;
    expected.nodes = known_.nodes.value_or(expected.nodes);
    expected.leaves = known_.leaves.value_or(expected.leaves);
    expected.depth = known_.depth.value_or(expected.depth);
    return {*last_ == expected, text(*last_) + "; expected " + text(expected) + source_of_expected()};
  }

  [[nodiscard]] json counts() const override {
    if (!last_) return json::object();
    return {{"tree", known_.name},
            {"face", face_.name()},
            {"nodes", last_->nodes},
            {"leaves", last_->leaves},
            {"depth", last_->depth}};
  }

 private:
  void begin() {
    last_.reset();
    if (claim_) claim_->begin();
  }

  /// Where the expected counts are from.
  [[nodiscard]] std::string source_of_expected() const {
    if (!known_.nodes && !known_.leaves && !known_.depth) return ", by the serial search";
    std::string given = known_.place.empty() ? ", as published" : ", as " + known_.place + " says";
    std::string names;
    if (known_.nodes) names += " nodes";
    if (known_.leaves) names += " leaves";
    if (known_.depth) names += " depth";
    if (!known_.nodes || !known_.leaves || !known_.depth)
      given +=
          " of" + names + (serial_ ? "; the rest by the serial search" : "; nothing is said of the rest");
    return given;
  }

  static std::string text(const census& c) {
    return std::to_string(c.nodes) + " nodes, " + std::to_string(c.leaves) + " leaves, depth " +
           std::to_string(c.depth);
  }

  std::string name_ = "T1";
  std::string path_;
  face_choice face_;
  named_tree known_;
  std::optional<tree> tree_;
  std::optional<node_claim> claim_;
  std::optional<census> serial_;
  std::optional<census> last_;
};

}  // namespace
}  // namespace uts

std::unique_ptr<app> make_uts() { return std::make_unique<uts::uts_app>(); }

}  // namespace jackdaw::apps
