#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <jackdaw/base/clock.hpp>

#include "apps/lu/check.hpp"
#include "apps/lu/flow.hpp"
#include "apps/lu/joins.hpp"
#include "apps/lu/lu.hpp"
#include "apps/lu/tasks.hpp"
#include "apps/lu/threads.hpp"
#include "apps/support/dense/matrix_options.hpp"
#include "apps/support/options/face.hpp"
#include "apps/support/text/shown.hpp"

namespace jackdaw::apps {

namespace lu {
namespace {

class lu_app final : public app {
 public:
  void declare_options(CLI::App& command) override {
    options_.declare(command);
    face_.declare(command);
  }

  void prepare() override {
    face_.validate();
    blas::require();
    factors_ = {};
    serial_ = {};
    options_.validate();
    a_ = dominant_matrix(options_.n, options_.seed);
  }

  [[nodiscard]] std::string input() const override { return options_.input(); }

  /// LAPACK's dgetrf, which looks for pivots, and finds them on the diagonal.
  double run_serial() override {
    factors_ = a_;
    const base::stopwatch watch;
    static_cast<void>(blas::factor(factors_.all()));
    const double seconds = watch.seconds();
    serial_ = factors_;
    return seconds;
  }

  double run(any_scheduler& scheduler) override {
    factors_ = a_;
    blas::require(scheduler.workers());
    const quarters all{factors_.all(), options_.block};
    if (face_.is_fork_join()) return face_choice::run_joins(scheduler, [&all](auto& w) { factor(w, all); });
    const base::stopwatch watch;
    if (face_.is_flow())
      run_flow(scheduler, all.a, all.block);
    else if (face_.is_threads())
      run_threads(scheduler.workers(), all.a, all.block);
    else
      scheduler.run(factor_all{all});
    return watch.seconds();
  }

  [[nodiscard]] verdict check() override {
    if (factors_.empty()) return {false, "nothing has run yet"};
    const double allowed = 1e-14 * static_cast<double>(a_.n());
    const double off = residual(a_, factors_);
    const double probe = probed(a_, factors_, options_.seed + 1);
    verdict v{off <= allowed && probe <= 1, "|A - L U| / |A| is " + shown(off) + " (" + shown(allowed) +
                                                " allowed); L (U x) is off A x by " + shown(probe) +
                                                " of what rounding allows, for a random vector x"};
    if (!serial_.empty()) {
      const double difference = largest_difference(factors_, serial_) / largest(a_.numbers());
      v.passed = v.passed && difference <= allowed;
      v.line += "; off LAPACK's factors by at most " + shown(difference);
    }
    return v;
  }

  [[nodiscard]] json counts() const override {
    if (factors_.empty()) return json::object();
    const auto n = static_cast<double>(a_.n());
    return options_.counts(face_, 2 * n * n * n / 3);
  }

 private:
  matrix_options options_{"128"};
  face_choice face_{face_choice::with_flow_and_threads};
  matrix a_, factors_, serial_;
};

}  // namespace
}  // namespace lu

std::unique_ptr<app> make_lu() { return std::make_unique<lu::lu_app>(); }

}  // namespace jackdaw::apps
