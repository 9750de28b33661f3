// Where an execution may go on in several ways.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <jackdaw/base/random.hpp>

namespace jackdaw::simulated {

/// Drawn from a seed; or, one execution after the other, each in turn.
class choices {
 public:
  /// Draws.
  explicit choices(std::uint64_t seed) : random_(seed) {}

  /// Begins the first execution of all.
  static choices systematic() {
    choices all(0);
    all.is_systematic_ = true;
    return all;
  }

  [[nodiscard]] bool is_systematic() const noexcept { return is_systematic_; }

  /// One of 0 … ways - 1.
  std::uint32_t below(std::uint32_t ways) {
    if (!is_systematic_) return random_.below(ways);
    if (ways <= 1) return 0;
    if (next_ == taken_.size()) taken_.push_back({0, ways});
    const fork& taken = taken_[next_++];
    if (taken.ways == ways) return taken.way;
    differs_ = true;
    return 0;
  }

  /// True with probability `share` / 256; systematically, both.
  bool happens(std::uint32_t share) {
    return is_systematic_ ? below(2) != 0 : share != 0 && random_.below(256) < share;
  }

  /// Whether there were other ways than in the execution before, where it was to be the same: then nothing is known.
  [[nodiscard]] bool differs() const noexcept { return differs_ || next_ < repeated_; }

  /// Goes on to the next execution; false when there is none.
  bool next_execution() {
    taken_.resize(next_);
    next_ = 0;
    while (!taken_.empty() && taken_.back().way + 1 == taken_.back().ways) taken_.pop_back();
    if (taken_.empty()) return false;
    ++taken_.back().way;
    repeated_ = taken_.size();
    return true;
  }

 private:
  struct fork {
    std::uint32_t way;
    std::uint32_t ways;
  };

  base::random random_;
  bool is_systematic_ = false;
  bool differs_ = false;
  std::vector<fork> taken_;  // of this execution, from its beginning
  std::size_t next_ = 0;
  std::size_t repeated_ = 0;  // so many were in the execution before, but for the last way
};

}  // namespace jackdaw::simulated
