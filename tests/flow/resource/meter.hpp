// How many units are in use, and the most at any time.
#pragma once

#include <atomic>
#include <cstdint>

namespace jackdaw::tests {

class meter {
 public:
  void enter(std::uint64_t units) {
    const std::uint64_t now = in_use_.fetch_add(units) + units;
    std::uint64_t most = most_;
    while (now > most && !most_.compare_exchange_weak(most, now)) {}
  }
  void leave(std::uint64_t units) { in_use_ -= units; }
  [[nodiscard]] std::uint64_t most() const { return most_; }

 private:
  std::atomic<std::uint64_t> in_use_{0};
  std::atomic<std::uint64_t> most_{0};
};

}  // namespace jackdaw::tests
