#include <optional>
#include <string>
#include <string_view>

#include <CLI/App.hpp>
#include <nlohmann/json.hpp>

#include <jackdaw/base/clock.hpp>

#include "apps/skynet/joins.hpp"
#include "apps/skynet/skynet.hpp"
#include "apps/support/options/face.hpp"
#include "apps/support/options/number.hpp"
#include "apps/support/work/per_worker.hpp"

namespace jackdaw::apps {

namespace skynet {
namespace {

/// The task of the pool face, a node: each worker adds up the leaves that it comes to.
struct tree_node {
  static constexpr std::string_view name = "node";
  per_worker<long>* sums;
  long first;
  long size;

  void operator()(any_worker& worker) const {
    if (size == 1) {
      sums->of(worker.id()) += first;
      return;
    }
    const long part = size / children;
    for (int i = 0; i < children; ++i) worker.put(tree_node{sums, first + i * part, part});
  }
};

class skynet_app final : public app {
 public:
  void declare_options(CLI::App& command) override {
    command.add_option("--levels", levels_, "Levels below the root: 10^levels leaves")
        ->type_name(whole_numbers(0, 9))
        ->capture_default_str();
    face_.declare(command);
  }

  void prepare() override {
    face_.validate();
    found_.reset();
    leaves_ = 1;
    for (int i = 0; i < levels_; ++i) leaves_ *= children;
  }

  [[nodiscard]] std::string input() const override { return "leaves=" + std::to_string(leaves_); }

  double run_serial() override {
    const base::stopwatch watch;
    found_ = sum(0, leaves_);
    return watch.seconds();
  }

  double run(any_scheduler& scheduler) override {
    if (face_.is_fork_join())
      return face_choice::run_joins(scheduler, [this](auto& w) { found_ = sum(w, 0, leaves_); });
    per_worker<long> sums(scheduler.workers());
    const base::stopwatch watch;
    scheduler.run(tree_node{&sums, 0, leaves_});
    const double seconds = watch.seconds();
    found_ = sums.total();
    return seconds;
  }

  [[nodiscard]] verdict check() override {
    if (!found_) return {false, "nothing has run yet"};
    return {*found_ == expected(leaves_),
            "the sum is " + std::to_string(*found_) + ", expected " + std::to_string(expected(leaves_))};
  }

  [[nodiscard]] json counts() const override {
    if (!found_) return json::object();
    return {{"leaves", leaves_}, {"face", face_.name()}, {"sum", *found_}};
  }

 private:
  int levels_ = 6;
  long leaves_ = 0;
  face_choice face_;
  std::optional<long> found_;
};

}  // namespace
}  // namespace skynet

std::unique_ptr<app> make_skynet() { return std::make_unique<skynet::skynet_app>(); }

}  // namespace jackdaw::apps
