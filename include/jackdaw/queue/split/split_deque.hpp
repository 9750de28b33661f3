// The default pool's deque: a private stack that its owner uses without fences, and a public ring that thieves
// empty.
//
// The protocol, with its proofs, has a page: docs/internals/scheduler/split-deque.md.
// Source: split deques of Lace (van Dijk, van de Pol 2014) and of the private/public pools of KR02 and HR10.
// Deviation: private tasks are linked where they lie (queue/split/private_stack.hpp) and public ones lie in a ring of
// their own (queue/split/public_ring.hpp), instead of below and above a split in one array.
//
// Callers: its owner push*, pop*, take_out, answer_steal_request, clear_request, reclaim*, set_floor; any thief
// steal, take_old, request_work, steal_by_force; any thread has_*, work_requested. Progress: push and pop wait-free
// without a steal request and without a thief; steal lock-free; answer_steal_request, clear_request, steal_by_force,
// take_out lock.
//
// SD-I1: request_or_stack_limit_ is `requested` from the moment in which a thief requests work, or steals by force,
// until the owner has answered and has mended its stack; for ever where there is no cheap fence.
// Orderings: those of its parts. SD-F1: head_ of the stack before request_or_stack_limit_; pairs with heavy() of a
// thread that parks.
#pragma once

#include <cstddef>
#include <cstdint>

#include <jackdaw/base/asymmetric_fence.hpp>
#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/cache_line.hpp>
#include <jackdaw/queue/batch.hpp>
#include <jackdaw/queue/queue.hpp>
#include <jackdaw/queue/split/private_stack.hpp>
#include <jackdaw/queue/split/public_ring.hpp>
#include <jackdaw/task/task.hpp>

namespace jackdaw::queue {

/// `Ring`: the public part. `Fence`, `Walk`: of the private part (private_stack).
template <class Ring = public_ring<>, class Fence = base::asymmetric_fence, std::size_t Walk = 128>
class alignas(base::cache_line) basic_split_deque {
 public:
  basic_split_deque() noexcept { clear_request(); }
  basic_split_deque(const basic_split_deque&) = delete;
  basic_split_deque& operator=(const basic_split_deque&) = delete;

  // ---- called by the owner ----

  /// Stores a task on top of the private part. True when work is requested: the owner has to call
  /// answer_steal_request() before anything else. No fence, no read-modify-write, no allocation.
  [[nodiscard]] bool push(task& item) noexcept {
    stack_.push(item);
    return work_requested();
  }

  /// The same for a task in the owner's stack frame; true also when the frame lies below the floor.
  [[nodiscard]] bool push_frame(task& item) noexcept {
    stack_.link(item);
    return reinterpret_cast<std::uintptr_t>(&item) < request_or_stack_limit_.load(base::relaxed);
  }

  /// Takes `item`, which lies in the owner's stack frame, when it is the newest private task. No fence, no
  /// read-modify-write.
  [[nodiscard]] bool pop_top(task& item) noexcept { return stack_.pop_top(item); }

  /// Takes the newest private task unless that is `stop`; null when there is none.
  [[nodiscard]] task* pop(const task* stop = nullptr) noexcept { return stack_.pop(stop); }

  /// Whether `item` is the newest private task; the owner's view.
  [[nodiscard]] bool is_on_top(const task& item) const noexcept { return stack_.is_on_top(item); }

  /// Takes `item` from below others. False when it is not private. Cost: a look at each newer private task.
  [[nodiscard]] bool take_out(task& item) noexcept { return stack_.take_out(item); }

  /// After push() returned true: moves the older half of the private tasks to the public part, as far as there is
  /// room. Returns whether work was requested. `but_one`: a task that is alone stays private; a thief may have it.
  bool answer_steal_request(bool but_one = false) noexcept {
    if (!work_requested()) return false;
    stack_.share(ring_, but_one);
    return true;
  }

  /// The owner has answered: pushes are fast again until the next thief requests work. The caller makes sure that no
  /// worker sleeps relying on its request (docs/internals/scheduler/split-deque.md, "A sleeper has requested work").
  void clear_request() noexcept {
    if (!Fence::available()) return;
    stack_.unless_stolen_from([this] { request_or_stack_limit_.store(floor_, base::relaxed); });  // SD-I1
  }

  /// Frames below this address make push_frame() return true: the end of the stack on which the owner works is
  /// near.
  void set_floor(std::uintptr_t floor) noexcept {
    floor_ = floor;
    if (!work_requested()) clear_request();
  }
  [[nodiscard]] std::uintptr_t floor() const noexcept { return floor_; }

  /// As private_stack::set_frames.
  void set_frames(std::uintptr_t low, std::size_t bytes) noexcept { stack_.set_frames(low, bytes); }

  /// As private_stack::keep_order.
  void keep_order(bool keep) noexcept { stack_.keep_order(keep); }

  /// Takes back the newer half of the public tasks: the newest is returned, the others become private. Null
  /// when there is none. Only while nothing is private.
  [[nodiscard]] task* reclaim() noexcept {
    return ring_.reclaim(batch::most, [this](task& item) { stack_.add(item); });
  }

  /// The newest public task, unless that is `stop`.
  [[nodiscard]] task* reclaim_newest(const task* stop) noexcept { return ring_.reclaim_newest(stop); }

  /// Stores a stolen task, without answering a request. Only while nothing older is private.
  void push_taken(task& item) noexcept { stack_.add(item); }

  // ---- called by any thread ----

  /// Takes up to half of the public tasks, at most `most`, oldest first: public_ring::steal.
  template <class... Between>
  [[nodiscard]] outcome steal(batch& taken, std::size_t most = batch::most, Between... between) noexcept {
    return ring_.steal(taken, most, between...);
  }

  /// The owner's next push, or look, will find a steal request.
  void request_work() noexcept {
    if (!work_requested()) request_or_stack_limit_.store(requested, base::relaxed);  // SD-I1
  }
  [[nodiscard]] bool work_requested() const noexcept {
    return request_or_stack_limit_.load(base::relaxed) == requested;
  }

  /// Takes private tasks, oldest first, without the owner's help: private_stack::steal_by_force. Nothing while there
  /// are public ones, which are older. Rare: the fence interrupts every processor that runs a thread of this
  /// process.
  void steal_by_force(batch& taken, std::size_t most = batch::most) noexcept {
    stack_.steal_by_force(taken, most, [this] {
      request_work();  // SD-I1: the owner's next push mends
      return !has_public();
    });
  }

  /// Takes private tasks that are old: private_stack::take_old. Nothing while there are public ones, which are older.
  void take_old(batch& taken, std::size_t most = batch::most) noexcept {
    stack_.take_old(taken, most, [this] { return !has_public(); });
  }

  [[nodiscard]] bool has_public() const noexcept { return !ring_.empty(); }
  /// How many tasks are public; old when it is returned.
  [[nodiscard]] std::size_t public_count() const noexcept { return ring_.count(); }
  [[nodiscard]] bool has_private() const noexcept { return stack_.has_any(); }

  /// The newest private task, which changes with each push and pop.
  [[nodiscard]] std::uintptr_t pulse() const noexcept { return stack_.top_address(); }

 private:
  static constexpr std::uintptr_t requested = ~std::uintptr_t{0};

  private_stack<Fence, Walk> stack_;
  base::atomic<std::uintptr_t> request_or_stack_limit_{requested};
  std::uintptr_t floor_ = 0;
  Ring ring_;
};

using split_deque = basic_split_deque<>;

}  // namespace jackdaw::queue
