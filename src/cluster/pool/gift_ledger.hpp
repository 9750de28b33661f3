// What a rank has given to others and got from them in one run, so that no task is lost with a rank that dies, and none
// counts twice.
//
// A *gift* is some tasks that a rank has sent to another. The run as a whole is the first gift, of rank 0 to itself. A
// rank works on one gift at a time: only when none of its tasks is left it begins the next. What its tasks add to
// results between these two times belongs to that gift. Tasks that leave meanwhile are gifts too, which came of that
// one. So gifts form a tree.
//
//   waits  ->  worked on  ->  drained: no task of it here   ->  closed: all gifts that came of it have been reported
//
// A gift that closes is reported to its giver, with its result: what its tasks have added, and those of all gifts that
// came of it.
// Invariants
//   GL-I1  the giver keeps the tasks of a gift until it is reported. If the receiver dies before, the giver takes them
//          back: they wait here as a gift to itself, under the same number. So each gift is reported once, or the gift
//          that it came of is given up.
//   GL-I2  a result is in one place: with a gift that is open at a living rank, in a report, or lost with a rank. It is
//          moved from there, and never copied.
//   GL-I3  where the giver of a gift has died, or has given it up, the gift is given up, and all that came of it: its
//          giver's giver takes back what contains it (GL-I1). Its result vanishes, and its tasks need not be executed.
//   GL-I4  what a rank does about a gift does not depend on what others know. A report that comes when its gift was
//          taken back is dropped: the entry names another receiver by then.
// Exactness: by induction over the tree. When a gift closes at a living rank, its result has each of its own tasks once,
// as these are executed between beginning and draining. By GL-I1 it has each gift that came of it once, whichever rank
// did it at last. Rank 0 lives, so the first gift is never given up. When it closes, the run is over.
// Ends: each death makes some tasks begin again, and there are fewer deaths than ranks.
//
// It knows neither messages nor types: the caller sends what next_note() says, and joins results. One thread at a time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace jackdaw::cluster::detail {

class gift_ledger {
 public:
  using bytes = std::vector<std::byte>;
  using number = std::uint64_t;

  /// `join` adds a result to another, which is empty at first.
  gift_ledger(unsigned rank, unsigned ranks, std::function<void(bytes& to, bytes&& more)> join)
      : rank_(rank), is_lost_(ranks), join_(std::move(join)) {}

  // ---- what this rank works on ----

  /// By rank 0, at the beginning of a run: it works on the first gift, whose tasks it has.
  void begin() {
    active_ = first;
    open_[first] = {rank_, 0, {}, {}, 0, false};
  }

  /// Whether it works on a gift.
  [[nodiscard]] bool is_active() const noexcept { return active_ != none; }
  /// Whether that was given up: its tasks need not be executed.
  [[nodiscard]] bool is_given_up() const noexcept { return is_given_up_; }
  /// Whether tasks may leave now.
  [[nodiscard]] bool may_give() const noexcept { return is_active() && !is_given_up_; }
  /// Whether there is nothing to work on.
  [[nodiscard]] bool is_idle() const noexcept { return !is_active() && waiting_.empty(); }

  /// Begins the next gift: its tasks. Only while none is worked on.
  [[nodiscard]] std::optional<bytes> next() {
    if (waiting_.empty()) return std::nullopt;
    active_ = waiting_.front();
    waiting_.pop_front();
    return std::exchange(open_.at(active_).tasks, {});
  }

  /// No task of the gift that is worked on is left here. `result`: what they have added.
  void drained(bytes&& result) {
    const id which = std::exchange(active_, none);
    if (std::exchange(is_given_up_, false)) return;  // GL-I3
    gift& one = open_.at(which);
    join_(one.result, std::move(result));
    one.is_drained = true;
    close_if_done(which);
  }

  /// At rank 0: the run is over, and this is its result.
  [[nodiscard]] bool is_over() const noexcept { return is_over_; }
  [[nodiscard]] bytes& result() noexcept { return result_; }

  // ---- gifts ----

  /// Tasks of the gift that is worked on leave for another rank, which lives as far as is known. Only while may_give().
  number give(unsigned to, bytes&& tasks) {
    given_.emplace(++numbers_, entry{to, active_, std::move(tasks)});
    ++open_.at(active_).unreported;
    return numbers_;
  }

  /// Tasks have come.
  void came(unsigned from, number of_giver, bytes&& tasks) {
    open_[++ids_] = {from, of_giver, std::move(tasks), {}, 0, false};
    waiting_.push_back(ids_);
  }

  /// A rank says that a gift is done, with all that came of it.
  void reported(unsigned from, number which, bytes&& result) {
    const auto found = given_.find(which);
    if (found == given_.end() || found->second.to != from) return;  // GL-I4
    const id origin = found->second.of;
    given_.erase(found);
    gift& one = open_.at(origin);
    --one.unreported;
    join_(one.result, std::move(result));
    close_if_done(origin);
  }

  /// A rank has given up a gift to this one.
  void given_up(unsigned from, number which) {
    for (const auto& [open, one] : open_) {
      if (one.giver != from || one.of_giver != which) continue;
      give_up(open);
      return;
    }
  }

  /// A rank has died.
  void lost(unsigned rank) {
    is_lost_[rank] = true;
    std::vector<id> orphans;
    for (const auto& [open, one] : open_)
      if (one.giver == rank) orphans.push_back(open);
    for (const id each : orphans) give_up(each);
    for (auto& [which, one] : given_) {
      if (one.to != rank) continue;
      one.to = rank_;
      came(rank_, which, std::move(one.tasks));  // GL-I1
      ++taken_back_;
    }
  }

  /// How many gifts have been taken back from the dead.
  [[nodiscard]] std::uint64_t taken_back() const noexcept { return taken_back_; }

  /// What another rank is to be told: that a gift of its is done, or that one to it is given up.
  struct note {
    unsigned to;
    bool is_done;
    number which;  // by the number of its giver
    bytes result;
  };
  [[nodiscard]] std::optional<note> next_note() {
    if (notes_.empty()) return std::nullopt;
    note first_one = std::move(notes_.front());
    notes_.pop_front();
    return first_one;
  }

 private:
  using id = std::uint64_t;  // of a gift that this rank has got
  static constexpr id none = 0;
  static constexpr id first = 1;

  struct gift {
    unsigned giver;
    number of_giver;
    bytes tasks;  // while it waits
    bytes result;
    std::uint64_t unreported;  // of those that came of it
    bool is_drained;
  };
  struct entry {
    unsigned to;
    id of;  // it came of that one
    bytes tasks;
  };

  void close_if_done(id which) {
    const auto found = open_.find(which);
    if (!found->second.is_drained || found->second.unreported != 0) return;
    gift done = std::move(found->second);
    open_.erase(found);
    if (which == first) {
      is_over_ = true;
      result_ = std::move(done.result);
    } else if (done.giver == rank_) {
      reported(rank_, done.of_giver, std::move(done.result));
    } else {
      notes_.push_back({done.giver, true, done.of_giver, std::move(done.result)});
    }
  }

  // GL-I3. One that has been given up before by way of another is not there any more.
  void give_up(id which) {
    if (open_.erase(which) == 0) return;
    std::erase(waiting_, which);
    if (active_ == which) is_given_up_ = true;
    std::vector<std::pair<number, unsigned>> came_of_it;
    for (const auto& [each, one] : given_)
      if (one.of == which) came_of_it.emplace_back(each, one.to);
    for (const auto& [each, to] : came_of_it) {
      given_.erase(each);
      if (to == rank_) {
        given_up(rank_, each);
      } else if (!is_lost_[to]) {
        notes_.push_back({to, false, each, {}});
      }
    }
  }

  unsigned rank_;
  std::vector<bool> is_lost_;
  std::function<void(bytes&, bytes&&)> join_;
  std::map<id, gift> open_;
  std::map<number, entry> given_;  // and not reported
  std::deque<id> waiting_;
  std::deque<note> notes_;
  id active_ = none;
  id ids_ = first;
  number numbers_ = 0;
  std::uint64_t taken_back_ = 0;
  bool is_given_up_ = false;
  bool is_over_ = false;
  bytes result_;
};

}  // namespace jackdaw::cluster::detail
