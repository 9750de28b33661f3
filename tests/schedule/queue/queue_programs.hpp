// Random programs of a queue that one worker owns and others steal from, and the account of what became of each task.
//
// Tasks carry data. Taken ones come again in every other program: their memory is used for the next ones. Until then
// their links are poisoned, so that a thread that still follows them crashes.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include <jackdaw/base/random.hpp>

#include "tests/support/explore.hpp"
#include "tests/support/parcel.hpp"

namespace jackdaw::tests {

/// `Queue`: with push and take, for its owner. `steal(queue)` gives a task, or null.
template <class Queue>
class queue_program {
 public:
  using item_type = typename Queue::item_type;

  explicit queue_program(std::uint64_t seed)
      : random_(seed), uses_again_(random_.below(2) == 0), left_(4 + random_.below(8)) {}

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
  struct item : parcel<item_type> {
    base::atomic<bool> is_unused{true};
  };

  void own() {
    while (left_ > 0) {
      if (random_.below(5) < 2) {
        end(took(queue_.take().item));
        continue;
      }
      --left_;
      item& next = unused_one();
      next.is_unused.store(false, base::relaxed);
      next.load();
      queue_.push(next);
      ++pushed_;
    }
  }

  /// One that was never used; or, if they come again, the first that is not in use.
  item& unused_one() {
    if (!uses_again_) return items_[pushed_];
    return *std::ranges::find_if(items_, [](const item& each) { return each.is_unused.load(base::acquire); });
  }

  item_type* took(item_type* what) {
    if (what == nullptr) return nullptr;
    if (!static_cast<item*>(what)->take()) wrong_.store(true, base::relaxed);
    simulated::explorer::step();
    return what;
  }

  /// Hands its memory back to the owner.
  void end(item_type* what) {
    if (what == nullptr) return;
    static_cast<item*>(what)->is_unused.store(true, base::release);
    executed_.fetch_add(1, base::relaxed);
  }

  bool each_once() {
    while (item_type* const rest = queue_.take().item) end(took(rest));
    return !wrong_.peek() && executed_.peek() == pushed_ && queue_.looks_empty();
  }

  base::random random_;  // the owner's
  const bool uses_again_;
  Queue queue_;
  std::array<item, 16> items_;
  std::uint32_t left_;
  std::uint32_t pushed_ = 0;
  base::atomic<std::uint32_t> executed_{0};
  base::atomic<bool> wrong_{false};
};

}  // namespace jackdaw::tests
