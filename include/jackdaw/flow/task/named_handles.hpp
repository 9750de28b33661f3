// The handles that a task and the tasks around it have named, where these are many.
//
// A set that is not copied when a subtask adds its own: a search tree by the bits of a mix of the address. A subtask
// makes anew only those nodes on the way down to its handles. All others are those of the tasks around it, which end
// after it. So each has the set that it needs, and another handle costs memory for about as many nodes as the
// logarithm of their number. Threads: one adds, before others ask.
#pragma once

#include <array>
#include <cstdint>

#include <jackdaw/base/random.hpp>
#include <jackdaw/flow/version/look_count.hpp>
#include <jackdaw/task/closure.hpp>

namespace jackdaw::dataflow {

class versions;

class named_handles {
 public:
  /// All that are in `above`, which outlives this; null: none.
  explicit named_handles(const named_handles* above) noexcept
      : root_(above == nullptr ? nullptr : above->root_) {}
  named_handles(const named_handles&) = delete;
  named_handles& operator=(const named_handles&) = delete;
  ~named_handles() = default;  // after clear()

  [[nodiscard]] bool contains(const versions& of) const noexcept {
    std::uint64_t bits = bits_of(of);
    const node* at = root_;
    for (; at != nullptr && at->of != &of; bits >>= 1U) {
      look();
      at = at->below[bits & 1U];
    }
    return at != nullptr;
  }

  /// With memory of `host`. Throws std::bad_alloc; then it is as before.
  void add(auto& host, const versions& of) {
    if (contains(of)) return;
    std::uint64_t bits = bits_of(of);
    node** at = &root_;
    for (; *at != nullptr; bits >>= 1U) {
      look();
      if ((*at)->by != this) *at = &make(host, **at);
      at = &(*at)->below[bits & 1U];
    }
    *at = &make(host, {&of, {}, nullptr, nullptr});
  }

  /// Gives back what add() has taken. The set is not used afterwards.
  void clear(auto& host) noexcept {
    while (own_ != nullptr) {
      node* const one = own_;
      own_ = one->made_before;
      memory::deallocate(host, one);
    }
  }

 private:
  struct node {
    const versions* of;
    std::array<node*, 2> below;
    const named_handles* by;  // the set that may change it
    node* made_before;        // by the same set
  };
  using memory = jackdaw::detail::block_for<node>;

  static std::uint64_t bits_of(const versions& of) noexcept {
    return base::mix(reinterpret_cast<std::uintptr_t>(&of));
  }

  node& make(auto& host, const node& as) {
    return *(own_ = new (memory::allocate(host)) node{as.of, as.below, this, own_});
  }

  node* root_;
  node* own_ = nullptr;  // the last that was made
};

}  // namespace jackdaw::dataflow
