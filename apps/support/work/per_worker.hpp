// What each worker counts on its own, without synchronization, and the sum of it afterwards.
#pragma once

#include <functional>
#include <vector>

#include <jackdaw/base/cache_line.hpp>

namespace jackdaw::apps {

/// One T for each worker, each on cache lines of its own.
template <class T>
class per_worker {
 public:
  explicit per_worker(unsigned workers) : values_(workers) {}

  /// The calling worker's own. Threads: the worker with that number, or any thread while no run is under way.
  [[nodiscard]] T& of(unsigned worker) noexcept { return *values_[worker]; }

  /// All of them put together, beginning with T(). Only while no run is under way.
  template <class Operation = std::plus<>>
  [[nodiscard]] T total(Operation add = {}) const {
    T sum{};
    for (const auto& value : values_) sum = add(sum, *value);
    return sum;
  }

 private:
  std::vector<base::padded<T>> values_;
};

}  // namespace jackdaw::apps
