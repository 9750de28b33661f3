// When parts of a reduction or a scan that have not begun are left out: a call has thrown, or `stop` asks to stop.
//
// Callers: any part asks, and reports what it has thrown; the call that has begun all of them rethrows when they are
// over.
// Invariant: EE-I1 the first part that reports keeps its exception. It is read when all parts are over, which the ends
// of their joins publish. `thrown_` alone is a hint: a part that sees it late makes calls that are not needed.
#pragma once

#include <exception>
#include <memory>

#include <jackdaw/base/atomic.hpp>

namespace jackdaw::fork_join {

/// Thrown by a part that has no result as it is left out.
struct left_out {};

template <class Stop>
class early_end {
 public:
  explicit early_end(const Stop& stop) noexcept : stop_(std::addressof(stop)) {}

  [[nodiscard]] bool has_thrown() const noexcept { return thrown_.load(base::relaxed); }
  [[nodiscard]] bool is_over() const noexcept { return stop_->stop_requested() || has_thrown(); }

  /// In a handler of what a call has thrown.
  [[gnu::noinline, gnu::cold]] void report() noexcept {
    if (!thrown_.exchange(true, base::relaxed)) first_ = std::current_exception();  // EE-I1
  }

  /// When all parts are over, and one has thrown.
  [[noreturn, gnu::noinline, gnu::cold]] void rethrow() const { std::rethrow_exception(first_); }

 private:
  const Stop* const stop_;
  base::atomic<bool> thrown_{false};
  std::exception_ptr first_;
};

}  // namespace jackdaw::fork_join
