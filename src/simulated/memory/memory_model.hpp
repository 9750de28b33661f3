// Atomics and fences by the memory model of C++20, as one of its executions goes on.
//
// Each location has its stores in modification order. A load may see any store from the oldest that coherence leaves it
// to the newest; a store may take its place anywhere behind what its thread knows; a read-modify-write stands directly
// behind what it has read. Clauses are those of [atomics.order] and [intro.races] in C++20 (N4861).
//
// M1  Coherence: a thread's clock `shown` covers all stores that it has read or written, and those that another thread
//     has read or written before, by happens-before. It reads none older than the newest, and writes behind it.
// M2  Release: what an acquiring load learns is what the storing thread knew at its release operation, or at its last
//     release fence. A read-modify-write carries on what was published by the store that it has read; another store by
//     the same thread does not.
// M3  Sequentially consistent operations are in one order S, which is here the order of execution. One reads no store
//     older, and writes none older, than what an earlier one of the same object has read or written.
// M4  Sequentially consistent fences are in S, too: what happens before one is shown to threads that pass a later one.
//     It is shown to later sequentially consistent operations, too. What those have done is shown to threads that pass
//     a later fence.
//     Nothing of it orders plain data.
// M5  A fence that the kernel executes for a thread lies between two compiler fences of that thread. It publishes what
//     the thread knew at the first of them, and shows from the second one on: what is between the two the compiler may
//     have put on either side.
// M6  The kernel's part of a futex is a relaxed load by the thread that wants to sleep. The operations on one futex are
//     one after the other: it reads nothing that is older than what one knew that has called a wake before.
//
// M7  A count of a shared pointer is no location. A thread that counts down has seen what all did that have counted down
//     before it.
//     That is what such a count promises, and no more: counting up orders nothing.
//
// Not modelled: load buffering (a load that sees what is stored later in the execution), and an order S that differs
// from the order of execution. docs/internals/verification/exploration.md says what that hides.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <unordered_map>

#include "src/simulated/choices.hpp"
#include "src/simulated/memory/location.hpp"
#include "src/simulated/memory/vector_clock.hpp"

namespace jackdaw::simulated {

class memory_model {
 public:
  using order = std::memory_order;
  using change = std::uint64_t (*)(std::uint64_t old, std::uint64_t operand);

  /// Forgets everything. How often loads see what is old is drawn anew. What follows is chosen from `ways`.
  void begin(choices& ways, std::uint64_t exploration);

  /// A place for an object: made before the threads began, or by `maker`.
  location& make(const void* object, std::uint64_t value, thread_number maker);

  /// That its maker has made it then.
  static void made_at(location& place, std::uint32_t time) noexcept {
    place.stores.front().seen[place.maker] = place.made_at = time;
  }

  /// Whether the object's construction happens before what this thread does next.
  [[nodiscard]] bool is_published_to(thread_number thread, const location& place) const noexcept {
    return place.made_at <= threads_[thread].now.happened[place.maker];
  }

  std::uint64_t load(thread_number thread, location& place, order how);
  void store(thread_number thread, location& place, std::uint64_t value, order how);
  std::uint64_t modify(thread_number thread, location& place, change made, std::uint64_t operand, order how);
  bool compare_exchange(thread_number thread, location& place, std::uint64_t& expected, std::uint64_t desired,
                        order success, order failure, bool is_weak);
  void fence(thread_number thread, order how);

  /// The compiler changes no order across this place of the thread.
  void keep_order(thread_number thread) noexcept;

  /// A sequentially consistent fence that the kernel executes for the thread, at a place that the compiler knows
  /// nothing of (M5).
  void fence_by_kernel(thread_number thread) noexcept;

  /// The thread has seen the newest store from now on. Orders nothing else.
  void show_newest(thread_number thread, location& place);

  /// M6: what the kernel finds before it lets the thread sleep; that the thread wakes others; that it was woken.
  std::uint64_t look_by_kernel(thread_number thread, location& place);
  void tell_kernel(thread_number thread, location& place) noexcept;
  void show_told(thread_number thread, location& place) noexcept;

  /// M7: the thread has looked at a count, or has counted down.
  void see_count(thread_number thread, const void* count) noexcept;
  void count_down(thread_number thread, const void* count);
  /// There is other memory now.
  void forget_counts(const void* from, std::size_t size) noexcept;

  [[nodiscard]] const vector_clock& happened(thread_number thread) const noexcept {
    return threads_[thread].now.happened;
  }

 private:
  struct thread_view {
    knowledge now;
    knowledge released;    // what it knew at its last release fence
    knowledge unacquired;  // what loads have seen that did not acquire
    knowledge kept;        // M5: what it knew at its last compiler fence, with what was unacquired
    knowledge due;         // M5: what fences by the kernel have shown, from the next compiler fence on
    unsigned stale_in_row = 0;
  };

  [[nodiscard]] static bool acquires(order how) noexcept {
    return how == order::acquire || how == order::acq_rel || how == order::seq_cst || how == order::consume;
  }
  [[nodiscard]] static bool releases(order how) noexcept {
    return how == order::release || how == order::acq_rel || how == order::seq_cst;
  }

  [[nodiscard]] std::size_t oldest_for(const thread_view& self, const location& place,
                                       order how) const noexcept;
  std::size_t choose(thread_view& self);
  void collect(const location& place, std::size_t oldest);
  bool fails_spuriously();
  void mark_seen(thread_number thread, store_record& seen) noexcept;
  void see(thread_number thread, store_record& seen, order how);
  store_record written(thread_number thread, std::uint64_t value, order how);
  void end_step(thread_number thread) noexcept;

  choices* ways_ = nullptr;
  std::array<thread_view, explorer::most_threads + 1> threads_;
  vector_clock fenced_;           // M4: what is shown to those that pass a fence
  std::uint32_t sequential_ = 0;  // M3: how many such operations there were
  std::deque<location> places_;   // used again in each exploration
  std::size_t used_ = 0;
  std::unordered_map<const void*, knowledge> counts_;  // M7: what those knew that have counted down
  std::uint64_t exploration_ = 0;
  std::uint32_t stale_share_ = 0;          // of 256 loads
  std::uint32_t behind_share_ = 0;         // of 256 stores
  unsigned stale_left_ = 0;                // systematically: so many
  bool spurious_left_ = false;             // systematically: one
  std::vector<std::uint32_t> candidates_;  // positions, the newest first
};

}  // namespace jackdaw::simulated
