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
  /// `in_blocks`: a chunk is one call, and is not divided. So it grows less after one that took hardly any time. And
  /// the first ones take as long as later ones, where single calls become faster in rows.
  explicit chunk_size(std::uint64_t start, bool in_blocks = false) noexcept
      : pieces_(start < 1 ? 1 : start), in_blocks_(in_blocks) {}

  [[nodiscard]] std::uint64_t pieces() const noexcept { return pieces_; }

  /// How many calls the owner of an open chunk announces at once, in a row that the compiler sees as a loop. No more
  /// than took 0.1 us in the chunk before, joins and all; a power of two, so that vectors leave none over.
  [[nodiscard]] std::uint64_t row() const noexcept { return row_; }

  /// After how many calls the owner of an open chunk sees whether work is requested: about a microsecond's, or one.
  [[nodiscard]] std::uint64_t between_requests() const noexcept { return in_row_ == 0 ? 1 : 8 * row_; }

  /// Whether so many more take a microsecond and more, by the last look, if that says anything. To hand over half of
  /// less takes longer.
  [[nodiscard]] bool are_worth_sharing(std::uint64_t pieces) const noexcept {
    return is_sure_ && pieces / 16 >= in_row_;
  }

  /// After `pieces` pieces. Looks at the clock unless there were too few since the last look; `in_any_case`: then, too.
  void learn(std::uint64_t pieces, bool in_any_case = false) noexcept {
    unseen_ += pieces;
    if (unseen_ >= until_look_ || in_any_case) look(std::exchange(unseen_, 0));
  }

  /// Where to start in another part of the range, whose pieces may take longer.
  [[nodiscard]] std::uint64_t elsewhere() const noexcept { return pieces_ / 16; }

 private:
  static constexpr std::int64_t shortest = 3'000;  // nanoseconds
  static constexpr std::int64_t longest = 12'000;
  static constexpr std::int64_t hardly_any = 150;
  static constexpr std::uint64_t of_a_row = 100;
  static constexpr std::uint64_t longest_row = 256;
  static constexpr std::uint64_t most_unseen = 128;

  /// The least of some tries. Some 2 us.
  [[nodiscard]] static std::int64_t measured_look() noexcept {
    constexpr int tries = 32;
    std::int64_t least = hardly_any;
    std::int64_t last = base::nanoseconds_now();
    for (int i = 0; i < tries; ++i) {
      const std::int64_t now = base::nanoseconds_now();
      least = std::min(least, now - last);
      last = now;
    }
    return least;
  }

  /// How long a look at the clock takes, measured by the first loop of the process.
  [[nodiscard]] static std::int64_t look_time() noexcept {
    static const std::int64_t least = measured_look();
    return least;
  }

  /// That look is over before a time is taken that chunks are measured from.
  [[nodiscard]] static std::int64_t start_time() noexcept {
    static_cast<void>(look_time());
    return base::nanoseconds_now();
  }

  /// After `pieces` pieces since the last look.
  void look(std::uint64_t pieces) noexcept {
    const std::int64_t now = base::nanoseconds_now();
    const std::int64_t spent = std::max<std::int64_t>(now - last_ - look_time(), 1);
    last_ = now;
    until_look_ = 0;
    is_sure_ = spent >= (in_blocks_ ? hardly_any : shortest / 4);
    if (spent < hardly_any) {
      pieces_ = std::max(pieces_, (in_blocks_ ? 4 : 16) * pieces);
      until_look_ = std::min(pieces_, most_unseen);
    } else if (spent < shortest) {  // no more than that: the rest of a range says little
      pieces_ = std::max(pieces_, (spent < shortest / 4 ? 4 : 2) * pieces);
    } else if (spent > longest) {
      pieces_ = (pieces + 1) / 2;
    }
    in_row_ = pieces * of_a_row / static_cast<std::uint64_t>(spent);
    row_ = std::bit_floor(std::clamp<std::uint64_t>(in_row_, 1, longest_row));
  }

  std::uint64_t pieces_;
  std::uint64_t unseen_ = 0;      // since the last look
  std::uint64_t until_look_ = 0;  // as many
  std::uint64_t in_row_ = 0;      // took 0.1 us; 0: not even one
  std::uint64_t row_ = 1;
  bool in_blocks_;
  bool is_sure_ = false;
  std::int64_t last_ = start_time();
};

}  // namespace jackdaw::fork_join
