// Which workers have a processor: all, or as many as an adversary leaves, other ones in each quantum.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include <jackdaw/base/random.hpp>
#include <jackdaw/replay/machine.hpp>

namespace jackdaw::replay {

class processors {
 public:
  processors(const machine& on, std::uint64_t seed)
      : on_(on), random_(seed), holds_(on.workers, true), order_(on.workers), available_(on.workers) {
    std::iota(order_.begin(), order_.end(), 0U);
  }

  [[nodiscard]] bool has(unsigned worker) const { return holds_[worker]; }

  /// Deals the processors of a new quantum, to workers for which `busy(worker)` holds first.
  void deal(double now, auto busy) {
    count_until(now);
    const unsigned most = std::clamp(on_.against.most, 1U, on_.workers);
    const unsigned least = std::clamp(on_.against.least, 1U, most);
    available_ = least + random_.below(most - least + 1);
    for (std::size_t left = order_.size(); left > 1; --left)
      std::swap(order_[left - 1], order_[random_.below(static_cast<std::uint32_t>(left))]);
    std::partition(order_.begin(), order_.end(), busy);
    for (unsigned i = 0; i < on_.workers; ++i) holds_[order_[i]] = i < available_;
  }

  void pass_on(unsigned from, unsigned to) {
    holds_[from] = false;
    holds_[to] = true;
  }

  /// Processors times nanoseconds that there were until now.
  double count_until(double now) {
    offered_ += (now - since_) * available_;
    since_ = now;
    return offered_;
  }

 private:
  const machine& on_;
  base::random random_;
  std::vector<bool> holds_;
  std::vector<unsigned> order_;
  unsigned available_;
  double since_ = 0;
  double offered_ = 0;
};

}  // namespace jackdaw::replay
