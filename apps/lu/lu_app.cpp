#include <cstdint>
#include <string>
#include <vector>

#include <jackdaw/base/clock.hpp>

#include "apps/lu/check.hpp"
#include "apps/lu/flow.hpp"
#include "apps/lu/joins.hpp"
#include "apps/lu/lu.hpp"
#include "apps/lu/tasks.hpp"
#include "apps/lu/threads.hpp"
#include "apps/support/count_option.hpp"
#include "apps/support/face.hpp"
#include "apps/support/shown.hpp"

namespace jackdaw::apps {

namespace lu {
namespace {

class lu_app final : public app {
 public:
  void declare_options(CLI::App& command) override {
    command.add_option("--n", n_text_, "Rows and columns (default 1024)")->type_name("COUNT");
    command.add_option("--block", block_text_, "Rows and columns in a task (default 128)")
        ->type_name("COUNT");
    command.add_option("--seed", seed_, "Seed of the generator (default 1)")->type_name("NUMBER");
    face_.declare(command);
  }

  void prepare() override {
    face_.validate();
    blas::require();
    factors_ = {};
    serial_ = {};
    const std::size_t n = parse_order(n_text_);
    block_ = parse_count("--block", block_text_);
    a_ = dominant_matrix(n, seed_);
  }

  [[nodiscard]] std::string input() const override {
    return "n=" + std::to_string(a_.n()) + " seed=" + std::to_string(seed_);
  }

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
    const quarters all{factors_.all(), block_};
    if (face_.is_fork_join()) return face_choice::run_joins(scheduler, [&all](worker& w) { factor(w, all); });
    if (face_.is_flow())
      return face_choice::run_flow(scheduler,
                                   [&all](auto& flagship) { run_flow(flagship, all.a, all.block); });
    const base::stopwatch watch;
    if (face_.is_threads())
      run_threads(scheduler.workers(), all.a, block_);
    else
      scheduler.run(factor_all{all});
    return watch.seconds();
  }

  [[nodiscard]] verdict check() override {
    if (factors_.empty()) return {false, "nothing has run yet"};
    const double allowed = 1e-14 * static_cast<double>(a_.n());
    const double off = residual(a_, factors_);
    const double probe = probed(a_, factors_, seed_ + 1);
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
    return {{"n", a_.n()}, {"block", block_}, {"face", face_.name()}, {"operations", 2 * n * n * n / 3}};
  }

 private:
  std::string n_text_ = "1024";
  std::string block_text_ = "128";
  std::uint64_t seed_ = 1;
  face_choice face_{face_choice::with_flow_and_threads};
  std::size_t block_ = 0;
  matrix a_, factors_, serial_;
};

}  // namespace
}  // namespace lu

std::unique_ptr<app> make_lu() { return std::make_unique<lu::lu_app>(); }

}  // namespace jackdaw::apps
