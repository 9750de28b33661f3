// How long the chunks and rows of a loop are, by measurement: parallel/splitting.hpp, parallel/exact_reduction.hpp.
//
// Callers: the worker in whose frame it lies.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>

#include <jackdaw/base/clock.hpp>

namespace jackdaw::fork_join {

/// How many pieces take some microseconds: more while a chunk is faster than that, half as many while it is slower. A
/// chunk during which the thread lost its processor looks slow and costs a few doublings.
class chunk_size {
 public:
  /// `fastest_growth`: how many times as many pieces follow a chunk that took hardly any time. Few where a chunk is one
  /// call: the next pieces may take longer.
  explicit chunk_size(std::uint64_t start, std::uint64_t fastest_growth = 4) noexcept
      : pieces_(start < 1 ? 1 : start), fastest_growth_(fastest_growth) {}

  [[nodiscard]] std::uint64_t pieces() const noexcept { return pieces_; }

  /// How many calls the owner of an open chunk announces at once, in a row that the compiler sees as a loop. As many
  /// as took 0.4 us in the chunk before, joins and all; a power of two, so that few are left over by vectors.
  [[nodiscard]] std::uint64_t row() const noexcept { return row_; }

  /// Whether so many more take a microsecond and more, by the last look. To hand over half of less takes longer. A look
  /// after less than that says nothing: it was hardly more than the look itself, and without rows.
  [[nodiscard]] bool are_worth_sharing(std::uint64_t pieces) const noexcept {
    return was_long_ && pieces / 4 >= in_row_;
  }

  /// After `pieces` pieces. Looks at the clock unless there were too few since the last look.
  void learn(std::uint64_t pieces) noexcept {
    unseen_ += pieces;
    if (unseen_ >= until_look_) look(std::exchange(unseen_, 0));
  }

  /// Where to start in another part of the range, whose pieces may take longer.
  [[nodiscard]] std::uint64_t elsewhere() const noexcept { return pieces_ / 16; }

 private:
  static constexpr std::int64_t shortest = 3'000;  // nanoseconds
  static constexpr std::int64_t longest = 12'000;
  static constexpr std::int64_t hardly_any = 200;  // a look itself takes some 50
  static constexpr std::uint64_t of_a_row = 400;
  static constexpr std::uint64_t longest_row = 1024;
  static constexpr std::uint64_t most_unseen = 128;

  /// After `pieces` pieces since the last look.
  void look(std::uint64_t pieces) noexcept {
    const std::int64_t now = base::nanoseconds_now();
    const std::int64_t spent = now - last_;
    last_ = now;
    until_look_ = 0;
    was_long_ = spent >= shortest / 4;
    if (spent < hardly_any) {
      pieces_ = std::max(pieces_, fastest_growth_ * pieces);
      until_look_ = std::min(pieces_, most_unseen);
    } else if (spent < shortest) {  // no more than that: the rest of a range says little
      pieces_ = std::max(pieces_, (was_long_ ? 2 : 4) * pieces);
    } else if (spent > longest) {
      pieces_ = (pieces + 1) / 2;
    }
    in_row_ = pieces * of_a_row / static_cast<std::uint64_t>(std::max<std::int64_t>(spent, 1));
    row_ = std::bit_ceil(std::clamp<std::uint64_t>(in_row_, 1, longest_row));
  }

  std::uint64_t pieces_;
  std::uint64_t fastest_growth_;
  std::uint64_t unseen_ = 0;      // since the last look
  std::uint64_t until_look_ = 0;  // as many
  std::uint64_t in_row_ = 0;      // took 0.4 us; 0: not even one
  std::uint64_t row_ = 1;
  bool was_long_ = false;
  std::int64_t last_ = base::nanoseconds_now();
};

}  // namespace jackdaw::fork_join
