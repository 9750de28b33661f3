// Where a manager's free lists get new blocks from.
#pragma once

#include <cstddef>
#include <new>

#include <jackdaw/memory/size_class.hpp>

namespace jackdaw::memory {

/// A supply serves one free list of one worker. refill(list, bytes) returns one new block of `bytes`, and may
/// put more into the list; it throws std::bad_alloc. release(list) gives back to the system what the supply
/// ever handed out, all of which lies in free lists by then: `list` is the list beside this supply.

/// One call of the system for each new block (KR02 table 1: "elements").
class single_elements {
 public:
  [[nodiscard]] void* refill(auto& /*list*/, std::size_t bytes) { return ::operator new(bytes); }

  void release(auto& list) noexcept {
    while (void* const block = list.pop()) ::operator delete(block);
  }
};

/// Small groups on demand, all of a new group's elements going into the free list at once (KR02 table 1:
/// "blocks for some elements", "elements are removed after allocation"; g…bk…o in names).
template <std::size_t Elements = 64>
class whole_groups {
 public:
  [[nodiscard]] void* refill(auto& list, std::size_t bytes) {
    // The first element of the group holds the chain of groups; it is never handed out.
    auto* const group = static_cast<std::byte*>(::operator new(bytes*(Elements + 1)));
    groups_ = new (group) chain{groups_};
    for (std::size_t i = Elements; i > 1; --i) list.push(group + i * bytes);
    return group + bytes;
  }

  void release(auto& /*list*/) noexcept {
    while (groups_ != nullptr) {
      chain* const group = groups_;
      groups_ = group->next;
      ::operator delete(group);
    }
  }

 private:
  struct chain {
    chain* next;
  };
  static_assert(sizeof(chain) <= size_class::smallest);
  chain* groups_ = nullptr;
};

}  // namespace jackdaw::memory
