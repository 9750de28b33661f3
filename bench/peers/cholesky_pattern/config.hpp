// The tasks of a tiled Cholesky factorization, 40 x 40 tiles, without the factorization: what does ordering cost?
//
// Source: T15 section 7.2. Each task does a step of arithmetic on one word of each tile that it names, so that
// another order of the tasks gives another result. Submission is timed, too.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "apps/support/work/cholesky_tasks.hpp"
#include "bench/peers/peer.hpp"

namespace jackdaw::bench::cholesky_pattern {

inline const std::size_t tiles = sized<std::size_t>(40, 6);
inline const unsigned rounds = sized(10U, 1U);  ///< in one timed run; one more may go before

// What the tasks do to the tile they write.
inline void factor(std::uint64_t& t) { t = t * 3 + 1; }
inline void solve(const std::uint64_t& d, std::uint64_t& t) { t = t * 5 + d; }
inline void update(const std::uint64_t& a, std::uint64_t& t) { t = t * 7 + a; }
inline void multiply(const std::uint64_t& a, const std::uint64_t& b, std::uint64_t& t) {
  t = t * 9 + a * 2 + b;
}

/// The tasks, and in which order; `for_each(tasks)` calls factor, solve, update and multiply of `tasks`.
inline const apps::cholesky_tasks pattern{tiles};

struct serial_tasks {
  std::vector<std::uint64_t>& t;
  void factor(std::size_t kk) { cholesky_pattern::factor(t[kk]); }
  void solve(std::size_t kk, std::size_t ik) { cholesky_pattern::solve(t[kk], t[ik]); }
  void update(std::size_t ik, std::size_t ii) { cholesky_pattern::update(t[ik], t[ii]); }
  void multiply(std::size_t ik, std::size_t jk, std::size_t ij) {
    cholesky_pattern::multiply(t[ik], t[jk], t[ij]);
  }
};

/// One word of all tiles together.
[[nodiscard]] inline std::uint64_t digest(const std::vector<std::uint64_t>& tile) {
  std::uint64_t all = 0;
  for (const std::uint64_t t : tile) all = all * 31 + t;
  return all;
}

/// The measurement of `done` rounds over tiles that were 1, if it is right; `rounds` of them were timed.
[[nodiscard]] inline measurement checked(const std::vector<std::uint64_t>& found, unsigned done,
                                         double seconds) {
  std::vector<std::uint64_t> expected(tiles * tiles, 1);
  for (unsigned round = 0; round < done; ++round) pattern.for_each(serial_tasks{expected});
  expect(digest(found), digest(expected));
  return {seconds, static_cast<double>(rounds * pattern.count())};
}

/// How many rounds the timing functions of the runtimes run.
inline const unsigned all_rounds = rounds > 1 ? rounds + 1 : rounds;

}  // namespace jackdaw::bench::cholesky_pattern
