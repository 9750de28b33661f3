// What tests of parts share.
#pragma once

#include <chrono>
#include <span>
#include <thread>

namespace jackdaw::tests {

inline void increment(std::span<int> all) {
  for (int& each : all) ++each;
}

/// Waits until `is_so()`. False: it was not so within a minute, which a machine that does other things has time for.
[[nodiscard]] bool comes_true(const auto& is_so) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  while (!is_so()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::yield();
  }
  return true;
}

}  // namespace jackdaw::tests
