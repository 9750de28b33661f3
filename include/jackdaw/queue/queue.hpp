// What a container of tasks is, by the role of the caller.
#pragma once

#include <concepts>

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

/// The end of a container at which its owner works, or the other one.
enum class end : unsigned char { working, opposite };

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

/// A queue that any worker may use at any time: one owner (or none: a central queue), and thieves.
/// `looks_empty` may be asked by anybody without synchronization; its answer is old when it arrives.
template <class Q>
concept shared_queue =
    std::default_initializable<Q> && requires(Q q, const Q& c, typename Q::item_type& item) {
      { q.push(item) } -> std::same_as<void>;
      { q.take() } -> std::same_as<taken<typename Q::item_type>>;
      { q.template steal<end::working>() } -> std::same_as<taken<typename Q::item_type>>;
      { c.looks_empty() } -> std::same_as<bool>;
    };

}  // namespace jackdaw::queue
