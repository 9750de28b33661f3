// The tasks of a tiled Cholesky factorization, without the factorization. Source: T15 listing 1.
#pragma once

#include <cstddef>

namespace jackdaw::apps {

/// Of a matrix of `tiles` x `tiles` tiles, which are numbered row by row.
class cholesky_tasks {
 public:
  explicit constexpr cholesky_tasks(std::size_t tiles) : tiles_(tiles) {}

  [[nodiscard]] constexpr std::size_t count() const { return tiles_ * (tiles_ + 1) * (tiles_ + 2) / 6; }

  /// Calls factor(kk), solve(kk, ik), update(ik, ii) and multiply(ik, jk, ij) of `tasks`, with numbers of tiles, in
  /// the order in which a serial program would. The last is the tile that is written. No tile is written after it has
  /// been read by others.
  void for_each(auto&& tasks) const {
    for (std::size_t k = 0; k < tiles_; ++k) {
      tasks.factor(at(k, k));
      for (std::size_t i = k + 1; i < tiles_; ++i) tasks.solve(at(k, k), at(i, k));
      for (std::size_t i = k + 1; i < tiles_; ++i) {
        tasks.update(at(i, k), at(i, i));
        for (std::size_t j = k + 1; j < i; ++j) tasks.multiply(at(i, k), at(j, k), at(i, j));
      }
    }
  }

  /// The same as calls write(w, r…): the tile that is written, then those that are read.
  void for_each_write(auto&& tasks) const {
    struct {
      decltype(tasks)& to;
      void factor(std::size_t kk) { to.write(kk); }
      void solve(std::size_t kk, std::size_t ik) { to.write(ik, kk); }
      void update(std::size_t ik, std::size_t ii) { to.write(ii, ik); }
      void multiply(std::size_t ik, std::size_t jk, std::size_t ij) { to.write(ij, ik, jk); }
    } as_writes{tasks};
    for_each(as_writes);
  }

 private:
  [[nodiscard]] constexpr std::size_t at(std::size_t i, std::size_t j) const { return i * tiles_ + j; }

  std::size_t tiles_;
};

}  // namespace jackdaw::apps
