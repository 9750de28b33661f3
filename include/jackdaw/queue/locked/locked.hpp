// Any container behind any lock.
#pragma once

#include <cstddef>
#include <mutex>
#include <optional>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/cache_line.hpp>
#include <jackdaw/queue/queue.hpp>
#include <jackdaw/sync/lock.hpp>

namespace jackdaw::queue {

/// What a look at a queue costs that may be empty.
enum class visit : unsigned char {
  looks_first,  ///< its size is read without the lock: the locks of empty queues are not taken
  locks         ///< its lock, as in the papers, whose thieves lock each queue that they visit
};

/// A container that several workers share: one lock for the whole (KR02 table 2, "locking: queue").
///
/// Invariant LK-I1: size_ changes only under the lock, together with the container. Read without the lock it is
/// a hint, which spares thieves the locks of empty queues.
/// Progress: blocking. With sync::no_lock it is a private queue, for one worker only.
template <container Container, sync::lock Lock, visit Visit = visit::looks_first>
class alignas(base::cache_line) locked {
 public:
  using item_type = typename Container::item_type;

  was push(item_type& item) {
    const std::lock_guard hold(lock_);
    return store(item);
  }

  /// Pushes, unless another worker holds the lock: then nothing is stored and nothing returned.
  [[nodiscard]] std::optional<was> try_push(item_type& item) {
    const std::unique_lock hold(lock_, std::try_to_lock);
    if (!hold) return std::nullopt;
    return store(item);
  }

  /// Takes at the working end.
  [[nodiscard]] taken<item_type> take() {
    return take_by([this] { return items_.pop(); });
  }

  /// Takes at the working end; `lost` when another worker holds the lock.
  [[nodiscard]] taken<item_type> try_take() {
    if (is_passed()) return {};
    const std::unique_lock hold(lock_, std::try_to_lock);
    if (!hold) return {nullptr, outcome::lost};
    return remove([this] { return items_.pop(); });
  }

  /// Takes for another worker than the owner.
  template <end End>
    requires(End == end::working || two_ended_container<Container>)
  [[nodiscard]] taken<item_type> steal() {
    if constexpr (End == end::working) {
      return take();
    } else {
      return take_by([this] { return items_.pop_opposite(); });
    }
  }

  /// Whether the next push finds room, where the container may have none. Called by the owner of a queue into which
  /// no other thread pushes: what others take meanwhile only adds to the room.
  [[nodiscard]] bool make_room()
    requires growing_container<Container>
  {
    const std::lock_guard hold(lock_);
    return items_.make_room();
  }

  [[nodiscard]] bool looks_empty() const noexcept {
    if constexpr (Visit == visit::looks_first) return has_no_item();
    const std::lock_guard hold(lock_);
    return has_no_item();
  }

  /// How many items it has. Any thread; old when it is returned.
  [[nodiscard]] std::size_t size_seen() const noexcept { return size_.load(base::relaxed); }

 private:
  was store(item_type& item) {
    items_.push(item);
    const std::size_t size = size_.load(base::relaxed);
    size_.store(size + 1, base::relaxed);  // LK-I1
    return size == 0 ? was::empty : was::filled;
  }

  [[nodiscard]] bool has_no_item() const noexcept { return size_.load(base::relaxed) == 0; }
  [[nodiscard]] bool is_passed() const noexcept { return Visit == visit::looks_first && has_no_item(); }

  taken<item_type> take_by(auto pop) {
    if (is_passed()) return {};
    const std::lock_guard hold(lock_);
    return remove(pop);
  }

  taken<item_type> remove(auto pop) {
    item_type* const item = pop();
    if (item != nullptr) size_.store(size_.load(base::relaxed) - 1, base::relaxed);  // LK-I1
    return taken<item_type>::of(item);
  }

  mutable Lock lock_;  // looks_empty
  Container items_;
  base::atomic<std::size_t> size_{0};
};

}  // namespace jackdaw::queue
