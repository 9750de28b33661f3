// A pipeline of three stages: numbers come one after another, each is worked on by itself, and results leave in their order.
#pragma once

#include <cstddef>
#include <cstdint>

struct problem {
  static constexpr std::size_t items = 100'000;
  static constexpr std::size_t in_flight = 64;  // so many items at most have memory at a time

  /// The first stage: what it gives depends on all it gave before.
  struct source {
    std::uint64_t state = 1;
    std::uint64_t next() { return state = state * 6364136223846793005U + 1442695040888963407U; }
  };
  static std::uint64_t work(std::uint64_t x) {
    for (int i = 0; i < 20; ++i) x = (x ^ (x >> 29U)) * 0xbf58476d1ce4e5b9U;
    return x;
  }
  /// The last stage: the order of results changes it.
  struct sink {
    std::uint64_t sum = 0;
    void take(std::uint64_t x) { sum = sum * 31 + x; }
  };

  static std::uint64_t expected() {
    source in;
    sink out;
    for (std::size_t i = 0; i < items; ++i) out.take(work(in.next()));
    return out.sum;
  }
};
