// A reduction whose parts belong to work, and not to workers: where ranks survive, a part of a rank that dies vanishes
// with it, and is computed again.
#pragma once

#include <memory>
#include <typeinfo>
#include <utility>
#include <vector>

#include <jackdaw/base/cache_line.hpp>
#include <jackdaw/cluster/serial/serial.hpp>

namespace jackdaw::cluster::detail {

/// As the implementation of a pool sees it. Threads: one at a time; take() and clear() while no task runs here.
class partial_result {
 public:
  partial_result() = default;
  partial_result(const partial_result&) = delete;
  partial_result& operator=(const partial_result&) = delete;
  virtual ~partial_result() = default;

  /// Takes the values of this rank's workers, put together. They are neutral then.
  virtual void take(writer& out) = 0;
  /// Makes the values of the workers neutral.
  virtual void clear() = 0;
  /// Puts together two parts.
  virtual void join(reader& a, reader& b, writer& out) const = 0;
  /// The result of a run has come: it is part of what result() returns.
  virtual void add(reader& in) = 0;
  /// The type of the operation.
  [[nodiscard]] virtual const std::type_info& operation() const noexcept = 0;
};

/// The values of a type.
template <class T>
class typed_partial_result : public partial_result {
 public:
  explicit typed_partial_result(const T& neutral) : total(neutral), executed(neutral) {}

  T total;     // of all ranks and runs, as known after a run
  T executed;  // by this rank, also what was done again elsewhere
};

template <class T, class Operation>
class partial_result_by final : public typed_partial_result<T> {
 public:
  /// `values`: of the workers, from 1 on.
  partial_result_by(std::shared_ptr<std::vector<base::padded<T>>> values, const T& neutral, Operation by)
      : typed_partial_result<T>(neutral),
        values_(std::move(values)),
        neutral_(neutral),
        operation_(std::move(by)) {}

  void take(writer& out) override {
    T sum = neutral_;
    for (auto& each : *values_) sum = operation_(std::move(sum), *each);
    this->executed = operation_(std::move(this->executed), sum);
    out.put(sum);
    clear();
  }
  void clear() override {
    for (auto& each : *values_) *each = neutral_;
  }
  void join(reader& a, reader& b, writer& out) const override {
    T first = a.get<T>();
    out.put(operation_(std::move(first), b.get<T>()));
  }
  void add(reader& in) override { this->total = operation_(std::move(this->total), in.get<T>()); }
  [[nodiscard]] const std::type_info& operation() const noexcept override { return typeid(Operation); }

 private:
  std::shared_ptr<std::vector<base::padded<T>>> values_;
  T neutral_;
  Operation operation_;
};

}  // namespace jackdaw::cluster::detail
