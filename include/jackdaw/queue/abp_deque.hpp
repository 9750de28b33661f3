// The non-blocking deque of Arora, Blumofe and Plaxton: its owner works at the bottom, thieves take at the
// top.
//
// Source: BP98 section 3.2 (Hood); the algorithm is that of Arora, Blumofe, Plaxton, "Thread scheduling for
// multiprogrammed multiprocessors" (SPAA 1998), with one word `age` of a tag and the index `top`.
// Deviations:
//   - Their array is fixed, and indices begin at 0 again whenever the deque is found empty. Here the array
//     is a ring that doubles when it is full, so indices go on (modulo 2^32) and the owner changes the tag
//     alone when it takes the last task. A deque that is never empty then needs room for what it holds, not
//     for all that ever went through it.
//   - Their tags are bounded by a technique of Moir in which every thief announces what it has read. Here the tag is
//     TagBits wide and comes round. A thief that stops between its load and its exchange might find the same top
//     again. For that it would have to sleep while the owner takes its last task exactly 2^TagBits times over, or
//     while exactly 2^32 tasks are stolen.
// Callers: its owner push, make_room, take and capacity; any thief steal; any thread looks_empty and size_seen.
//
// Invariants
//   AD-I1  tasks lie at [top, bottom) of the ring; bottom and the ring are written by the owner only. bottom is
//          never less than top - 1, and that only inside a take.
//   AD-I2  top only grows, each time by one exchange of the whole word; the thief that makes it has the task.
//   AD-I3  the owner takes place b without an exchange only if it has seen top < b after it stored bottom = b. A
//          thief that raises top to b later also sees that bottom, and keeps away (AD-F1: both sides write one word
//          and read the other, and all four are sequentially consistent). The owner takes the last task, b = top, by
//          raising the tag in an exchange: any thief that read the word before then fails. One that reads it after
//          sees bottom = b, too: the owner's load of age_, which was before the exchange, is before its load in AD-F1.
//   AD-I4  a slot of a ring is written again only after top has passed its old task. A ring that has been
//          replaced is not written any more, and kept until the deque goes: a thief that still reads it finds
//          the task of its top there, or fails.
// Orderings: AD-D1 push -> steal (slots, by bottom_). AD-D2 grow -> steal (the ring and what was copied, by
// ring_). AD-D3 steal -> push (the slot is free again, by age_). AD-F1 take <-> steal, see AD-I3.
// Progress: take and steal wait-free, the latter with `lost` as an answer; push wait-free, but for growth.
// Full: the ring doubles; push throws std::bad_alloc when there is no memory, and stores nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/cache_line.hpp>
#include <jackdaw/queue/queue.hpp>

namespace jackdaw::queue {

/// `FirstCapacity`: slots of the first ring, a power of two. Cost: take has one exchange (the store that
/// must be seen before the load), push none, steal one compare-and-swap. Memory: at most twice the largest
/// ring.
template <unsigned TagBits = 32, std::size_t FirstCapacity = 256>
class alignas(base::cache_line) abp_deque {
 public:
  using item_type = task;

  /// `first`: where the indices begin; tests begin near their end.
  explicit abp_deque(std::uint32_t first = 0) : bottom_(first), seen_top_(first), age_(first) {
    use(std::make_unique<ring>(static_cast<index>(FirstCapacity)));
  }
  abp_deque(const abp_deque&) = delete;
  abp_deque& operator=(const abp_deque&) = delete;

  // ---- called by the owner ----

  void push(task& item) {
    const index b = bottom_.load(base::relaxed);
    if (is_full(b)) grow(b);
    own_->at(b).store(&item, base::relaxed);
    bottom_.store(b + 1, base::release);  // AD-D1 -> steal
  }

  /// Whether the next push finds room. Allocates it where there is none.
  [[nodiscard]] bool make_room() noexcept {
    const index b = bottom_.load(base::relaxed);
    if (!is_full(b)) return true;
    try {
      grow(b);
    } catch (const std::bad_alloc&) { return false; }
    return true;
  }

  /// Takes the newest task. Never `lost`: when a thief was faster, nothing is left.
  [[nodiscard]] taken<task> take() {
    const index b = bottom_.load(base::relaxed);
    if (top_of(age_.load(base::relaxed)) == b) return {};
    bottom_.store(b - 1, base::seq_cst);   // AD-F1: before the load of age_; pairs with steal
    word seen = age_.load(base::seq_cst);  // AD-F1
    const int left = distance(top_of(seen), b - 1);
    if (left > 0 ||
        (left == 0 && age_.compare_exchange_strong(seen, with_next_tag(seen), base::relaxed,  // AD-I3
                                                   base::relaxed))) {
      return taken<task>::of(own_->at(b - 1).load(base::relaxed));
    }
    bottom_.store(b, base::relaxed);  // = top: empty for all readers, so that it publishes nothing
    return {};
  }

  /// Slots of the ring in use now.
  [[nodiscard]] std::size_t capacity() const noexcept { return own_->capacity; }

  // ---- called by any thread ----

  /// Takes the oldest task. `lost`: another thief, or the owner, was faster. `between` runs between the look
  /// and the exchange, for tests.
  template <end End, class Between = void (*)()>
    requires(End == end::opposite)
  [[nodiscard]] taken<task> steal(Between between = &do_nothing) {
    word age = age_.load(base::seq_cst);          // AD-F1: before the load of bottom_; pairs with take
    const index b = bottom_.load(base::seq_cst);  // AD-F1; AD-D1: pairs with push
    if (distance(top_of(age), b) <= 0) return {};
    const ring* const found = ring_.load(base::acquire);  // AD-D2: pairs with grow
    task* const item = found->at(top_of(age)).load(base::relaxed);
    between();
    if (!age_.compare_exchange_strong(age, with_next_top(age), base::seq_cst,
                                      base::relaxed))  // AD-F1, AD-D3 -> push
      return {nullptr, outcome::lost};
    return {item, outcome::success};
  }

  [[nodiscard]] bool looks_empty() const noexcept {
    const index top = top_of(age_.load(base::relaxed));
    return distance(top, bottom_.load(base::relaxed)) <= 0;
  }

  /// How many tasks it has; old when it is returned.
  [[nodiscard]] std::size_t size_seen() const noexcept {
    const index top = top_of(age_.load(base::relaxed));
    const int size = distance(top, bottom_.load(base::relaxed));
    return size > 0 ? static_cast<std::size_t>(size) : 0;
  }

 private:
  using index = std::uint32_t;
  using word = std::uint64_t;
  using slot = base::atomic<task*>;
  static_assert(TagBits >= 16 && TagBits <= 32, "a narrower tag comes round while a thief is preempted");
  static_assert(FirstCapacity >= 2 && (FirstCapacity & (FirstCapacity - 1)) == 0);
  static constexpr index largest_capacity = index{1} << 30U;  // so that distances have a sign
  static constexpr word tag_mask = (word{1} << TagBits) - 1;

  static void do_nothing() noexcept {}
  static index top_of(word age) noexcept { return static_cast<index>(age); }
  static word with_next_top(word age) noexcept { return (age & ~word{0xffffffffU}) | (top_of(age) + 1U); }
  static word with_next_tag(word age) noexcept {
    return (((age >> 32U) + 1) & tag_mask) << 32U | top_of(age);
  }
  /// How far `to` is ahead of `from`, across the end of the range of indices.
  static int distance(index from, index to) noexcept { return static_cast<int>(to - from); }

  struct ring {
    explicit ring(index size) : capacity(size), cells(std::make_unique<slot[]>(size)) {}
    [[nodiscard]] slot& at(index i) const noexcept { return cells[i & (capacity - 1)]; }
    const index capacity;
    const std::unique_ptr<slot[]> cells;
  };

  /// Whether there is no place at `b`, the bottom.
  [[nodiscard]] bool is_full(index b) noexcept {
    if (b - seen_top_ < own_->capacity) return false;
    seen_top_ = top_of(age_.load(base::acquire));  // AD-D3: pairs with steal
    return b - seen_top_ >= own_->capacity;
  }

  [[gnu::noinline, gnu::cold]] void grow(index b) {
    if (own_->capacity == largest_capacity) throw std::bad_alloc();
    auto larger = std::make_unique<ring>(2 * own_->capacity);
    for (index i = seen_top_; i != b; ++i)
      larger->at(i).store(own_->at(i).load(base::relaxed), base::relaxed);
    use(std::move(larger));
  }

  void use(std::unique_ptr<ring> made) {
    rings_.push_back(std::move(made));
    own_ = rings_.back().get();
    ring_.store(own_, base::release);  // AD-D2 -> steal
  }

  // Written by the owner.
  base::atomic<index> bottom_;
  index seen_top_;  // a top of the past: top is this or more
  ring* own_ = nullptr;
  base::atomic<ring*> ring_{nullptr};
  std::vector<std::unique_ptr<ring>> rings_;  // AD-I4: all that this deque has had
  // Written by thieves, and by the owner when it takes its last task.
  alignas(base::cache_line) base::atomic<word> age_;
};

}  // namespace jackdaw::queue
