// Random programs of a split deque's owner and of its thieves, and the account of what became of each task.
//
// The owner works in nested frames, as joins do, and between them as a pool's worker does: a frame ends by pop_top or
// take_out, or by pop, of whatever comes. Thieves steal, also by force, again and again. Tasks carry data. A taken task
// may be executed at once or later, linked elsewhere, and, in every other program, its memory used again: so the link
// of each task that is taken is poisoned, and a thread that still follows it crashes.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include <jackdaw/base/full_fence.hpp>
#include <jackdaw/base/random.hpp>
#include <jackdaw/queue/split/split_deque.hpp>

#include "tests/support/explore.hpp"
#include "tests/support/parcel.hpp"

namespace jackdaw::tests {

/// A fence of a process that has no membarrier.
struct no_fence {
  static bool available() { return false; }
  static void heavy() { base::full_fence(); }
};

/// One whose ring is full soon.
template <class Fence, std::size_t Walk>
using small_deque = queue::basic_split_deque<queue::public_ring<31, 4>, Fence, Walk>;

/// What a program may do. `tasks`: how many the owner pushes at most; a third of them has its frames.
struct deque_program_shape {
  std::uint32_t tasks = 6;
  std::uint32_t acts_of_thief = 4;
};

/// `Deque`: a split deque.
template <class Deque>
class deque_program {
 public:
  deque_program(std::uint64_t seed, deque_program_shape shape)
      : random_{base::random(seed), base::random(seed + 1), base::random(seed + 2), base::random(seed + 3)},
        uses_again_(random_[0].below(2) == 0),
        left_(random_[0].below(shape.tasks) + 1) {
    for (auto& thief : acts_) thief = random_[0].below(shape.acts_of_thief) + 1;
  }

  /// One owner and three thieves.
  static program make(std::uint64_t seed, deque_program_shape shape = {}) {
    auto p = std::make_shared<deque_program>(seed, shape);
    return {{[p] { p->own(); }, [p] { p->rob(0); }, [p] { p->rob(1); }, [p] { p->rob(2); }},
            [p] { return p->each_once(); }};
  }

 private:
  enum item_state { unused, in_use, over };  // the last: of frames, until they end
  struct item : parcel<> {
    base::atomic<item_state> state{unused};
    bool is_frame = false;
  };
  static constexpr std::size_t most_tasks = 16;
  using items = std::array<item, most_tasks>;

  // Each party draws its own numbers.
  std::uint32_t below(std::uint32_t bound, std::size_t party = 0) { return random_[party].below(bound); }
  bool one_of(std::uint32_t many, std::size_t party = 0) { return below(many, party) == 0; }

  // ---- the owner ----

  void own() {
    while (left_ > 0) work();
    drain();
  }

  void work() {
    const bool is_frame = !one_of(3);
    --left_;
    ++pushed_;
    item& mine = unused_one_of(is_frame ? frames_ : items_);
    mine.state.store(in_use, base::relaxed);
    mine.is_frame = is_frame;
    mine.load();
    if (is_frame ? deque_.push_frame(mine) : deque_.push(mine)) answer();
    while (left_ > 0 && !one_of(3)) work();
    if (one_of(8)) look();
    if (is_frame) {
      end_frame(mine);
    } else if (one_of(2)) {
      execute(deque_.pop());
    }
  }

  void end_frame(item& mine) {
    if (deque_.pop_top(mine) || deque_.take_out(mine)) execute(&mine);
    while (mine.state.load(base::acquire) != over) {
      if (!execute_next()) wait_for(mine.state, over);
    }
    mine.state.store(unused, base::relaxed);
  }

  void look() {
    if (deque_.work_requested()) answer();
  }

  void answer() {
    static_cast<void>(deque_.answer_steal_request(one_of(2)));
    if (!one_of(3)) deque_.clear_request();
  }

  bool execute_next() {
    task* next = deque_.pop();
    if (next == nullptr) next = one_of(3) ? deque_.reclaim_newest(nullptr) : deque_.reclaim();
    execute(next);
    return next != nullptr;
  }

  void drain() {
    while (execute_next()) {}
  }

  /// Of a stack, or of a heap: no address is in both. One that was never used; or, if they come again, the first that
  /// is not in use.
  item& unused_one_of(items& all) {
    if (!uses_again_) return all[pushed_ - 1];
    return *std::ranges::find_if(all,
                                 [](const item& each) { return each.state.load(base::acquire) == unused; });
  }

  // ---- a thief ----

  void rob(std::size_t thief) {
    for (; acts_[thief] > 0; --acts_[thief]) {
      queue::batch got;
      const std::size_t most = one_of(2, thief + 1) ? queue::batch::most : 1;
      switch (below(8, thief + 1)) {
        case 0:
          deque_.request_work();
          break;
        case 1:
          deque_.take_old(got, most);
          break;
        case 2:
          static_cast<void>(deque_.steal(got, most));
          break;
        default:
          deque_.steal_by_force(got, most);
          break;
      }
      for (std::size_t i = 0; i < got.count; ++i) take(got.items[i]);
      for (std::size_t i = 0; i < got.count; ++i) {
        simulated::explorer::step();
        end(got.items[i]);
      }
    }
  }

  // ---- the account ----

  void execute(task* what) {
    if (what == nullptr) return;
    take(what);
    end(what);
  }

  void take(task* what) {
    auto& it = static_cast<item&>(*what);
    if (!(it.is_frame ? it.take_frame() : it.take())) wrong_.store(true, base::relaxed);
  }

  void end(task* what) {
    auto& it = static_cast<item&>(*what);
    it.state.store(it.is_frame ? over : unused, base::release);
    executed_.fetch_add(1, base::relaxed);
  }

  bool each_once() {
    drain();
    return !wrong_.peek() && executed_.peek() == pushed_ && !deque_.has_private() && !deque_.has_public();
  }

  std::array<base::random, 4> random_;  // of the owner and of three thieves
  const bool uses_again_;
  Deque deque_;
  items frames_;
  items items_;
  std::array<std::uint32_t, 3> acts_{};
  std::uint32_t left_;
  std::uint32_t pushed_ = 0;
  base::atomic<std::uint32_t> executed_{0};
  base::atomic<bool> wrong_{false};
};

}  // namespace jackdaw::tests
