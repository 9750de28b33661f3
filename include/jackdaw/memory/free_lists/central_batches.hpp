// Where free blocks go that a worker has too many of.
#pragma once

#include <mutex>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/sync/lock.hpp>
#include <jackdaw/sync/spin_lock.hpp>

namespace jackdaw::memory {

/// A central stack of batches, each a chain of as many free blocks as the next: one lock for a whole batch.
///
/// Callers: any worker gives and takes. Invariant CB-I1: first_ changes only under the lock. Read without
/// it, it is a hint, which spares the lock while there is nothing. Orderings: a batch's links are written
/// before give() takes the lock, and read after take() had it (SL-L1 of the lock). Progress: blocking.
template <sync::lock Lock = sync::spin_lock>
struct central_batches {
  static constexpr bool keeps = true;
  template <class Node>
  class of {
   public:
    void give(Node* batch) noexcept {
      const std::lock_guard hold(lock_);
      batch->next_batch = first_.load(base::relaxed);  // CB-I1
      first_.store(batch, base::relaxed);              // CB-I1
    }

    /// A batch; null when there is none.
    [[nodiscard]] Node* take() noexcept {
      if (first_.load(base::relaxed) == nullptr) return nullptr;  // CB-I1: a hint
      const std::lock_guard hold(lock_);
      Node* const batch = first_.load(base::relaxed);                        // CB-I1
      if (batch != nullptr) first_.store(batch->next_batch, base::relaxed);  // CB-I1
      return batch;
    }

   private:
    Lock lock_;
    base::atomic<Node*> first_{nullptr};
  };
};

/// No central place: what is too much goes back to the system, block by block. For what came from it one by
/// one.
struct back_to_system {
  static constexpr bool keeps = false;
  template <class Node>
  struct of {
    [[nodiscard]] static Node* take() noexcept { return nullptr; }
  };
};

}  // namespace jackdaw::memory
