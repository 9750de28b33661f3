// Where a manager's free lists get new blocks from.
#pragma once

#include <algorithm>
#include <cstddef>
#include <new>
#include <utility>

#include <jackdaw/base/cache_line.hpp>
#include <jackdaw/memory/size_class.hpp>
#include <jackdaw/memory/sized_delete.hpp>

namespace jackdaw::memory {

/// A supply serves one shelf of one worker (or the one of all). `bytes` is the same in all calls.
///   rest(bytes)          an element left over from the last block that came from the system, or null
///   fresh(bytes, spare)  an element from the system; calls spare(element) for each other one that is to go
///                        into the free list. Throws std::bad_alloc
///   discard(e, bytes)    an element that is in no list goes back to the system, where it was a block of its own
///   release()            all the rest goes back
///   held()               bytes taken from the system and not given back, modulo 2^64: discard() may be called
///                        of another worker's supply than fresh()

/// One call of the system for each new block (KR02 table 1: "elements").
class single_elements {
 public:
  static constexpr bool one_by_one = true;
  static constexpr std::size_t most_elements = 1;

  [[nodiscard]] static void* rest(std::size_t /*bytes*/) noexcept { return nullptr; }
  [[nodiscard]] void* fresh(std::size_t bytes, auto&& /*spare*/) {
    void* const element = ::operator new(bytes);
    held_ += bytes;
    return element;
  }
  void discard(void* element, std::size_t bytes) noexcept {
    sized_delete(element, bytes);
    held_ -= bytes;
  }
  void release() noexcept {}
  [[nodiscard]] std::size_t held() const noexcept { return held_; }

 private:
  std::size_t held_ = 0;
};

/// What is done with the elements of a new group (KR02 table 1, "block handling").
enum class handling : unsigned char {
  when_needed,  ///< each is cut off when it is needed; memory that is not needed is never touched
  at_once       ///< all go into the free list (suffix o)
};

/// Small groups on demand ("blocks for some elements", prefix g). The paper does not say how many.
struct some_elements {
  static constexpr std::size_t elements(std::size_t /*bytes*/) noexcept { return 64; }
};

/// One large array for the whole list ("blocks for whole lists"), of a fixed size. The paper allocates it
/// when the pool is created, since it knows the one size of its tasks. Here it is allocated when the first
/// block of its class is asked for. When it is used up another one follows, where the paper's has to be large
/// enough.
struct whole_list {
  static constexpr std::size_t bytes = std::size_t{1} << 18U;
  static constexpr std::size_t elements(std::size_t each) noexcept { return bytes / each; }
};

/// Several elements at a time, which lie side by side, and no other worker's among them. They come from the system in
/// slabs of one group, later of several. So millions of blocks cost hardly more than their own bytes. A slab of several
/// is at most a sixteenth of what has been taken before it, and at most `largest_slab` bytes.
template <class Extent, handling Handling>
class groups {
 public:
  static constexpr bool one_by_one = false;
  static constexpr std::size_t most_elements = Extent::elements(size_class::smallest);

  [[nodiscard]] void* rest(std::size_t bytes) noexcept {
    if (next_ == end_) return nullptr;
    return std::exchange(next_, next_ + bytes);
  }

  [[nodiscard]] void* fresh(std::size_t bytes, auto&& spare) {
    const std::size_t group = Extent::elements(bytes) * bytes;
    if (unused_ == slab_end_) get_slab(group);
    std::byte* const begin = std::exchange(unused_, unused_ + group);
    if constexpr (Handling == handling::when_needed) {
      next_ = begin + bytes;
      end_ = begin + group;
    } else {
      for (std::size_t at = group - bytes; at > 0; at -= bytes) spare(begin + at);
    }
    return begin;
  }

  void discard(void* /*element*/, std::size_t /*bytes*/) noexcept {}

  void release() noexcept {
    while (first_ != nullptr) {
      chain* const slab = first_;
      first_ = slab->next;
      ::operator delete(slab, alignment);
    }
  }

  [[nodiscard]] std::size_t held() const noexcept { return held_; }

 private:
  struct chain {
    chain* next;
  };
  static constexpr std::size_t header = base::cache_line;  // holds the chain, and keeps the elements aligned
  static constexpr std::align_val_t alignment{base::cache_line};
  static_assert(sizeof(chain) <= header);
  static constexpr std::size_t largest_slab = std::size_t{1}
                                              << 16U;  // glibc maps pages for each from 2^17 bytes on
  static constexpr std::size_t share_of_held = 16;

  [[gnu::noinline]] void get_slab(std::size_t group) {
    const std::size_t at_most = std::min(largest_slab, held_ / share_of_held);
    const std::size_t bytes = std::max<std::size_t>(at_most / group, 1) * group;
    auto* const slab = static_cast<std::byte*>(::operator new(header + bytes, alignment));
    first_ = new (slab) chain{first_};
    unused_ = slab + header;
    slab_end_ = unused_ + bytes;
    held_ += header + bytes;
  }

  chain* first_ = nullptr;
  std::byte* unused_ = nullptr;  // groups of the newest slab
  std::byte* slab_end_ = nullptr;
  std::byte* next_ = nullptr;
  std::byte* end_ = nullptr;
  std::size_t held_ = 0;
};

}  // namespace jackdaw::memory
