// Random programs of a queue that one worker owns and others steal from, and the account of what became of each task.
//
// Taken tasks come again: their memory is used for the next ones. Until then their links are poisoned, so that a thread
// that still follows them crashes.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include <jackdaw/base/random.hpp>

#include "tests/support/explore.hpp"

namespace jackdaw::tests {

/// `Queue`: with push and take, for its owner. `steal(queue)` gives a task, or null.
template <class Queue>
class queue_program {
 public:
  using item_type = typename Queue::item_type;

  explicit queue_program(std::uint64_t seed) : random_(seed), left_(4 + random_.below(8)) {}

  /// The owner and three thieves, each of which acts a few times.
  static program make(std::uint64_t seed, auto steal) {
    auto p = std::make_shared<queue_program>(seed);
    program all;
    all.threads.emplace_back([p] { p->own(); });
    for (int thief = 0; thief < 3; ++thief) {
      all.threads.emplace_back([p, steal, acts = 1 + p->random_.below(5)] {
        for (std::uint32_t i = 0; i < acts; ++i) p->end(p->took(steal(p->queue_)));
      });
    }
    all.holds = [p] { return p->each_once(); };
    return all;
  }

 private:
  struct item : item_type {
    enum { unused, stored, taken } state = unused;
  };

  void own() {
    while (left_ > 0) {
      if (random_.below(5) < 2) {
        end(took(queue_.take().item));
        continue;
      }
      --left_;
      ++pushed_;
      item& next = *std::ranges::find(items_, item::unused, &item::state);
      next.state = item::stored;
      queue_.push(next);
    }
  }

  item_type* took(item_type* what) {
    if (what == nullptr) return nullptr;
    item& it = static_cast<item&>(*what);
    if (it.state != item::stored) wrong_ = true;
    it.state = item::taken;
    it.next = reinterpret_cast<task*>(poison);
    if constexpr (requires { it.previous; }) it.previous = reinterpret_cast<item_type*>(poison);
    base::explorer::step();
    return what;
  }

  void end(item_type* what) {
    if (what == nullptr) return;
    static_cast<item&>(*what).state = item::unused;
    ++executed_;
  }

  bool each_once() {
    while (item_type* const rest = queue_.take().item) end(took(rest));
    return !wrong_ && executed_ == pushed_ && queue_.looks_empty();
  }

  static constexpr std::uintptr_t poison = 0xdead'0000'0000'0008;  // no address of any process

  base::random random_;
  Queue queue_;
  std::array<item, 16> items_;
  std::uint32_t left_;
  std::uint32_t pushed_ = 0;
  std::uint32_t executed_ = 0;
  bool wrong_ = false;
};

}  // namespace jackdaw::tests
