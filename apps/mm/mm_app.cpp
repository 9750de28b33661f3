#include <algorithm>
#include <limits>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include <jackdaw/base/clock.hpp>

#include "apps/mm/check.hpp"
#include "apps/mm/mm.hpp"
#include "apps/support/dense/matrix.hpp"
#include "apps/support/dense/matrix_options.hpp"
#include "apps/support/dense/product.hpp"
#include "apps/support/options/face.hpp"
#include "apps/support/text/shown.hpp"
#include "apps/support/work/divided.hpp"
#include "apps/support/work/threads.hpp"

namespace jackdaw::apps {

namespace mm {
namespace {

/// The initial task.
struct multiply_all {
  static constexpr std::string_view name = "multiply all";
  product all;

  void operator()(any_worker& worker) const {
    auto end = worker.after(1, [] {});
    begin_divided(worker, all, end.next());
  }
};

/// Statically partitioned: each thread has as many columns of the result as any other.
void run_threads(unsigned workers, const product& all) {
  run_in_threads(workers, [&all](const share& mine) {
    const auto [first, last] = mine.of(all.c.columns);
    if (first == last) return;
    product columns = all;
    columns.b = all.b.part(0, first, all.b.rows, last - first);
    columns.c = all.c.part(0, first, all.c.rows, last - first);
    columns.compute();
  });
}

class mm_app final : public app {
 public:
  void declare_options(CLI::App& command) override {
    options_.declare(command);
    face_.declare(command);
  }

  void prepare() override {
    face_.validate();
    blas::require();
    has_result_ = false;
    serial_ = {};
    options_.validate();
    base::random random(options_.seed);
    a_ = random_matrix(options_.n, random);
    b_ = random_matrix(options_.n, random);
    c_ = matrix(options_.n);
  }

  [[nodiscard]] std::string input() const override { return options_.input(); }

  /// BLAS, called once for the whole.
  double run_serial() override {
    forget();
    const base::stopwatch watch;
    blas::multiply(1, a_.all(), b_.all(), 0, c_.all());
    const double seconds = watch.seconds();
    serial_ = c_;
    return seconds;
  }

  double run(any_scheduler& scheduler) override {
    forget();
    blas::require(scheduler.workers());
    const product all{a_.all(), b_.all(), c_.all(), 1, 0, options_.block};
    if (face_.is_fork_join())
      return face_choice::run_joins(scheduler, [&all](auto& w) { join_divided(w, all); });
    const base::stopwatch watch;
    if (face_.is_threads())
      run_threads(scheduler.workers(), all);
    else
      scheduler.run(multiply_all{all});
    return watch.seconds();
  }

  [[nodiscard]] verdict check() override {
    if (!has_result_) return {false, "nothing has run yet"};
    const double probe = probed(a_, b_, c_, options_.seed + 1);
    verdict v{probe <= 1,
              "c x is off a (b x) by " + shown(probe) + " of what rounding allows, for a random vector x"};
    if (c_.n() <= all_compared) {
      const double worst = compared(a_, b_, c_);
      v.passed = v.passed && worst <= 1;
      v.line += "; each number off its definition by at most " + shown(worst) + " of it";
    }
    if (!serial_.empty()) {
      const auto n = static_cast<double>(c_.n());
      const double difference = largest_difference(c_, serial_);
      v.passed = v.passed && difference <= n * n * epsilon;  // the sizes of n products come to n at most
      v.line += "; off the serial product by at most " + shown(difference);
    }
    return v;
  }

  [[nodiscard]] json counts() const override {
    if (!has_result_) return json::object();
    const auto n = static_cast<double>(c_.n());
    return options_.counts(face_, 2 * n * n * n);
  }

 private:
  /// What was there is no result of the next run.
  void forget() {
    std::fill(c_.numbers().begin(), c_.numbers().end(), std::numeric_limits<double>::quiet_NaN());
    has_result_ = true;
  }

  static constexpr std::size_t all_compared = 256;  // rows, up to which that takes no time

  matrix_options options_{"256"};
  face_choice face_{face_choice::with_threads};
  bool has_result_ = false;
  matrix a_, b_, c_, serial_;
};

}  // namespace
}  // namespace mm

std::unique_ptr<app> make_mm() { return std::make_unique<mm::mm_app>(); }

}  // namespace jackdaw::apps
