// A queue with two ends that gives from the end at which nothing is put.
#pragma once

#include <jackdaw/queue/queue.hpp>

namespace jackdaw::queue {

/// First in, first out, over any queue that can be stolen from at the opposite end. For central pools (KR02:
/// sq3). As a rule the worse order: a task is executed long after the one that has put it. The caches have
/// forgotten both by then (KR02 section 4.5).
template <stealable_queue<end::opposite> Queue>
class fifo {
 public:
  using item_type = typename Queue::item_type;
  static constexpr order taken_in = order::fifo;

  auto push(item_type& item) { return items_.push(item); }
  [[nodiscard]] taken<item_type> take() { return items_.template steal<end::opposite>(); }
  [[nodiscard]] bool looks_empty() const noexcept { return items_.looks_empty(); }

 private:
  Queue items_;
};

}  // namespace jackdaw::queue
