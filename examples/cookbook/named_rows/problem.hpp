// A sparse lower triangular system in CSR form: row i names the rows that it reads, all before it.
#pragma once

#include <cstddef>
#include <random>
#include <vector>

struct problem {
  static constexpr std::size_t rows = 20'000;

  problem() : first(1), b(rows), expected(rows) {
    std::mt19937 random(2);
    for (std::size_t row = 0; row < rows; ++row) {
      const std::size_t entries = row == 0 ? 0 : random() % 5;
      for (std::size_t e = 0; e < entries; ++e) {
        column.push_back(random() % row);
        value.push_back(0.1 + 0.1 * static_cast<double>(random() % 5));
      }
      first.push_back(column.size());
      b[row] = static_cast<double>(random() % 100);
      double x = b[row];
      for (std::size_t e = first[row]; e < first[row + 1]; ++e) x -= value[e] * expected[column[e]];
      expected[row] = x;
    }
  }

  std::vector<std::size_t> first, column;  // row i has the entries first[i] … first[i + 1] - 1
  std::vector<double> value, b, expected;
};
