// An application of one's own: counts prime numbers by trial division, in ranges that tasks halve.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include <jackdaw/command.hpp>

struct primes {
  std::uint64_t n = 1'000'000;
  std::uint64_t grain = 200;
  std::uint64_t counted = 0;

  void options(jackdaw::app_options& of) {
    of.number("--n", n, 2, 100'000'000, "Counts the primes below this number");
    of.number("--grain", grain, 1, 1'000'000, "So many numbers, or fewer, are one task");
  }
  void serial() { counted = count(0, n); }
  void run(jackdaw::any_scheduler& scheduler) {
    std::atomic<std::uint64_t> all{0};
    scheduler.run(range{0, n, grain, &all});
    counted = all;
  }
  [[nodiscard]] bool check() const {  // by a sieve: another way than the one that was timed
    std::vector<bool> divisible(n);
    std::uint64_t right = 0;
    for (std::uint64_t i = 2; i < n; ++i) {
      if (divisible[i]) continue;
      ++right;
      for (std::uint64_t k = i * i; k < n; k += i) divisible[k] = true;
    }
    return counted == right;
  }
  [[nodiscard]] std::string found() const { return std::to_string(counted) + " primes"; }

 private:
  struct range {
    std::uint64_t from, to, grain;
    std::atomic<std::uint64_t>* all;
    void operator()(jackdaw::any_worker& worker) const {
      const std::uint64_t middle = from + (to - from) / 2;
      if (to - from <= grain) {
        *all += count(from, to);
      } else {
        worker.put(range{from, middle, grain, all});
        worker.put(range{middle, to, grain, all});
      }
    }
  };
  static std::uint64_t count(std::uint64_t from, std::uint64_t to) {
    std::uint64_t found = 0;
    for (std::uint64_t i = from; i < to; ++i) {
      std::uint64_t divisor = 2;
      while (divisor * divisor <= i && i % divisor != 0) ++divisor;
      if (i > 1 && divisor * divisor > i) ++found;
    }
    return found;
  }
};
