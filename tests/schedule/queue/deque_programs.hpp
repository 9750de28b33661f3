// Random programs of a split deque's owner and of its thieves, and the account of what became of each task.
//
// The owner works in nested frames, as joins do, and between them as a pool's worker does: a frame ends by pop_top or
// take_out, or by pop, of whatever comes. Thieves steal, also by force, again and again. A taken task may be executed
// at once or later, linked elsewhere, and its memory used again: so the link of each task that is taken is poisoned,
// and a thread that still follows it crashes.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include <jackdaw/base/random.hpp>
#include <jackdaw/queue/split/split_deque.hpp>

#include "tests/support/explore.hpp"

namespace jackdaw::tests {

/// A fence of a process that has no membarrier.
struct no_fence {
  static bool available() { return false; }
  static void heavy() {}
};

/// One whose ring is full soon.
template <class Fence, std::size_t Walk>
using small_deque = queue::basic_split_deque<queue::public_ring<31, 4>, Fence, Walk>;

/// What a program may do. `tasks`: how many the owner pushes at most; a third of them has its frames.
struct deque_program_shape {
  std::uint32_t tasks = 6;
  std::uint32_t acts_of_thief = 4;
};

/// `Deque`: a split deque. Not atomic, where the deque is not looked at: threads of an exploration run one at a time.
template <class Deque>
class deque_program {
 public:
  deque_program(std::uint64_t seed, deque_program_shape shape)
      : random_(seed), left_(below(shape.tasks) + 1) {
    for (auto& thief : acts_) thief = below(shape.acts_of_thief) + 1;
  }

  /// One owner and three thieves.
  static program make(std::uint64_t seed, deque_program_shape shape = {}) {
    auto p = std::make_shared<deque_program>(seed, shape);
    return {{[p] { p->own(); }, [p] { p->rob(0); }, [p] { p->rob(1); }, [p] { p->rob(2); }},
            [p] { return p->each_once(); }};
  }

 private:
  struct item : task {
    enum { unused, stored, taken, over } state = unused;  // the last: of frames, until they end
    bool is_frame = false;
  };

  std::uint32_t below(std::uint32_t bound) { return random_.below(bound); }
  bool one_of(std::uint32_t many) { return below(many) == 0; }

  // ---- the owner ----

  void own() {
    while (left_ > 0) work();
    drain();
  }

  void work() {
    const bool is_frame = !one_of(3);
    item& mine = unused_one_of(is_frame ? frames_ : items_);
    --left_;
    ++pushed_;
    mine.state = item::stored;
    mine.is_frame = is_frame;
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
    while (mine.state != item::over) {
      if (!execute_next()) base::explorer::block_until([&] { return mine.state == item::over; });
    }
    mine.state = item::unused;
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

  /// Of a stack, or of a heap: no address is in both.
  static item& unused_one_of(auto& items) {
    return *std::ranges::find_if(items, [](const item& each) { return each.state == item::unused; });
  }

  // ---- a thief ----

  void rob(std::size_t thief) {
    for (; acts_[thief] > 0; --acts_[thief]) {
      queue::batch got;
      const std::size_t most = one_of(2) ? queue::batch::most : 1;
      switch (below(8)) {
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
        base::explorer::step();
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
    if (it.state != item::stored) wrong_ = true;
    it.state = item::taken;
    it.next = reinterpret_cast<task*>(poison);
  }

  void end(task* what) {
    auto& it = static_cast<item&>(*what);
    it.state = it.is_frame ? item::over : item::unused;
    ++executed_;
  }

  bool each_once() {
    drain();
    return !wrong_ && executed_ == pushed_ && !deque_.has_private() && !deque_.has_public();
  }

  static constexpr std::size_t most_tasks = 16;
  static constexpr std::uintptr_t poison = 0xdead'0000'0000'0008;  // no address of any process

  base::random random_;
  Deque deque_;
  std::array<item, most_tasks> frames_;
  std::array<item, most_tasks> items_;
  std::array<std::uint32_t, 3> acts_{};
  std::uint32_t left_;
  std::uint32_t pushed_ = 0;
  std::uint32_t executed_ = 0;
  bool wrong_ = false;
};

}  // namespace jackdaw::tests
