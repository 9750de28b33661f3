#include <algorithm>
#include <string>
#include <vector>

#include <CLI/App.hpp>
#include <nlohmann/json.hpp>

#include <jackdaw/base/clock.hpp>

#include "apps/cholesky/check.hpp"
#include "apps/cholesky/cholesky.hpp"
#include "apps/cholesky/flow.hpp"
#include "apps/cholesky/joins.hpp"
#include "apps/cholesky/rates.hpp"
#include "apps/cholesky/tasks.hpp"
#include "apps/cholesky/threads.hpp"
#include "apps/support/dense/matrix_options.hpp"
#include "apps/support/options/count_option.hpp"
#include "apps/support/options/face.hpp"
#include "apps/support/sparse/read_matrix.hpp"
#include "apps/support/text/shown.hpp"

namespace jackdaw::apps {

namespace cholesky {
namespace {

class cholesky_app final : public app {
 public:
  void declare_options(CLI::App& command) override {
    options_.declare(command);
    face_.declare(command);
    command
        .add_option(
            "--input", input_path_,
            "A sparse matrix, of which a dense copy is made: Matrix Market, Harwell-Boeing, or lines of "
            "row column value")
        ->type_name("FILE")
        ->excludes(command.get_option("--n"));
    command.add_flag(
        "--rates", with_rates_,
        "After a run, measure two references: the kernel alone, and OpenBLAS with its own threads");
  }

  void prepare() override {
    face_.validate();
    blas::require();
    factor_ = {};
    serial_ = {};
    reach_ = {};
    options_.validate();
    a_ = input_path_.empty() ? dominant_matrix(options_.n, options_.seed) : read();
    options_.n = a_.n();
  }

  [[nodiscard]] std::string input() const override {
    return input_path_.empty() ? options_.input() : input_path_;
  }

  /// LAPACK's dpotrf.
  double run_serial() override {
    pivots found;
    begin();
    const base::stopwatch watch;
    found.factor(factor_.all(), 0);
    seconds_ = watch.seconds();
    end(found);
    serial_ = factor_;
    return seconds_;
  }

  double run(any_scheduler& scheduler) override {
    pivots found;
    begin();
    blas::require(scheduler.workers());
    seconds_ = factor_on(scheduler, found);
    end(found);
    if (with_rates_ && reach_.workers != scheduler.workers())
      reach_ = {scheduler.workers(), kernel_rate(std::min(options_.block, a_.n())),
                openblas_rate(a_, scheduler.workers())};
    return seconds_;
  }

  [[nodiscard]] verdict check() override {
    if (factor_.empty()) return {false, "nothing has run yet"};
    constexpr double allowed = 1e-12;
    const double off = residual(a_, factor_);
    const double probe = probed(a_, factor_, options_.seed + 1);
    verdict v{off < allowed && probe <= 1, "|A - L L'| / |A|, each row in units of its diagonal's root, is " +
                                               shown(off) + " (" + shown(allowed) +
                                               " allowed); L (L' x) is off A x by " + shown(probe) +
                                               " of what rounding allows, for a random vector x"};
    if (!serial_.empty()) {
      // How far two right factors may be apart depends on the condition of the matrix: for people to look at.
      const matrix l = lower_triangle(serial_);
      const double difference = largest_difference(lower_triangle(factor_), l) / largest(l.numbers());
      v.line += "; off LAPACK's factor by at most " + shown(difference);
    }
    return v;
  }

  [[nodiscard]] json counts() const override {
    if (factor_.empty()) return json::object();
    json all = options_.counts(face_, operations(a_.n()));
    all["gflops"] = operations(a_.n()) / seconds_ / 1e9;
    if (reach_.workers != 0) {
      all["kernel_gflops"] = reach_.kernel;
      all["openblas_gflops"] = reach_.openblas;
    }
    return all;
  }

 private:
  struct rates {
    unsigned workers = 0;  ///< 0: nothing has been measured
    double kernel = 0, openblas = 0;
  };

  [[nodiscard]] matrix read() const {
    const sparse::matrix found = sparse::read_matrix(input_path_);
    const auto n = static_cast<std::size_t>(found.n);
    require_memory(input_path_ + ", dense", n * n, sizeof(double));
    return dense_copy(found);
  }

  /// While a run may still fail, there is nothing to check.
  void begin() { factor_ = a_; }
  void end(const pivots& found) {
    if (found.failed()) factor_ = {};
    found.require_positive(input());
  }

  double factor_on(any_scheduler& scheduler, pivots& found) {
    const quarters all{factor_.all(), 0, options_.block, &found};
    const tiled tiles{factor_.all(), options_.block};
    if (face_.is_fork_join()) return face_choice::run_joins(scheduler, [&all](auto& w) { factor(w, all); });
    const base::stopwatch watch;
    if (face_.is_flow())
      run_flow(scheduler, tiles, found);
    else if (face_.is_threads())
      run_threads(scheduler.workers(), tiles, found);
    else
      scheduler.run(factor_all{all});
    return watch.seconds();
  }

  matrix_options options_{"128"};
  face_choice face_{face_choice::with_flow_and_threads, "flow"};
  std::string input_path_;
  bool with_rates_ = false;
  matrix a_, factor_, serial_;
  double seconds_ = 0;
  rates reach_;
};

}  // namespace
}  // namespace cholesky

std::unique_ptr<app> make_cholesky() { return std::make_unique<cholesky::cholesky_app>(); }

}  // namespace jackdaw::apps
