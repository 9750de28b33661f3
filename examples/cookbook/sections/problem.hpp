// Smoothing passes over sections of one array. Sections begin and end anywhere, and overlap; passes over places in common
// happen in the order of the list.
#pragma once

#include <algorithm>
#include <cstddef>
#include <random>
#include <vector>

struct problem {
  static constexpr std::size_t size = 100'000;
  struct section {
    std::size_t from, to;
  };

  problem() : start(size), sections(300) {
    std::mt19937 random(3);
    for (double& x : start) x = static_cast<double>(random() % 1000);
    for (section& each : sections) {
      each.from = random() % (size - 4000);
      each.to = each.from + 1 + random() % 4000;
    }
    expected = start;
    for (const section& each : sections) smooth(&expected[each.from], &expected[each.to - 1] + 1);
  }

  /// A running mean, from the left.
  static void smooth(double* from, double* to) {
    double mean = *from;
    for (double* x = from; x != to; ++x) mean = *x = 0.5 * (mean + *x);
  }

  /// All places where a section begins or ends, ascending: between two of them no section begins or ends.
  [[nodiscard]] std::vector<std::size_t> cuts() const {
    std::vector<std::size_t> all{0, size};
    for (const section& each : sections) all.insert(all.end(), {each.from, each.to});
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
  }

  std::vector<double> start;
  std::vector<section> sections;
  std::vector<double> expected;
};
