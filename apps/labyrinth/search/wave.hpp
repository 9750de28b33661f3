// Breadth-first search as a wave: the squares of one distance, and the step to those of the next.
//
// A square is marked with its distance modulo 3. That is enough to find the way back: the squares beside one
// of distance d are at d - 1 or d + 1, since steps change the parity of x + y + z, and these differ modulo 3.
// And it makes the marks, and so the way that is found, the same in every run: the first task that reaches a
// square in a level writes the same mark as any other would.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "apps/labyrinth/maze/maze.hpp"

namespace jackdaw::apps::labyrinth {

using mark = std::uint8_t;
inline constexpr mark unseen = 0;
inline constexpr mark wall = 4;
[[nodiscard]] constexpr mark mark_of(std::uint32_t distance) { return static_cast<mark>(1 + distance % 3); }

/// Numbers of squares, appended without a check for room.
class square_list {
 public:
  void clear() noexcept { size_ = 0; }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] std::span<const std::uint32_t> all() const noexcept { return {data_.get(), size_}; }

  /// Room for `more` squares.
  void reserve(std::size_t more) {
    if (size_ + more <= room_) return;
    room_ = 2 * (size_ + more);
    auto larger = std::make_unique_for_overwrite<std::uint32_t[]>(room_);
    std::copy_n(data_.get(), size_, larger.get());
    data_ = std::move(larger);
  }
  void append(std::uint32_t square) noexcept { data_[size_++] = square; }

 private:
  std::unique_ptr<std::uint32_t[]> data_;
  std::size_t size_ = 0;
  std::size_t room_ = 0;
};

/// The marks of one search.
class wave {
 public:
  /// Prepares for a search in `squares`. Not part of the time of a run.
  explicit wave(const maze& squares)
      : marks_(squares.squares().size()), steps_(squares.steps()), directions_(squares.directions()) {
    for (std::size_t i = 0; i < marks_.size(); ++i) marks_[i] = squares.squares()[i] != 0 ? unseen : wall;
  }

  void begin(std::uint32_t square) { marks_[square] = mark_of(0); }
  [[nodiscard]] bool has_reached(std::uint32_t square) const { return marks_[square] != unseen; }

  /// Marks the unseen squares beside those of `from`, which have a distance of one less than `distance`, and
  /// appends them to `next`. Threads: any number at the same time, for the same distance, each with a list of
  /// its own. Two of them may see the same square unseen: both mark it alike, and both have it in their
  /// lists. That costs one of them a look around, which finds everything marked; a read-modify-write for each
  /// square would cost all of them more.
  void step(std::span<const std::uint32_t> from, std::uint32_t distance, square_list& next) {
    next.reserve(directions_ * from.size());
    const mark reached = mark_of(distance);
    for (const std::uint32_t square : from) {
      for (unsigned k = 0; k < directions_; ++k) {
        const std::uint32_t beside = square + steps_[k];
        const std::atomic_ref<mark> its(marks_[beside]);
        if (its.load(std::memory_order_relaxed) != unseen) continue;
        its.store(reached, std::memory_order_relaxed);
        next.append(beside);
      }
    }
  }

  /// The squares of a shortest way, first to last, after the wave from `first` has reached `last` at
  /// `distance`.
  [[nodiscard]] std::vector<std::uint32_t> way(std::uint32_t last, std::uint32_t distance) const {
    std::vector<std::uint32_t> squares(distance + 1);
    squares[distance] = last;
    while (distance > 0) {
      const mark wanted = mark_of(distance - 1);
      std::uint32_t square = squares[distance];
      unsigned k = 0;
      while (k < directions_ && marks_[square + steps_[k]] != wanted) ++k;
      square += steps_[k];
      --distance;
      squares[distance] = square;
    }
    return squares;
  }

 private:
  std::vector<mark> marks_;
  std::array<std::uint32_t, 6> steps_;
  unsigned directions_;
};

/// The distance of `to` from `from`; nothing when there is no way. The serial reference.
[[nodiscard]] inline std::optional<std::uint32_t> spread(wave& w, std::uint32_t from, std::uint32_t to) {
  square_list now, next;
  w.begin(from);
  now.reserve(1);
  now.append(from);
  for (std::uint32_t distance = 0; now.size() > 0; ++distance) {
    if (w.has_reached(to)) return distance;
    next.clear();
    w.step(now.all(), distance + 1, next);
    std::swap(now, next);
  }
  return std::nullopt;
}

}  // namespace jackdaw::apps::labyrinth
