#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include <jackdaw/base/clock.hpp>

#include "apps/shallow_water/check.hpp"
#include "apps/shallow_water/draw.hpp"
#include "apps/shallow_water/faces/blocks.hpp"
#include "apps/shallow_water/faces/flow.hpp"
#include "apps/shallow_water/faces/parallel.hpp"
#include "apps/shallow_water/options.hpp"
#include "apps/shallow_water/shallow_water.hpp"
#include "apps/shallow_water/sphere/stencils.hpp"
#include "apps/shallow_water/water/model.hpp"
#include "apps/support/files/picture.hpp"
#include "apps/support/options/count_option.hpp"
#include "apps/support/work/phases.hpp"

namespace jackdaw::apps {

namespace shallow_water {
namespace {

class shallow_water_app final : public app {
 public:
  void declare_options(CLI::App& command) override { options_.declare(command); }

  void prepare() override {
    options_.validate();
    result_.clear();
    serial_.clear();
    model_.reset();
    require_memory("--nodes", node_count(options_.parts) * stencil_size, sizeof(weight));
    sphere on = make_nodes(options_.parts);
    blocks_ = options_.cut(on);
    tiles_ = blocks_.tiles(on);
    weigh(on);
    model_ = std::make_unique<model>(std::move(on), options_.flow(), options_.step);
  }

  [[nodiscard]] std::string input() const override { return options_.input(); }

  double run_serial() override {
    run_state all(*model_);
    const base::stopwatch watch;
    run_serially(all, options_.steps);
    const double seconds = watch.seconds();
    result_ = all.take();
    serial_ = result_;
    return seconds;
  }

  double run(any_scheduler& scheduler) override {
    run_state all(*model_);
    const double seconds = run_on(scheduler, all);
    result_ = all.take();
    return seconds;
  }

  [[nodiscard]] verdict check() override {
    if (result_.empty()) return {false, "nothing has run yet"};
    const errors found = errors_of(*model_, result_, options_.steps);
    verdict v{found.passed(), found.line()};
    if (serial_.empty()) return v;
    const bool same = serial_ == result_;
    v.passed = v.passed && same;
    v.line += same ? "; the serial state, bit for bit" : "; another state than the serial one";
    return v;
  }

  [[nodiscard]] json counts() const override {
    if (result_.empty()) return json::object();
    return {{"nodes", model_->count()},
            {"nonzeros", model_->on().stencils.size()},
            {"block", blocks_.size()},
            {"blocks", blocks_.count()},
            {"tiles", tiles_},
            {"steps", options_.steps},
            {"days", static_cast<double>(options_.steps) * options_.step / day},
            {"face", options_.face.name()}};
  }

  std::vector<std::string> write_outputs() override {
    if (options_.picture_path.empty()) return {};
    constexpr int width = 900;
    write_png(drawn(*model_, result_, width), options_.picture_path);
    return {options_.picture_path};
  }

 private:
  double run_on(any_scheduler& scheduler, run_state& all) const {
    const std::size_t steps = options_.steps;
    if (options_.face.is_fork_join())
      return face_choice::run_joins(scheduler, [&all, steps](auto& w) { run_joined(w, all, steps); });
    const phases in_blocks(all, blocks_, steps);
    const base::stopwatch watch;
    if (options_.face.is_flow())
      run_flow(scheduler, all, blocks_, steps);
    else if (options_.face.is_threads())
      run_threads(scheduler.workers(), all, steps);
    else
      scheduler.run(begin_phase{&in_blocks, 0});
    return watch.seconds();
  }

  options options_;
  blocks blocks_;
  std::size_t tiles_ = 0;
  std::unique_ptr<const model> model_;
  std::vector<fields> result_, serial_;
};

}  // namespace
}  // namespace shallow_water

std::unique_ptr<app> make_shallow_water() { return std::make_unique<shallow_water::shallow_water_app>(); }

}  // namespace jackdaw::apps
