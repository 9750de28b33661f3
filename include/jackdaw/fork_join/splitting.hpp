// Lazy splitting: how a range of independent pieces is divided among workers without anybody choosing a grain
// size.
//
// Source: lazy binary splitting (Tzannes, Caragea, Barua, Vishkin, PPoPP 2010): work through the range chunk
// by chunk, and split off the further half of what is left only when there is nothing else that a thief could
// take. Deviation: the chunk is not a constant but some microseconds long, measured; so the look at the deque
// costs nothing next to a cheap body, and a dear body is looked at after each call.
// Invariants
//   I1  each piece is run by exactly one call of run, or by none once somebody has thrown or the caller asks
//       to stop.
//   I2  as long as a worker is in a range longer than its chunk, there is a task of its own for a thief to
//       take, or it makes one within one chunk.
// Cost: one join for each theft, and about 25 ns a chunk. Span: that of join, plus one chunk at each split.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <stop_token>
#include <type_traits>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/fork_join/current.hpp>

namespace jackdaw::fork_join {

/// A stop token that never asks to stop, and costs nothing.
struct never_stop {
  [[nodiscard]] static constexpr bool stop_requested() noexcept { return false; }
};

/// A place where a loop looks whether it should go on.
template <class S>
concept stop_source_of_loops = std::is_same_v<S, never_stop> || std::is_same_v<S, std::stop_token>;

/// Whether a thief who comes now would find nothing of this worker. What it has is made visible when somebody
/// asks.
template <class Worker>
[[nodiscard]] bool has_nothing_to_give(Worker& w) {
  auto& deque = w.own().deque;
  if (deque.asked() && deque.has_private() && !deque.has_public()) [[unlikely]]
    w.engine().attend(w.id());
  return !deque.has_private() && !deque.has_public();
}

/// How many pieces take some microseconds: doubled while a chunk is faster than that, halved while it is
/// slower. A chunk during which the thread lost its processor looks slow and costs a few doublings.
class chunk_size {
 public:
  explicit chunk_size(std::uint64_t start) noexcept : pieces_(start < 1 ? 1 : start) {}

  /// The next chunk of a range of `left` pieces: a quarter at most, so that there is something to split; but
  /// not ever smaller ones at the end, where everything that is left is short.
  [[nodiscard]] std::uint64_t of(std::uint64_t left) const noexcept {
    const std::uint64_t quarter = std::max((left + 3) / 4, std::min((pieces_ + 3) / 4, left));
    return std::min(pieces_, quarter);
  }

  /// After `pieces` pieces.
  void learn(std::uint64_t pieces) noexcept {
    const auto now = std::chrono::steady_clock::now();
    const auto spent = now - last_;
    last_ = now;
    if (spent < shortest && pieces == pieces_) {
      pieces_ *= 2;
    } else if (spent > longest) {
      pieces_ = (pieces + 1) / 2;
    }
  }

  /// Where to start in another part of the range, whose pieces may be dearer.
  [[nodiscard]] std::uint64_t elsewhere() const noexcept { return pieces_ / 16; }

 private:
  static constexpr auto shortest = std::chrono::microseconds(3);
  static constexpr auto longest = std::chrono::microseconds(12);

  std::uint64_t pieces_;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

/// What all parts of one loop share.
template <class Run, class Stop>
struct shared_loop {
  Run& run;
  const Stop& stop;
  base::atomic<bool> thrown{false};  // a hint to the other parts; the exception itself travels by join

  [[nodiscard]] bool is_over() const noexcept { return stop.stop_requested() || thrown.load(base::relaxed); }
};

/// One part of a loop: pieces [first, last).
template <class Worker, class Loop>
void run_part(Worker& w, Loop& loop, std::uint64_t first, std::uint64_t last, std::uint64_t start_chunk) {
  chunk_size chunk(start_chunk);
  const bool alone = w.workers() == 1;
  while (first != last && !loop.is_over()) {
    if (!alone && last - first > 1 && has_nothing_to_give(w)) {
      const std::uint64_t middle = first + (last - first) / 2;
      const std::uint64_t hint = chunk.elsewhere();
      join(
          w, [&, hint](Worker& v) { run_part(v, loop, first, middle, hint); },
          [&, hint](Worker& v) { run_part(v, loop, middle, last, hint); });
      return;
    }
    const std::uint64_t pieces = chunk.of(last - first);
    try {
      loop.run(w, first, first + pieces);
    } catch (...) {
      loop.thrown.store(true, base::relaxed);
      throw;
    }
    first += pieces;
    chunk.learn(pieces);
  }
}

/// Calls `run(worker, first, last)` for consecutive parts of [0, pieces), so that together they cover it
/// once; less when `stop` asks to stop, which is looked at between chunks, or when a call throws. Returns
/// when all calls are over.
template <class Worker, class Run, class Stop>
void split_lazily(Worker& w, std::uint64_t pieces, Run&& run, const Stop& stop) {
  shared_loop<std::remove_reference_t<Run>, Stop> loop{run, stop};
  run_part(w, loop, 0, pieces, 1);
}

}  // namespace jackdaw::fork_join
