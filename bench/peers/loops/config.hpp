// Loops by index as most programs have them: over arrays, short ones one after the other, one inside another.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <thread>
#include <vector>

#include <jackdaw/base/clock.hpp>

#include "bench/peers/peer.hpp"
#include "bench/peers/work.hpp"

namespace jackdaw::bench::loops {

/// What an iteration does.
enum class body {
  axpy,   ///< y += a x: memory and one vector instruction
  chain,  ///< y += 24 steps of a polynomial of x, which the compiler vectorizes over iterations
  work    ///< so many multiplications, which no compiler vectorizes
};

struct instance {
  std::string_view name;
  body does;
  std::uint64_t steps;
  std::size_t iterations;
  std::size_t outer;   ///< loops around it: 1, or so many iterations of an outer loop
  unsigned rounds;     ///< loops in one timed run
  bool after_a_pause;  ///< a millisecond of nothing before each
};

inline const std::array instances{
    instance{"y += a x, 10^5", body::axpy, 0, 100'000, 1, sized(1000U, 3), false},
    instance{"y += a x, 10^7", body::axpy, 0, sized<std::size_t>(10'000'000, 10'000), 1, sized(20U, 2),
             false},
    instance{"1000 polynomials", body::chain, 0, 1000, 1, sized(4000U, 3), false},
    instance{"1000 of 50 multiplications", body::work, 50, 1000, 1, sized(1000U, 3), false},
    instance{"1000 of 50 multiplications, after 1 ms", body::work, 50, 1000, 1, sized(200U, 3), true},
    instance{"16 of 1700 multiplications", body::work, 1700, 16, 1, sized(2000U, 3), false},
    instance{"100 loops of 100 in a loop", body::work, 8, 100, 100, sized(200U, 3), false},
};

/// One loop after the other with what they compute on.
class bench_loop {
 public:
  explicit bench_loop(const instance& of)
      : of_(of), x_(of.iterations * of.outer, 1.0), y_(x_.size(), 2.0), numbers_(x_.size()) {
    for (std::size_t i = 0; i < numbers_.size(); ++i) numbers_[i] = i;
  }

  /// Seconds of all rounds but the first, in which for_all(n, f) calls f(i) for each i below n, possibly at the same
  /// time; or in which `for_all` has a function for each body, as a runtime of another language.
  template <class ForAll>
  [[nodiscard]] double seconds(const ForAll& for_all) {
    double sum = 0;
    for (unsigned round = 0; round <= of_.rounds; ++round) {
      if (of_.after_a_pause) std::this_thread::sleep_for(std::chrono::milliseconds(1));
      const base::stopwatch watch;
      if constexpr (requires { for_all.axpy(x_.data(), y_.data(), of_.iterations); }) {
        run_whole(for_all);
      } else {
        run(for_all);
      }
      if (round != 0) sum += watch.seconds();
    }
    return sum;
  }

  /// The measurement of `seconds`, if what was computed is right.
  [[nodiscard]] measurement checked(double seconds) const {
    const unsigned rounds = of_.rounds + 1;
    std::size_t wrong = 0;
    const worked all(of_.steps * rounds);
    for (std::size_t i = 0; i < x_.size(); ++i) {
      switch (of_.does) {
        case body::axpy:
          wrong += y_[i] != 2.0 + 0.5 * rounds ? 1 : 0;
          break;
        case body::chain:
          wrong += y_[i] != 2.0 + rounds ? 1 : 0;  // that of 1 is 1
          break;
        case body::work:
          wrong += numbers_[i] != all(i) ? 1 : 0;
          break;
      }
    }
    expect(wrong, std::size_t{0});
    return {seconds, static_cast<double>(of_.rounds) * static_cast<double>(x_.size())};
  }

 private:
  /// Exact in doubles, so that each way to vectorize it gives the same.
  static double polynomial(double value) {
    for (int k = 0; k < 24; ++k) value = value * 0.5 + 0.5;
    return value;
  }

  void run(const auto& for_all) {
    switch (of_.does) {
      case body::axpy:
        for_all(of_.iterations, [x = x_.data(), y = y_.data()](std::size_t i) { y[i] += 0.5 * x[i]; });
        break;
      case body::chain:
        for_all(of_.iterations, [x = x_.data(), y = y_.data()](std::size_t i) { y[i] += polynomial(x[i]); });
        break;
      case body::work: {
        const auto inner = [&for_all, this](std::size_t row) {
          for_all(of_.iterations, [numbers = numbers_.data() + row * of_.iterations, steps = of_.steps](
                                      std::size_t i) { numbers[i] = work(numbers[i], steps); });
        };
        if (of_.outer == 1) {
          inner(0);
        } else {
          for_all(of_.outer, inner);
        }
      }
    }
  }

  void run_whole(const auto& loops) {
    switch (of_.does) {
      case body::axpy:
        loops.axpy(x_.data(), y_.data(), of_.iterations);
        break;
      case body::chain:
        loops.polynomials(x_.data(), y_.data(), of_.iterations);
        break;
      case body::work:
        loops.work(numbers_.data(), of_.outer, of_.iterations, of_.steps);
        break;
    }
  }

  const instance& of_;
  std::vector<double> x_;
  std::vector<double> y_;
  std::vector<std::uint64_t> numbers_;
};

}  // namespace jackdaw::bench::loops
