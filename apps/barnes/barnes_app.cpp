#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <jackdaw/base/clock.hpp>

#include "apps/barnes/barnes.hpp"
#include "apps/barnes/bodies/body_file.hpp"
#include "apps/barnes/check.hpp"
#include "apps/barnes/draw.hpp"
#include "apps/barnes/options.hpp"
#include "apps/barnes/simulation/joins.hpp"
#include "apps/barnes/simulation/simulation.hpp"
#include "apps/barnes/simulation/tasks.hpp"
#include "apps/barnes/simulation/threads.hpp"
#include "apps/support/text/shown.hpp"

namespace jackdaw::apps {

namespace barnes {
namespace {

class barnes_app final : public app {
 public:
  void declare_options(CLI::App& command) override { options_.declare(command); }

  void prepare() override {
    options_.validate();
    result_.reset();
    serial_.reset();
    error_.reset();
    start_ = options_.make_bodies();
  }

  [[nodiscard]] std::string input() const override { return options_.input(start_.size()); }

  double run_serial() override {
    serial_ = serial_run(seconds_);
    result_ = serial_;
    return seconds_;
  }

  double run(any_scheduler& scheduler) override {
    result_.reset();
    simulation s(start_, options_.physics, options_.grain, scheduler.workers());
    if (options_.face.is_fork_join()) {
      seconds_ = face_choice::run_joins(scheduler, [&s](auto& w) { run_joined(w, s); });
    } else {
      const base::stopwatch watch;
      if (options_.face.is_threads())
        run_threads(scheduler.workers(), s);
      else
        scheduler.run(begin_round{&s});
      seconds_ = watch.seconds();
    }
    result_ = outcome_of(s);
    return seconds_;
  }

  /// Against the serial bodies, which are moved here when there was no serial run; and the accelerations against
  /// the direct sum.
  [[nodiscard]] verdict check() override {
    if (!result_) return {false, "nothing has run yet"};
    double unused = 0;
    if (!serial_) serial_ = serial_run(unused);
    const std::string problem = difference(*result_, *serial_);
    if (!problem.empty()) return {false, problem + ", as in the serial run"};
    const force_error& error = sampled_error();
    const double allowed = allowed_error(options_.physics.theta);
    return {error.worst_part <= allowed && error.potential <= allowed,
            "the serial bodies, bit for bit; of " + std::to_string(error.sampled) +
                " accelerations none is off the direct sum by more than " + shown(error.worst_part) +
                " of all pulls on it (" + shown(allowed) + " allowed), no potential by more than " +
                shown(error.potential)};
  }

  [[nodiscard]] json counts() const override {
    if (!result_) return json::object();
    json all{{"bodies", start_.size()},
             {"steps", options_.physics.steps},
             {"theta", options_.physics.theta},
             {"grain", options_.grain},
             {"face", options_.face.name()},
             {"pairs of bodies", result_->pairs.bodies},
             {"pairs with nodes", result_->pairs.nodes},
             {"pairs per second", seconds_ > 0 ? static_cast<double>(result_->pairs.all()) / seconds_ : 0},
             {"energy", result_->energy},
             {"energy drift", drift()}};
    if (error_) {
      all["mean force error"] = error_->mean;
      all["worst force error"] = error_->worst;
    }
    return all;
  }

  std::vector<std::string> write_outputs() override {
    std::vector<std::string> written;
    if (!options_.picture_path.empty()) {
      write_png(drawn(result_->bodies, options_.picture_side), options_.picture_path);
      written.push_back(options_.picture_path);
    }
    if (!options_.bodies_path.empty()) {
      write_bodies(result_->bodies, options_.bodies_path);
      written.push_back(options_.bodies_path);
    }
    return written;
  }

 private:
  [[nodiscard]] outcome serial_run(double& seconds) const {
    simulation s(start_, options_.physics, start_.size(), 1);
    const base::stopwatch watch;
    run_serially(s);
    seconds = watch.seconds();
    return outcome_of(s);
  }

  [[nodiscard]] static outcome outcome_of(simulation& s) {
    if (s.scattered_in() == 0) return s.take_outcome();
    throw input_error("--step, --softening: a body is farther away than " + shown(largest_number) +
                      " after step " + std::to_string(s.scattered_in()) +
                      "; expected a shorter step or a larger softening");
  }

  /// By the energy at the beginning; of a single body at rest, which has none, 0.
  [[nodiscard]] double drift() const {
    const double change = result_->energy - result_->first_energy;
    return change == 0 ? 0 : change / std::abs(result_->first_energy);
  }

  /// Once: all results that are asked for it are the same.
  [[nodiscard]] const force_error& sampled_error() {
    constexpr std::size_t most = 1000;
    if (!error_) error_ = compare_with_direct_sum(*serial_, options_.physics.softening, most);
    return *error_;
  }

  options options_;
  std::vector<body> start_;
  std::optional<outcome> result_, serial_;
  std::optional<force_error> error_;  // of the serial result
  double seconds_ = 0;
};

}  // namespace
}  // namespace barnes

std::unique_ptr<app> make_barnes() { return std::make_unique<barnes::barnes_app>(); }

}  // namespace jackdaw::apps
