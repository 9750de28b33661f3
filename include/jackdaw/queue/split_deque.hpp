// The flagship's deque: a private stack that its owner uses without fences, and a public ring that thieves
// empty.
//
// The protocol, with its proofs, is a page of its own: docs/split-deque.md. In short:
// Source: split deques of Lace (van Dijk, van de Pol 2014) and of the private/public pools of KR02 and HR10;
// the conflict of one owner and one intruder over the private part is the THE protocol of Cilk-5 (Frigo,
// Leiserson, Randall 1998) with an asymmetric fence. Deviation from split deques: public tasks lie in a ring
// of their own instead of below a split in one array; so nothing that thieves read without a lock ever grows
// or moves.
//
// Who calls what: its owner push, pop, pop_at, publish, reclaim, rewind, answered; any thief steal, ask,
// seize, looks. Progress: push wait-free, but for growth; pop wait-free without an intruder; steal lock-free;
// publish and seize lock. Invariants
//   I1  private tasks are slots_[bottom_ … head_); head_ is written by the owner only; bottom_ and slots_
//   (the pointer)
//       change under the lock only.
//   I2  public tasks are ring_[tail … tail+count); tail only grows; tail + count is changed by the owner
//   only. I3  each index is given to one taker: private ones by THE (owner writes head_, then reads bottom_;
//   intruder writes
//       bottom_, then reads head_, a full fence between on both sides: F1), public ones by compare-and-swap
//       over (tail, count) as a whole. A task moves from private to public by its owner, under the lock.
//   I4  limit_ is 0 from the moment a thief asks until the owner has answered.
// Orderings: D1 push -> seize (head_); D2 publish -> steal (the ring); D3 steal -> publish (a ring slot is
// free again). D4 seize -> pop (a bottom_ that is not final has the lock before it). ABA: tail has 40 bits: a
// thief that stops between its load and its exchange would have to sleep through 2^40 steals. Full: the
// private stack grows, under the lock, by doubling; the ring takes what fits.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>

#include <jackdaw/base/asymmetric_fence.hpp>
#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/cache_line.hpp>
#include <jackdaw/queue/batch.hpp>
#include <jackdaw/queue/queue.hpp>
#include <jackdaw/sync/spin_lock.hpp>
#include <jackdaw/task/task.hpp>

namespace jackdaw::queue {

/// `TailBits`: the width of the ring's index in its word; tests narrow it. `Ring`: places of the public part.
template <unsigned TailBits = 40, std::size_t Ring = 256, std::size_t FirstCapacity = 1024>
class alignas(base::cache_line) basic_split_deque {
 public:
  using index = std::uint64_t;

  basic_split_deque() : capacity_(FirstCapacity), slots_(std::make_unique<slot[]>(FirstCapacity)) {
    places_ = slots_.get();
    limit_.store(capacity_, base::relaxed);
  }
  basic_split_deque(const basic_split_deque&) = delete;
  basic_split_deque& operator=(const basic_split_deque&) = delete;

  // ---- the owner ----

  /// Stores a task on top of the private part. True when the owner has to call attend() before anything else:
  /// somebody asks for work, or the stack is full. No fence, no read-modify-write, no allocation.
  [[nodiscard]] bool push(task& item) noexcept { return push_at(head_.load(base::relaxed), item); }

  /// The same, given that `h` is top().
  [[nodiscard]] bool push_at(index h, task& item) noexcept {
    places_[h].store(&item, base::relaxed);
    head_.store(h + 1, base::release);  // D1 -> seize
    std::atomic_signal_fence(
        std::memory_order_seq_cst);  // F1: head_ before limit_; pairs with heavy() of who parks
    return h + 1 >= limit_.load(base::relaxed);
  }

  /// How many tasks the owner may take over from others at once: they must find room without growth, which
  /// can fail.
  [[nodiscard]] std::size_t most_to_take() const noexcept {
    const std::size_t room = capacity_ - head_.load(base::relaxed);  // at least 1, for the next push
    return room < batch::most ? room : batch::most;
  }

  /// Stores a task that came back or was stolen, without answering anybody; one of at most most_to_take()
  /// - 1.
  void push_taken(task& item) noexcept { static_cast<void>(push(item)); }

  /// Where the next push will store.
  [[nodiscard]] index top() const noexcept { return head_.load(base::relaxed); }

  /// Takes the newest private task; null when there is none.
  [[nodiscard]] task* pop() noexcept {
    for (;;) {
      const index h = head_.load(base::relaxed);
      if (h <= bottom_.load(base::acquire)) {  // D4: pairs with seize
        if (!lock_.looks_taken() && h <= bottom_.load(base::relaxed)) return nullptr;
        if (!settle()) return nullptr;  // an intruder is at work: wait for what he leaves
        continue;
      }
      if (!claim(h - 1)) continue;
      if (task* const item = places_[h - 1].load(base::relaxed)) return item;
    }
  }

  /// Takes `item`, which was pushed at `place`, when it lies on top of the private tasks. False when it is
  /// not private any more, or others lie above it, or another one lies in its place since it was taken.
  [[nodiscard]] bool pop_at(index place, const task& item) noexcept {
    if (head_.load(base::relaxed) - 1 != place || places_[place].load(base::relaxed) != &item) [[unlikely]]
      return false;
    return claim(place);
  }

  /// Takes the private task at `place` from below others: leaves a null. False when it is not private any
  /// more.
  [[nodiscard]] bool take_out(index place, const task& item) noexcept {
    const std::lock_guard hold(lock_);
    if (place < bottom_.load(base::relaxed) || place >= head_.load(base::relaxed)) return false;
    if (places_[place].load(base::relaxed) != &item) return false;
    places_[place].store(nullptr, base::relaxed);
    return true;
  }

  /// After push() returned true: makes room, and moves the older half of the private tasks to the public
  /// part. Throws std::bad_alloc when the stack cannot grow: then the task pushed last is not stored.
  void attend() {
    const std::lock_guard hold(lock_);
    if (head_.load(base::relaxed) >= capacity_) grow_or_refuse();
    publish();
  }

  /// The owner has answered: pushes are fast again until the next thief asks. The caller makes sure that
  /// nobody sleeps relying on its question (docs/split-deque.md, "Who sleeps has asked").
  void answered() noexcept { limit_.store(capacity_, base::relaxed); }
  void ask() noexcept {
    if (limit_.load(base::relaxed) != 0) limit_.store(0, base::relaxed);  // I4
  }
  [[nodiscard]] bool asked() const noexcept { return limit_.load(base::relaxed) == 0; }

  /// Takes back the newer half of the public tasks: the newest is returned, the others become private. Null
  /// when there is none. Only while nothing is private.
  [[nodiscard]] task* reclaim() {
    std::uint64_t word = public_.load(base::relaxed);
    for (;;) {
      const std::uint64_t count = count_of(word);
      if (count == 0) return nullptr;
      const std::uint64_t most = most_to_take();
      const std::uint64_t taken = (count + 1) / 2 < most ? (count + 1) / 2 : most;
      if (public_.compare_exchange_weak(word, word - taken, base::acquire, base::relaxed)) {  // I2, I3
        split_ = (split_ - taken) & tail_mask;
        for (std::uint64_t i = 0; i + 1 < taken; ++i) {
          push_taken(*ring_at(split_ + i).load(base::relaxed));
        }
        return ring_at(split_ + taken - 1).load(base::relaxed);
      }
    }
  }

  /// With nothing private: lets the next push store at `floor` again, so that places do not creep upwards.
  void rewind(index floor) noexcept {
    if (head_.load(base::relaxed) == floor) return;
    const std::lock_guard hold(lock_);
    if (head_.load(base::relaxed) > bottom_.load(base::relaxed)) return;
    head_.store(floor, base::relaxed);
    bottom_.store(floor, base::relaxed);
  }

  // ---- anybody ----

  /// Takes up to half of the public tasks, at most `most`, oldest first. `between` runs between the look and
  /// the exchange, for tests.
  template <class Between = void (*)()>
  [[nodiscard]] outcome steal(batch& taken, std::size_t most = batch::most,
                              Between between = &do_nothing) noexcept {
    std::uint64_t word = public_.load(base::acquire);  // D2: pairs with publish
    const std::uint64_t count = count_of(word);
    if (count == 0) return outcome::empty;
    const std::uint64_t tail = tail_of(word);
    const std::uint64_t wanted = (count + 1) / 2 < most ? (count + 1) / 2 : most;
    taken.count = 0;
    for (std::uint64_t i = 0; i < wanted; ++i) taken.add(ring_at(tail + i).load(base::relaxed));
    between();
    const std::uint64_t rest = word_of((tail + wanted) & tail_mask, count - wanted);
    if (public_.compare_exchange_strong(word, rest, base::acq_rel, base::relaxed))
      return outcome::success;  // D3, I3
    taken.count = 0;
    return outcome::lost;
  }

  /// Takes up to half of the private tasks, oldest first, without the owner's help. Rare: the fence
  /// interrupts every processor that runs a thread of this process.
  void seize(batch& taken, std::size_t most = batch::most) {
    taken.count = 0;
    const std::unique_lock hold(lock_, std::try_to_lock);
    if (!hold.owns_lock()) return;
    const index b = bottom_.load(base::relaxed);
    const index h = head_.load(base::relaxed);
    if (h <= b) return;
    const index half = (h - b + 1) / 2;
    const index wanted = half < most ? half : most;
    bottom_.store(b + wanted, base::release);      // D4 -> pop: whoever sees it sees the lock taken
    base::asymmetric_fence::heavy();               // F1: bottom_ before head_
    const index seen = head_.load(base::acquire);  // D1: pairs with push
    const index end = seen < b + wanted ? (seen > b ? seen : b) : b + wanted;
    bottom_.store(end, base::relaxed);  // what the owner has claimed meanwhile stays his
    for (index i = b; i < end; ++i) taken.add(places_[i].load(base::relaxed));
  }

  [[nodiscard]] bool has_public() const noexcept { return count_of(public_.load(base::relaxed)) != 0; }
  [[nodiscard]] bool has_private() const noexcept {
    return head_.load(base::relaxed) > bottom_.load(base::relaxed);
  }

 private:
  using slot = base::atomic<task*>;
  static void do_nothing() noexcept {}
  static constexpr unsigned count_bits = 64 - 40;
  static constexpr std::uint64_t count_mask = (std::uint64_t{1} << count_bits) - 1;
  static constexpr std::uint64_t tail_mask = (std::uint64_t{1} << TailBits) - 1;
  static_assert((Ring & (Ring - 1)) == 0 && Ring <= count_mask && Ring <= tail_mask);

  static std::uint64_t count_of(std::uint64_t word) noexcept { return word & count_mask; }
  static std::uint64_t tail_of(std::uint64_t word) noexcept { return word >> count_bits; }
  static std::uint64_t word_of(std::uint64_t tail, std::uint64_t count) noexcept {
    return tail << count_bits | count;
  }
  [[nodiscard]] slot& ring_at(std::uint64_t position) noexcept { return ring_[position & (Ring - 1)]; }

  /// The owner's side of THE: lowers head_ to `place` and sees whether an intruder has gone past it.
  bool claim(index place) noexcept {
    head_.store(place, base::release);  // D1 -> seize: what lies below was published by earlier stores
    std::atomic_signal_fence(
        std::memory_order_seq_cst);  // F1: head_ before bottom_; pairs with heavy() in seize
    if (place >= bottom_.load(base::relaxed)) [[likely]]
      return true;
    return claim_slowly(place);
  }

  [[gnu::noinline, gnu::cold]] bool claim_slowly(index place) noexcept {
    head_.store(place + 1, base::release);  // D1
    const std::lock_guard hold(lock_);      // the intruder has decided
    if (place < bottom_.load(base::relaxed)) return false;
    head_.store(place, base::release);  // D1
    return true;
  }

  /// Whether something is private, once no intruder is at work.
  [[gnu::noinline, gnu::cold]] bool settle() noexcept {
    const std::lock_guard hold(lock_);
    return has_private();
  }

  void grow_or_refuse() {
    try {
      grow();
    } catch (...) {
      const index h = head_.load(base::relaxed);
      const bool gone = h <= bottom_.load(base::relaxed);  // an intruder has it, and all below: not refused
      head_.store(h - 1, base::release);
      if (!gone) throw;
      bottom_.store(h - 1, base::relaxed);
    }
  }

  void grow() {
    const index old = capacity_;
    auto larger = std::make_unique<slot[]>(2 * old);
    for (index i = 0; i < old; ++i) larger[i].store(places_[i].load(base::relaxed), base::relaxed);
    slots_ = std::move(larger);
    places_ = slots_.get();
    capacity_ = 2 * old;  // limit_ stays: who asks meanwhile must not be overwritten; answered() raises it
  }

  void publish() noexcept {
    const index b = bottom_.load(base::relaxed);
    const index h = head_.load(base::relaxed);
    if (h <= b) return;
    const std::uint64_t word =
        public_.load(base::acquire);  // D3: pairs with steal; count can only shrink meanwhile
    const index room = Ring - count_of(word);
    index moved = (h - b + 1) / 2;
    if (moved > room) moved = room;
    std::uint64_t shown = 0;
    for (index i = b; i < b + moved; ++i) {
      if (task* const item = places_[i].load(base::relaxed))
        ring_at(split_ + shown++).store(item, base::relaxed);
    }
    bottom_.store(b + moved, base::relaxed);
    split_ = (split_ + shown) & tail_mask;
    public_.fetch_add(shown, base::release);  // D2 -> steal; I2: only the owner adds
  }

  // Written by the owner, but for limit_ (by who asks) and bottom_ (by who seizes).
  base::atomic<index> head_{0};
  base::atomic<index> limit_{0};
  base::atomic<index> bottom_{0};
  slot* places_ = nullptr;
  index capacity_;
  std::uint64_t split_ = 0;  // tail + count of public_
  std::unique_ptr<slot[]> slots_;
  // Written by thieves.
  alignas(base::cache_line) base::atomic<std::uint64_t> public_{0};
  sync::spin_lock lock_;
  alignas(base::cache_line) std::array<slot, Ring> ring_{};
};

using split_deque = basic_split_deque<>;

}  // namespace jackdaw::queue
