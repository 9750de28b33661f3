// Springs between three points each: every spring pushes its three points, in any order.
#pragma once

#include <array>
#include <cstddef>
#include <random>
#include <vector>

struct problem {
  static constexpr std::size_t points = 500;
  static constexpr std::size_t springs = 20'000;
  using spring = std::array<std::size_t, 3>;  // numbers of points, which may be the same

  problem() : all(springs), expected(points) {
    std::mt19937 random(1);
    for (spring& each : all) {
      for (std::size_t& point : each) point = random() % points;
    }
    for (std::size_t i = 0; i < springs; ++i) {
      for (std::size_t corner = 0; corner < 3; ++corner) expected[all[i][corner]] += push(i, corner);
    }
  }

  /// By how much spring i pushes a corner of it: whole numbers, so that no order changes the sum.
  static long push(std::size_t i, std::size_t corner) { return static_cast<long>(i % 7 + corner); }

  std::vector<spring> all;
  std::vector<long> expected;
};
