// Runs a small concurrent program under many seeds, each of which is one interleaving.
#pragma once

#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/simulated/explorer.hpp>

#include "tests/support/seeds.hpp"
#include "tests/support/work_done.hpp"

namespace jackdaw::tests {

/// One program: its threads, and what must hold when all have ended.
struct program {
  std::vector<std::function<void()>> threads;
  std::function<bool()> holds = [] { return true; };
};

/// Takes the calling thread off the schedule until another one has stored `value` in `word`, and acquires what that one
/// has released with it.
template <class T>
void wait_for(const base::atomic<T>& word, T value) {
  simulated::explorer::block_until([&] { return word.peek() == value; });
  static_cast<void>(word.show_newest());
  static_cast<void>(word.load(base::acquire));
}

/// Explores `seeds` programs from `make`, each in one interleaving. Fails on the first that deadlocks, runs for
/// ever, throws or ends wrongly, and says which seed it was.
inline void explore_programs(std::uint64_t seeds, const std::function<program(std::uint64_t seed)>& make) {
  simulated::explorer::begin_case(doctest::getContextOptions()->currentTest->m_name);
  const std::uint64_t first = first_seed();
  for (std::uint64_t seed = first; seed < first + scaled_seeds(seeds); ++seed) {
    program candidate = make(seed);
    std::string failure;
    try {
      simulated::explorer::run(seed, candidate.threads);
      if (!candidate.holds()) failure = "ended in a wrong state";
    } catch (const std::exception& e) { failure = e.what(); }
    if (!failure.empty()) {
      FAIL("seed ", seed, ": ", failure);
      return;
    }
  }
  work_done(work_kind::interleavings, scaled_seeds(seeds));
}

/// Explores `seeds` interleavings of one program, which `make` makes afresh for each.
inline void explore(std::uint64_t seeds, const std::function<program()>& make) {
  explore_programs(seeds, [&](std::uint64_t) { return make(); });
}

}  // namespace jackdaw::tests
