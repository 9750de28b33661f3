// What a container of tasks is, by the role of the caller.
#pragma once

#include <concepts>

#include <sched.h>

#include <jackdaw/base/threads/pause.hpp>
#include <jackdaw/task/task.hpp>

namespace jackdaw::queue {

/// What a take found.
enum class outcome : unsigned char {
  success,  ///< `item` is set
  empty,    ///< there was nothing
  lost      ///< there was something, but another thread was faster: worth another try
};

/// The result of a take.
template <class Item>
struct taken {
  Item* item = nullptr;
  outcome what = outcome::empty;

  [[nodiscard]] static taken of(Item* found) noexcept {
    return {found, found != nullptr ? outcome::success : outcome::empty};
  }
};

/// Takes until the outcome is not `lost`. Yields after some tries: the faster thread may have lost its processor.
auto insist(auto take) -> decltype(take().item) {
  for (unsigned tries = 1;; ++tries) {
    const auto found = take();
    if (found.what != outcome::lost) return found.item;
    if (tries < 100) {
      base::pause();
    } else {
      sched_yield();
    }
  }
}

/// What a push found: whether the queue held anything before. As a rule the queue knows it anyway; idle
/// policies may want it (worker/idle/wake_at_empty.hpp).
enum class was : bool { filled, empty };

/// The end of a container at which its owner works, or the other one.
enum class end : unsigned char { working, opposite };

/// In which order one worker, undisturbed by others, gets back what it has put.
enum class order : unsigned char {
  lifo,
  fifo,
  any  ///< no promise: chosen at random, or moved between several queues
};

/// The order that a queue, or a pool, promises: its member `taken_in`, LIFO when it has none.
template <class Q>
inline constexpr order order_of = [] {
  if constexpr (requires { Q::taken_in; }) {
    return Q::taken_in;
  } else {
    return order::lifo;
  }
}();

/// A container for one thread at a time: push and pop at the working end. `item_type` is what it holds.
template <class C>
concept container = std::default_initializable<C> && requires(C c, typename C::item_type& item) {
  { c.push(item) } -> std::same_as<void>;
  { c.pop() } -> std::same_as<typename C::item_type*>;
};

/// A container that can also be emptied from the other end.
template <class C>
concept two_ended_container = container<C> && requires(C c) {
  { c.pop_opposite() } -> std::same_as<typename C::item_type*>;
};

/// A container, or a queue, whose push may find no memory. After make_room() has returned true, the next push finds
/// room.
template <class C>
concept growing_container = requires(C c) {
  { c.make_room() } -> std::same_as<bool>;
};

/// A queue that any worker may use at any time. push() may return what it found (`was`), or nothing. Any thread may
/// call `looks_empty` without synchronization; its answer is old when it arrives.
template <class Q>
concept shared_queue =
    std::default_initializable<Q> && requires(Q q, const Q& c, typename Q::item_type& item) {
      q.push(item);
      { q.take() } -> std::same_as<taken<typename Q::item_type>>;
      { c.looks_empty() } -> std::same_as<bool>;
    };

/// A shared queue with one owner, which pushes and takes, and thieves, which steal from `End`.
template <class Q, end End>
concept stealable_queue = shared_queue<Q> && requires(Q q) {
  { q.template steal<End>() } -> std::same_as<taken<typename Q::item_type>>;
};

}  // namespace jackdaw::queue
