// How a group that was made outside of tasks counts what is spawned into it: some tasks at a time, ahead.
//
// Ends of tasks change the count on other processors. So each addition by the maker is a cache miss, for it and for the
// next task that ends.
// Callers: the maker of the group. No other thread spawns into it from outside (fork_join/group/task_group.hpp).
// Invariant
//   TG-I7  others_ of the count (TG-I1) is how many tasks were spawned and are not over, and `left_` more. So it does
//          not come down to zero while left_ > 0. Before the maker waits, be it for room (TG-I6) or for the end, left_
//          is zero.
#pragma once

#include <cstdint>

#include <jackdaw/fork_join/group/group_count.hpp>

namespace jackdaw::fork_join {

/// Tasks that are counted and not yet spawned (TG-I7). A task that is spawned alone is counted alone; a long burst
/// comes to 64 at a time.
class counted_ahead {
 public:
  [[nodiscard]] bool is_empty() const noexcept { return left_ == 0; }

  /// While there are none: twice as many as the last time, up to `most`, which is not 0.
  void add(group_count& count, std::uint64_t most) noexcept {
    left_ = next_ < most ? next_ : static_cast<unsigned>(most);
    if (next_ < most_at_once) next_ *= 2;
    count.add(left_);
  }

  /// One of them is spawned.
  void take() noexcept { --left_; }

  /// The next wait is not for them.
  void give_back(group_count& count) noexcept {
    if (left_ != 0) count.take_back(left_);
    left_ = 0;
    next_ = 1;
  }

 private:
  static constexpr unsigned most_at_once = 64;
  unsigned left_ = 0;
  unsigned next_ = 1;
};

}  // namespace jackdaw::fork_join
