// The public part of a split deque: a ring that its owner fills and that thieves empty.
//
// Callers: its owner room, write, show, reclaim; any thief steal. Progress: lock-free, but for show
// and write, which are wait-free.
//
// Invariants
//   PR-I1  the tasks are places_[tail … tail + count); tail and count are one word; tail only grows, by thieves;
//          tail + count is changed by the owner only.
//   PR-I2  each place is given to one taker: by compare-and-swap over the word as a whole.
//   PR-I3  the owner writes beyond tail + count only, so a place comes into use again only after tail has
//          passed it or the owner has taken its task back.
//   PR-I4  the word also has a version, which grows whenever the owner takes tasks back. Else it could come back to the
//          same tail and count with other tasks in the places that a thief has read.
//
// Orderings: PR-D2 show -> steal (what lies in the places, and the tasks); PR-D3 steal -> room (a place
// is free again; the owner writes none before it has asked for room).
// ABA: tail has 31 bits, the version 24: a thief that stops between its load and its exchange would have to
// sleep through a multiple of 2^31 thefts and of 2^24 reclaims. Full: room() says how many fit.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/cache_line.hpp>
#include <jackdaw/base/explore/slow_place.hpp>
#include <jackdaw/queue/batch.hpp>
#include <jackdaw/queue/queue.hpp>
#include <jackdaw/task/task.hpp>

namespace jackdaw::queue {

/// `TailBits`, `VersionBits`: the width of the index and of the version in their word; tests narrow them. `Places`:
/// how many tasks fit, a power of two.
template <unsigned TailBits = 31, std::size_t Places = 256, unsigned VersionBits = 24>
class public_ring {
 public:
  // ---- called by the owner ----

  /// How many tasks can be added; thieves can only make it more.
  [[nodiscard]] std::size_t room() const noexcept {
    return Places - count_of(word_.load(base::acquire));  // PR-D3: pairs with steal
  }

  /// Writes the task that will be the `i`-th of those that show() adds.
  void write(std::size_t i, task& item) noexcept { at(end_ + i).store(&item, base::relaxed); }

  /// Adds the `count` tasks that have been written, at most room().
  void show(std::size_t count) noexcept {
    end_ = (end_ + count) & tail_mask;
    JACKDAW_SLOW_PLACE("ring: written");
    word_.fetch_add(count, base::release);  // PR-D2 -> steal; PR-I1: only the owner adds
  }

  /// Takes back the newer half, at most `most` tasks: the newest is returned, the others go to `keep(task&)`,
  /// oldest first. Null when there is none.
  [[nodiscard]] task* reclaim(std::size_t most, auto keep) {
    std::uint64_t word = word_.load(base::relaxed);
    for (;;) {
      const std::uint64_t count = count_of(word);
      if (count == 0) return nullptr;
      const std::uint64_t taken = (count + 1) / 2 < most ? (count + 1) / 2 : most;
      JACKDAW_SLOW_PLACE("ring: about to take back");
      if (word_.compare_exchange_weak(word, without(word, taken), base::relaxed)) {  // PR-I2
        end_ = (end_ - taken) & tail_mask;
        for (std::uint64_t i = 0; i + 1 < taken; ++i) keep(*at(end_ + i).load(base::relaxed));
        return at(end_ + taken - 1).load(base::relaxed);
      }
    }
  }

  /// Takes back the newest task unless that is `stop`; null when there is none.
  [[nodiscard]] task* reclaim_newest(const task* stop) noexcept {
    std::uint64_t word = word_.load(base::relaxed);
    while (count_of(word) != 0) {
      task* const newest = at(end_ - 1).load(base::relaxed);
      if (newest == stop) return nullptr;
      if (word_.compare_exchange_weak(word, without(word, 1), base::relaxed)) {  // PR-I2
        end_ = (end_ - 1) & tail_mask;
        return newest;
      }
    }
    return nullptr;
  }

  // ---- called by any thread ----

  /// Takes up to half of the tasks, at most `most`, oldest first. `between` runs between the look and the
  /// exchange, for tests.
  template <class Between = void (*)()>
  [[nodiscard]] outcome steal(batch& taken, std::size_t most, Between between = &do_nothing) noexcept {
    std::uint64_t word = word_.load(base::acquire);  // PR-D2: pairs with show
    const std::uint64_t count = count_of(word);
    if (count == 0) return outcome::empty;
    const std::uint64_t tail = word >> (version_bits + count_bits);
    const std::uint64_t wanted = (count + 1) / 2 < most ? (count + 1) / 2 : most;
    taken.count = 0;
    for (std::uint64_t i = 0; i < wanted; ++i) taken.add(at(tail + i).load(base::relaxed));
    between();
    JACKDAW_SLOW_PLACE("ring: read, not stolen");
    const std::uint64_t rest = ((tail + wanted) & tail_mask) << (version_bits + count_bits) |
                               (word & version_mask) | (count - wanted);
    if (word_.compare_exchange_strong(word, rest, base::release, base::relaxed))
      return outcome::success;  // PR-D3, PR-I2
    taken.count = 0;
    return outcome::lost;
  }

  [[nodiscard]] bool empty() const noexcept { return count() == 0; }

  /// How many there are; old when it is returned.
  [[nodiscard]] std::size_t count() const noexcept { return count_of(word_.load(base::relaxed)); }

 private:
  using place = base::atomic<task*>;
  static void do_nothing() noexcept {}
  static constexpr unsigned count_bits = 9;
  static constexpr unsigned version_bits = VersionBits;
  static constexpr std::uint64_t count_mask = (std::uint64_t{1} << count_bits) - 1;
  static constexpr std::uint64_t version_mask = ((std::uint64_t{1} << version_bits) - 1) << count_bits;
  static constexpr std::uint64_t tail_mask = (std::uint64_t{1} << TailBits) - 1;
  static_assert(TailBits + version_bits + count_bits <= 64);
  static_assert((Places & (Places - 1)) == 0 && Places <= count_mask && Places <= tail_mask);

  static std::uint64_t count_of(std::uint64_t word) noexcept { return word & count_mask; }

  /// The word after the owner has taken back `taken` tasks: another version. PR-I4
  static std::uint64_t without(std::uint64_t word, std::uint64_t taken) noexcept {
    const std::uint64_t next_version = (word + (std::uint64_t{1} << count_bits)) & version_mask;
    return ((word & ~version_mask) | next_version) - taken;
  }
  [[nodiscard]] place& at(std::uint64_t position) noexcept { return places_[position & (Places - 1)]; }

  std::uint64_t end_ = 0;  // tail + count; the owner's
  alignas(base::cache_line) base::atomic<std::uint64_t> word_{0};
  alignas(base::cache_line) std::array<place, Places> places_{};
};

}  // namespace jackdaw::queue
