// When a run over ranks ends: exactly when no rank has a task and none is on its way.
//
// Source: Mattern, Algorithms for distributed termination detection, 1987: the method of four counters. Waves go down a
// binary tree of ranks, and come up again. A rank answers a wave when it has no task and the ranks below it have
// answered: with how many messages of work these have sent and received, and itself.
// Invariants
//   TW-I1  a rank without a task gets one only by receiving. Its count of received messages grows by that, and it grows
//          only.
//   TW-I2  let the second of two waves begin after the first has ended, at a time t. Received in the first <= received
//          until t <= sent until t <= sent in the second. Where the outer two are equal, no message is on its way at t,
//          and no rank has received any between its answer to the first wave and t. So each is still without a task at
//          t, and the run is over.
// Callers: the one thread of a rank that sends and receives. Cost: two messages a rank and wave; the depth is log P.
#pragma once

#include <cstdint>

namespace jackdaw::cluster::detail {

/// Messages of work, of one rank or of several.
struct traffic {
  std::uint64_t sent = 0;
  std::uint64_t received = 0;
};

class termination_wave {
 public:
  termination_wave(unsigned rank, unsigned ranks)
      : rank_(rank), children_((2 * rank + 1 < ranks ? 1U : 0U) + (2 * rank + 2 < ranks ? 1U : 0U)) {}

  void begin_run() noexcept { *this = termination_wave(rank_, children_, {}); }

  [[nodiscard]] bool is_root() const noexcept { return rank_ == 0; }
  [[nodiscard]] unsigned parent() const noexcept { return (rank_ - 1) / 2; }
  [[nodiscard]] unsigned children() const noexcept { return children_; }
  [[nodiscard]] unsigned child(unsigned which) const noexcept { return 2 * rank_ + 1 + which; }

  /// A wave has come, or the root begins one.
  void comes() noexcept {
    is_here_ = true;
    reports_ = 0;
    below_ = {};
    ++waves_;
  }
  [[nodiscard]] bool is_here() const noexcept { return is_here_; }

  /// A child has answered.
  void reported(const traffic& by_child) noexcept {
    ++reports_;
    below_.sent += by_child.sent;
    below_.received += by_child.received;
  }

  /// Whether this rank answers the wave now: it has no task, which the caller knows.
  [[nodiscard]] bool may_answer() const noexcept { return is_here_ && reports_ == children_; }

  /// Its answer. `own`: its messages of work until now. The wave has left.
  [[nodiscard]] traffic answer(const traffic& own) noexcept {
    is_here_ = false;
    return {below_.sent + own.sent, below_.received + own.received};
  }

  /// By the root, with the answer to a wave: whether the run is over. TW-I2
  [[nodiscard]] bool is_over(const traffic& now) noexcept {
    const bool over = waves_ > 1 && last_received_ == now.sent;
    last_received_ = now.received;
    return over;
  }

  [[nodiscard]] std::uint64_t waves() const noexcept { return waves_; }

 private:
  termination_wave(unsigned rank, unsigned children, traffic below)
      : rank_(rank), children_(children), below_(below) {}

  unsigned rank_;
  unsigned children_;
  unsigned reports_ = 0;
  bool is_here_ = false;
  std::uint64_t waves_ = 0;
  std::uint64_t last_received_ = 0;
  traffic below_;
};

}  // namespace jackdaw::cluster::detail
