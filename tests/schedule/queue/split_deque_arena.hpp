// A split deque with a few tasks, and what its owner, thieves and a thief do to it.
#pragma once

#include <array>
#include <cstddef>

#include <jackdaw/queue/split/split_deque.hpp>

#include "tests/support/explore.hpp"
#include "tests/support/parcel.hpp"

namespace jackdaw::tests {

/// A deque with a ring of 4 places, so that it is full, and wraps.
template <unsigned TailBits = 31, std::size_t Walk = 1024, unsigned VersionBits = 24>
struct arena {
  queue::basic_split_deque<queue::public_ring<TailBits, 4, VersionBits>, base::asymmetric_fence, Walk> deque;
  std::array<parcel<>, 8> items;
  base::atomic<int> wrong{0};

  void note(task* item) {
    if (item != nullptr && !static_cast<parcel<>*>(item)->take_frame()) wrong.store(1, base::relaxed);
  }
  void push(std::size_t i) {
    items[i].load();
    if (deque.push(items[i])) answer();
  }
  /// The same, but a task that is alone is not shared.
  void push_for_itself(std::size_t i) {
    items[i].load();
    if (deque.push(items[i])) answer(true);
  }
  void answer(bool but_one = false) {
    static_cast<void>(deque.answer_steal_request(but_one));
    deque.clear_request();
  }
  /// As a join ends: it takes its branch back from the top, or from below others.
  void end_join(std::size_t i) {
    if (deque.pop_top(items[i]) || deque.take_out(items[i])) note(&items[i]);
  }
  void steal() {
    queue::batch got;
    if (deque.steal(got) != queue::outcome::success) return;
    for (std::size_t i = 0; i < got.count; ++i) note(got.items[i]);
  }
  void steal_by_force() {
    queue::batch got;
    deque.steal_by_force(got);
    for (std::size_t i = 0; i < got.count; ++i) note(got.items[i]);
  }
  void take_old(std::size_t most = queue::batch::most) {
    queue::batch got;
    deque.take_old(got, most);
    for (std::size_t i = 0; i < got.count; ++i) note(got.items[i]);
  }
  /// Puts all eight; with a `Walk` of 2 one stays fresh, four become public, and three are old.
  void share() {
    for (auto& each : items) {
      each.load();
      static_cast<void>(deque.push(each));
    }
    deque.request_work();
    answer();
  }
  /// The same, and the public ones are stolen.
  void make_old() {
    share();
    while (deque.has_public()) steal();
  }
  void drain() {
    while (task* const item = deque.pop()) note(item);
    while (task* const item = deque.reclaim()) {
      note(item);
      while (task* const more = deque.pop()) note(more);
    }
  }
  [[nodiscard]] bool exactly_once(std::size_t pushed) const {
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (items[i].times_taken() != (i < pushed ? 1 : 0)) return false;
    }
    return wrong.peek() == 0;
  }
};

/// The same where index and version count to 8 only, and stand at 6: both come round, but not so far that a thief
/// which stops meanwhile could find them as they were.
struct arena_near_wrap : arena<3, 1024, 3> {
  arena_near_wrap() {
    for (int i = 0; i < 6; ++i) {
      deque.request_work();
      push(0);
      static_cast<void>(deque.reclaim());  // another version
      deque.request_work();
      push(0);
      queue::batch got;
      static_cast<void>(deque.steal(got));  // another index
    }
  }
};

}  // namespace jackdaw::tests
