// From which ranks a rank without work asks for some, and which it still owes an answer.
//
// Source: Saraswat et al., PPoPP 2011. A rank asks some others at random, one at a time. Then it asks its lifelines,
// which remember that until they have something, and it keeps quiet. Its lifelines are those 1, 2, 4 … ranks further
// on, so work that appears anywhere reaches all ranks. No messages and no clock: the caller sends.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <jackdaw/base/random.hpp>

namespace jackdaw::cluster::detail {

class lifelines {
 public:
  lifelines(unsigned rank, unsigned ranks)
      : rank_(rank), ranks_(ranks), random_(rank + 1), is_lost_(ranks, false) {
    for (unsigned step = 1; step < ranks; step *= 2) lines_.push_back({(rank + step) % ranks, false});
    waiting_.reserve(ranks);
  }

  /// For another run.
  void begin_run() noexcept {
    for (line& each : lines_) each.holds = false;
    is_lost_.assign(ranks_, false);
    lost_ = 0;
    waiting_.clear();
    tries_ = 0;
    asked_ = false;
  }

  /// A rank to be asked at random now; nothing while an answer is due, or when it is time for the lifelines.
  [[nodiscard]] std::optional<unsigned> next_victim() noexcept {
    if (ranks_ == 1 + lost_ || asked_ || tries_ >= most_tries) return std::nullopt;
    asked_ = true;
    ++tries_;
    asked_of_ = living((rank_ + 1 + random_.below(ranks_ - 1)) % ranks_);
    return asked_of_;
  }

  /// A lifeline to be asked now, where it does not hold this rank yet; nothing while it is not time for that.
  [[nodiscard]] std::optional<unsigned> next_lifeline() noexcept {
    if (asked_ || tries_ < most_tries) return std::nullopt;
    for (line& each : lines_) {
      if (each.holds || each.to == rank_) continue;
      each.holds = true;
      return each.to;
    }
    return std::nullopt;
  }

  /// A rank that was asked at random has none.
  void refused() noexcept { asked_ = false; }

  /// Work has come: as an answer, or along a lifeline.
  void got_work(unsigned from, bool is_answer) noexcept {
    tries_ = 0;
    if (is_answer) asked_ = false;
    if (is_answer) return;
    for (line& each : lines_) {
      if (each.to == from) each.holds = false;
    }
  }

  /// A rank has died: each of its lifelines is tied to the next rank that lives. Where ranks survive.
  void lost(unsigned dead) {
    is_lost_[dead] = true;
    ++lost_;
    std::erase(waiting_, dead);
    if (asked_ && asked_of_ == dead) asked_ = false;
    for (line& each : lines_) {
      if (each.to == dead) each = {living(dead), false};
    }
    tries_ = 0;
  }

  /// Another rank waits at this one.
  void remember(unsigned thief) { waiting_.push_back(thief); }
  [[nodiscard]] bool has_waiting() const noexcept { return !waiting_.empty(); }
  /// The one that has waited longest. It is not waiting any more. Only while there are some.
  unsigned take_waiting() {
    const unsigned first = waiting_.front();
    waiting_.erase(waiting_.begin());
    return first;
  }

  static constexpr unsigned most_tries = 2;  // at random, before the lifelines; w in the source

 private:
  struct line {
    unsigned to;
    bool holds;  // it has been asked, and has not given since
  };

  /// `rank`, or the next one that lives and is another; this one where there is none.
  [[nodiscard]] unsigned living(unsigned rank) const noexcept {
    for (unsigned i = 0; i < ranks_; ++i, rank = (rank + 1) % ranks_)
      if (rank != rank_ && !is_lost_[rank]) return rank;
    return rank_;
  }

  unsigned rank_;
  unsigned ranks_;
  base::random random_;
  std::vector<line> lines_;
  std::vector<unsigned> waiting_;
  unsigned tries_ = 0;
  bool asked_ = false;  // at random, and the answer is due
  unsigned asked_of_ = 0;
  std::vector<bool> is_lost_;
  unsigned lost_ = 0;
};

}  // namespace jackdaw::cluster::detail
