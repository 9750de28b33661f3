// One input of one element type: sorting it serially and with tasks, and checking what came out.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <ostream>
#include <stdexcept>
#include <utility>
#include <vector>

#include <jackdaw/base/clock.hpp>

#include "apps/app.hpp"
#include "apps/quicksort/check.hpp"
#include "apps/quicksort/numbers/number_writer.hpp"
#include "apps/quicksort/sort/sort_task.hpp"

namespace jackdaw::apps::quicksort {

/// The element type is chosen at run time and forgotten behind this. The members mean what they mean in app.
class workload {
 public:
  workload() = default;
  workload(const workload&) = delete;
  workload& operator=(const workload&) = delete;
  virtual ~workload() = default;

  [[nodiscard]] virtual std::size_t size() const = 0;
  virtual double run_serial() = 0;
  virtual double run(any_scheduler& scheduler, std::size_t grain, bool puts_both) = 0;
  [[nodiscard]] virtual verdict check() = 0;
  [[nodiscard]] virtual json counts() const = 0;
  virtual void write(std::ostream& stream, bool binary) const = 0;
};

/// Holds the input and up to two copies: the last result of the tasks and that of the serial sort.
template <class T>
class typed_workload final : public workload {
 public:
  explicit typed_workload(std::vector<T> input) : input_(std::move(input)) {}

  [[nodiscard]] std::size_t size() const override { return input_.size(); }

  /// std::sort: shares no line with the tasks' code.
  double run_serial() override {
    last_ = nullptr;
    reference_ = input_;
    const base::stopwatch time;
    std::sort(reference_.begin(), reference_.end());
    const double seconds = time.seconds();
    last_ = &reference_;
    return seconds;
  }

  double run(any_scheduler& scheduler, std::size_t grain, bool puts_both) override {
    last_ = nullptr;
    result_ = input_;
    sort_job<T> job{.data = result_.data(),
                    .size = result_.size(),
                    .grain = grain,
                    .puts_both = puts_both,
                    .figures = std::vector<sort_figures>(scheduler.workers())};
    const base::stopwatch time;
    scheduler.run(sort_task<T>(job));
    const double seconds = time.seconds();
    figures_ = job.total();
    last_ = &result_;
    return seconds;
  }

  [[nodiscard]] verdict check() override {
    if (last_ == nullptr) return {false, "nothing was sorted"};
    if (input_print_.count == 0) input_print_ = fingerprint_of(input_);
    const bool compare = last_ == &result_ && !reference_.empty();
    return check_sorted(*last_, input_print_, compare ? &reference_ : nullptr);
  }

  [[nodiscard]] json counts() const override {
    json counts;
    counts["elements"] = input_.size();
    if (last_ != &result_) return counts;
    counts["tasks"] = figures_.tasks;
    counts["partitions"] = figures_.partitions;
    counts["serial_leaves"] = figures_.leaves;
    counts["heapsort_fallbacks"] = figures_.heapsorts;
    counts["deepest_nesting"] = figures_.deepest;
    return counts;
  }

  void write(std::ostream& stream, bool binary) const override {
    if (last_ == nullptr) throw std::logic_error("quicksort: nothing was sorted that could be written");
    binary ? write_binary(stream, *last_) : write_text(stream, *last_);
  }

 private:
  std::vector<T> input_;
  fingerprint input_print_;  // made at the first check; count 0: not yet
  std::vector<T> result_;
  std::vector<T> reference_;  // empty until run_serial
  const std::vector<T>* last_ = nullptr;
  sort_figures figures_;
};

}  // namespace jackdaw::apps::quicksort
