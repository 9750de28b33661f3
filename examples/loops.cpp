// Loops and reductions: no scheduler object, no grain size to choose; the sum has the same bits on any
// machine.
#include <cmath>
#include <cstdio>
#include <vector>

#include <jackdaw/jackdaw.hpp>

int main() {
  std::vector<double> value(1'000'000);
  jackdaw::parallel_for(std::size_t{0}, value.size(), [&](std::size_t i) {
    // Very uneven work: some elements cost a hundred times as much as others.
    double x = 0;
    for (std::size_t k = 0; k <= i % 100; ++k) x += 1 / std::pow(2.0, static_cast<double>(k));
    value[i] = x;
  });
  const double sum = jackdaw::parallel_reduce(
      std::size_t{0}, value.size(), 0.0, [&](std::size_t i) { return value[i]; },
      [](double a, double b) { return a + b; });
  std::printf("mean %.6f\n", sum / static_cast<double>(value.size()));
  return std::abs(sum / 1e6 - 1.98) < 1e-6 ? 0 : 1;
}
