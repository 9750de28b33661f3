#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <jackdaw/base/clock.hpp>

#include "apps/nbody/check.hpp"
#include "apps/nbody/double_loop.hpp"
#include "apps/nbody/draw.hpp"
#include "apps/nbody/nbody.hpp"
#include "apps/nbody/options.hpp"
#include "apps/nbody/simulation/flow.hpp"
#include "apps/nbody/simulation/parallel.hpp"
#include "apps/support/files/picture.hpp"
#include "apps/support/text/shown.hpp"
#include "apps/support/work/phases.hpp"

namespace jackdaw::apps {

namespace nbody {
namespace {

class nbody_app final : public app {
 public:
  void declare_options(CLI::App& command) override { options_.declare(command); }

  void prepare() override {
    options_.validate();
    result_.clear();
    serial_.clear();
    before_.reset();
    start_ = starting_blocks(options_.start, options_.block);
    pairs_ = options_.pairs(start_.size());
  }

  [[nodiscard]] std::string input() const override { return options_.input(); }

  double run_serial() override {
    result_ = start_;
    const base::stopwatch watch;
    if (options_.reference_is_loop)
      run_double_loop(result_, options_.steps, options_.step);
    else
      run_blocks(result_, pairs_, options_.steps, options_.step);
    const double seconds = watch.seconds();
    serial_ = result_;
    return seconds;
  }

  double run(any_scheduler& scheduler) override {
    result_ = start_;
    const phases all(result_, options_.steps, options_.step);
    if (options_.face.is_fork_join())
      return face_choice::run_joins(scheduler, [&all](auto& w) { run_joined(w, all); });
    const base::stopwatch watch;
    if (options_.face.is_flow())
      run_flow(scheduler, result_, pairs_, options_.steps, options_.step, options_.access);
    else if (options_.face.is_threads())
      run_threads(scheduler.workers(), all);
    else
      scheduler.run(begin_phase{&all, 0});
    return watch.seconds();
  }

  [[nodiscard]] verdict check() override {
    if (result_.empty()) return {false, "nothing has run yet"};
    if (!before_) before_ = measure(start_, options_.step);
    const errors found = errors_of(result_, *before_, options_.steps, options_.step);
    verdict v{found.passed(), found.line()};
    if (serial_.empty()) return v;
    if (options_.reference_is_loop || !options_.is_reproducible()) {
      // The order of additions differs, and what differs at all grows exponentially: for people to look at.
      v.line += "; positions off the serial ones by " + shown(largest_difference(result_, serial_));
      return v;
    }
    const bool same = serial_ == result_;
    v.passed = v.passed && same;
    v.line += same ? "; the serial state, bit for bit" : "; another state than the serial one";
    return v;
  }

  [[nodiscard]] json counts() const override {
    if (result_.empty()) return json::object();
    const auto n = static_cast<double>(options_.start.n);
    json all{{"particles", options_.start.n},
             {"blocks", start_.size()},
             {"steps", options_.steps},
             {"face", options_.face.name()},
             {"order", options_.order_name()},
             {"pair_forces", static_cast<double>(options_.steps + 1) * n * (n - 1) / 2}};
    if (options_.face.is_flow()) all["access"] = options_.access_name();
    return all;
  }

  std::vector<std::string> write_outputs() override {
    if (options_.picture_path.empty()) return {};
    constexpr int side = 1000;
    write_png(drawn(result_, side), options_.picture_path);
    return {options_.picture_path};
  }

 private:
  options options_;
  std::vector<block> start_, result_, serial_;
  std::vector<pair> pairs_;
  std::optional<measured> before_;
};

}  // namespace
}  // namespace nbody

std::unique_ptr<app> make_nbody() { return std::make_unique<nbody::nbody_app>(); }

}  // namespace jackdaw::apps
