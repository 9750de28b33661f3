#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <jackdaw/base/clock.hpp>

#include "apps/sparse_cholesky/check.hpp"
#include "apps/sparse_cholesky/draw.hpp"
#include "apps/sparse_cholesky/numeric/factor.hpp"
#include "apps/sparse_cholesky/numeric/solve.hpp"
#include "apps/sparse_cholesky/numeric/tasks.hpp"
#include "apps/sparse_cholesky/options.hpp"
#include "apps/sparse_cholesky/sparse_cholesky.hpp"
#include "apps/sparse_cholesky/symbolic/parallelism.hpp"
#include "apps/support/options/count_option.hpp"
#include "apps/support/text/shown.hpp"

namespace jackdaw::apps {

namespace sparse_cholesky {
namespace {

/// An error and what is allowed.
std::string beside_allowed(double value, double allowed) {
  return shown_beside(value, allowed, 2) + " (" + shown_beside(allowed, value, 2) + " allowed)";
}

class sparse_cholesky_app final : public app {
 public:
  void declare_options(CLI::App& command) override { options_.declare(command); }

  void prepare() override {
    options_.validate();
    result_.reset();
    require_room(options_.least_factor_entries());
    a_ = options_.made_matrix();
    b_ = options_.right_hand_side(a_);
    ordered_ = ordered(a_, options_.ordering);
    require_room(static_cast<double>(ordered_.factor_entries));
    structure_ = symbolic_factorization(ordered_, options_.panel);
    reference_ = factor_by_cholmod(ordered_, options_.name);
  }

  [[nodiscard]] std::string input() const override {
    return options_.name + " " + options_.ordering + " panel=" + std::to_string(options_.panel);
  }

  double run_serial() override {
    begin();
    const base::stopwatch watch;
    result_->run_serially();
    const double seconds = watch.seconds();
    find_solution();
    return seconds;
  }

  double run(any_scheduler& scheduler) override {
    begin();
    const base::stopwatch watch;
    result_->load();
    task_factorization(*result_).run(scheduler);
    const double seconds = watch.seconds();
    find_solution();
    return seconds;
  }

  [[nodiscard]] verdict check() override {
    if (!result_) return {false, "nothing has run yet"};
    const errors found = errors_of(a_, *result_, b_, solution_, reference_);
    return {found.passed(),
            "L L' off A by " + beside_allowed(found.product, found.allowed) + ", A x off b by " +
                beside_allowed(found.residual, found.allowed) + ", " + (found.same_entries ? "" : "not ") +
                "the entries of CHOLMOD's L, " +
                (found.are_comparable()
                     ? "off its values by " + beside_allowed(found.difference, found.allowed_difference)
                     : std::string("whose values were not compared: the matrix is nearly singular"))};
  }

  [[nodiscard]] json counts() const override {
    if (!result_) return json::object();
    return {{"rows", a_.n},
            {"entries", a_.entries()},
            {"factor_entries", ordered_.factor_entries},
            {"flops", ordered_.flops},
            {"tree_parallelism", std::round(10 * tree_parallelism(ordered_)) / 10},
            {"supernodes", structure_.supernodes.size()},
            {"panels", structure_.panels.size()},
            {"cholmod_seconds", reference_.seconds}};
  }

  std::vector<std::string> write_outputs() override {
    std::vector<std::string> written;
    if (!options_.solution_path.empty()) {
      write_numbers(solution_, options_.solution_path);
      written.push_back(options_.solution_path);
    }
    if (!options_.picture_path.empty()) {
      write_png(drawn(ordered_, structure_), options_.picture_path);
      written.push_back(options_.picture_path);
    }
    return written;
  }

 private:
  void require_room(double entries) const {
    if (entries > std::numeric_limits<int>::max()) {
      char text[32];
      std::snprintf(text, sizeof text, "%.0f", entries);
      throw input_error(options_.name + ": its factor has " + text + " entries; expected at most 2147483647");
    }
    require_memory(options_.name + ": the factor", static_cast<std::size_t>(entries), 3 * sizeof(double));
  }

  void find_solution() {
    solution_ = solve(*result_, b_);
    for (const double each : solution_) {
      if (!std::isfinite(each))
        throw input_error(options_.name +
                          ": the solution is larger than a double; expected a smaller right-hand side");
    }
  }

  /// The room for L is not part of the time, as CHOLMOD's is not that its analysis has made.
  void begin() {
    if (!result_) result_.emplace(ordered_, structure_).load();
  }

  options options_;
  sparse::matrix a_;
  std::vector<double> b_;
  ordered_matrix ordered_;
  structure structure_;
  reference reference_;
  std::optional<factorization> result_;
  std::vector<double> solution_;
};

}  // namespace
}  // namespace sparse_cholesky

std::unique_ptr<app> make_sparse_cholesky() {
  return std::make_unique<sparse_cholesky::sparse_cholesky_app>();
}

}  // namespace jackdaw::apps
