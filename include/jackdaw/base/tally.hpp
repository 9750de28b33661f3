// Counting what a worker does off its fast path: steals, waiting for locks, sleeping, waking.
#pragma once

#include <atomic>
#include <cstdint>

namespace jackdaw::base {

/// What one worker has done since the tally was made. The places that count know neither the worker nor
/// whether anybody wants to know: a thread counts into the tally that is set for it, or not at all. They lie
/// where something slow happens anyway, so that a thread without a tally pays one look at a word of its own
/// there, and nothing elsewhere.
///
/// Written by one thread, read by any: the figures of a worker at work are a little old. std::atomic, not
/// base::atomic: counting is no step of a schedule that is explored.
struct tally {
  using counter = std::atomic<std::uint64_t>;

  counter steals_tried{0};  ///< looks into another worker's queue
  counter steals_done{0};   ///< those that found something
  counter tasks_stolen{0};  ///< what they found
  counter lock_waits{0};    ///< locks that were taken when asked for
  counter parks{0};         ///< times the worker fell asleep
  counter wakes{0};         ///< workers that it woke

  static void count(counter tally::* which, std::uint64_t many = 1) noexcept {
    if (current == nullptr) return;
    counter& own = current->*which;
    own.store(own.load(std::memory_order_relaxed) + many, std::memory_order_relaxed);  // one writer
  }

  /// A look into another worker's queue, which found `moved` tasks.
  static void count_steal(std::uint64_t moved) noexcept {
    if (current == nullptr) return;
    count(&tally::steals_tried);
    if (moved == 0) return;
    count(&tally::steals_done);
    count(&tally::tasks_stolen, moved);
  }

 private:
  friend class tally_scope;
  inline static thread_local constinit tally* current = nullptr;
};

/// Sets the tally of the calling thread for as long as it lives.
class tally_scope {
 public:
  explicit tally_scope(tally& now) noexcept : outer_(tally::current) { tally::current = &now; }
  tally_scope(const tally_scope&) = delete;
  tally_scope& operator=(const tally_scope&) = delete;
  ~tally_scope() { tally::current = outer_; }

 private:
  tally* outer_;
};

}  // namespace jackdaw::base
