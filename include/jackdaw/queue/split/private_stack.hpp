// The private part of a split deque: a stack that its owner uses without fences. A thief can cut off its older half
// behind the owner's back.
//
// Part of the protocol of docs/internals/scheduler/split-deque.md, which has the proofs. Source: one owner and one
// thief meet as in the THE protocol of Cilk-5 (Frigo, Leiserson, Randall 1998), with an asymmetric fence. Deviation:
// the tasks are linked through their headers, so that nothing has a capacity and a join writes into its own frame.
//
// Callers: its owner link, push, pop, pop_top, is_on_top, take_out, share; any thief take_old, steal_by_force;
// any thread has_any. Progress: link and the pops wait-free without a thief; the others lock.
//
// Invariants
//   PS-I1  the tasks are the fresh ones, linked from head_ on, newest first, and, older than these, those of
//          older_. head_ is written by its owner only; older_, cut_ and all_taken_ under the lock only.
//   PS-I2  a fresh task is given to one taker by THE. The owner writes head_ (pop_top) or popping_ (pop,
//          keeps_all_surely), then reads forced_. A thief writes forced_, then reads popping_ and head_. A full fence
//          is between on both sides (base/asymmetric_fence.hpp AF-F1). An owner that sees forced_ goes through the
//          lock, behind the thief. Without such a fence forced_ is set for ever.
//   PS-I3  while cut_ is not null, it and all fresh tasks older than it are gone, and forced_ is set. The owner cuts
//          them off (mend) before it takes or counts. What a thief walks over, from head_ to cut_, stays where it
//          is: no task that has not been taken leaves without the lock.
//   PS-I4  what is old leaves oldest first, with one exception: there were more fresh tasks than `Walk` when it grew
//          old, and no order had to be kept. Then it is not sorted, so that the cost does not grow with their
//          number.
//   PS-I5  a thief that has taken the newest task is the last until the owner has mended: for the moment of a
//          pop_top head_ may hold the link of that task. What is linked meanwhile is not hidden: the owner looks
//          afterwards whether to mend. Push and link look at the steal request, which stands as long; add at
//          forced_.
// Orderings: PS-D1 link, pop_top -> cut_half (head_, and keep_order before it). What pop has stored there is published
// by popping_, what is stored under the lock by that. PS-D2 keeps_all_surely -> cut_half (popping_: the owner has read
// what it wanted of the newest task before a thief may have it). The lock orders all else.
// ABA: the memory of a stolen task may be reused for a new one, with the address in cut_; so push() mends first. That
// of a frame cannot: the frame is left only through a pop_top() or take_out() that has mended.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/compiler_fence.hpp>
#include <jackdaw/base/explore/look_count.hpp>
#include <jackdaw/base/explore/slow_place.hpp>
#include <jackdaw/queue/batch.hpp>
#include <jackdaw/queue/split/older_tasks.hpp>
#include <jackdaw/sync/spin_lock.hpp>
#include <jackdaw/task/task.hpp>

namespace jackdaw::queue {

/// `Fence`: as base::asymmetric_fence. Where it is not available, the owner locks for each take. `Walk`: at
/// how many of its tasks an owner or a thief looks at most in order to halve them.
template <class Fence, std::size_t Walk = 128>
class private_stack {
 public:
  // ---- called by the owner ----

  /// Stores a task of the owner's stack frame. The owner looks for steal requests afterwards (PS-I5). No fence, no
  /// read-modify-write.
  void link(task& item) noexcept {
    link_of(item).store(head_.load(base::relaxed), base::relaxed);
    JACKDAW_SLOW_PLACE("link: before it shows");
    head_.store(&item, base::release);  // PS-D1 -> cut_half
    base::compiler_fence();             // AF-F1: head_ before what is read next
    JACKDAW_SLOW_PLACE("link: before a request is seen");
  }

  /// Stores any task, in the same way.
  void push(task& item) noexcept {
    if (forced_.load(base::relaxed)) [[unlikely]]
      mend();  // ABA
    link(item);
  }

  /// Stores a task that was public or another worker's. No steal request is answered afterwards.
  void add(task& item) noexcept {
    link(item);
    if (forced_.load(base::relaxed)) [[unlikely]]
      mend();  // PS-I5
  }

  /// Takes `item`, which lies in the owner's stack frame, when it is the newest.
  [[nodiscard]] bool pop_top(task& item) noexcept {
    if (head_.load(base::relaxed) != &item) [[unlikely]]
      return false;
    task* const next = link_of(item).load(base::relaxed);
    JACKDAW_SLOW_PLACE("pop_top: the link is read");
    head_.store(next, base::release);  // PS-D1: older ones were linked before
    base::compiler_fence();            // AF-F1: head_ before forced_
    JACKDAW_SLOW_PLACE("pop_top: the next task shows");
    if (!forced_.load(base::relaxed)) [[likely]]
      return true;  // PS-I2
    return pop_top_slowly(item);
  }

  /// Takes the newest task unless that is `stop`; null when there is none.
  [[nodiscard]] task* pop(const task* stop) noexcept {
    popping_.store(true, base::relaxed);
    base::compiler_fence();  // AF-F1: popping_ before forced_
    JACKDAW_SLOW_PLACE("pop: announced");
    if (forced_.load(base::relaxed)) [[unlikely]]
      return pop_slowly(stop);  // PS-I2
    task* const top = head_.load(base::relaxed);
    const bool taken = top != nullptr && top != stop;
    if (taken) head_.store(link_of(*top).load(base::relaxed), base::relaxed);  // PS-D1: popping_ publishes it
    JACKDAW_SLOW_PLACE("pop: taken");
    popping_.store(false, base::release);  // PS-D1 -> cut_half: after head_
    if (taken) [[likely]]
      return top;
    return top != nullptr || older_.empty() ? nullptr : pop_slowly(stop);
  }

  /// Whether `item` is the newest; the owner's view.
  [[nodiscard]] bool is_on_top(const task& item) const noexcept { return head_.load(base::relaxed) == &item; }

  /// Where frames of the owner lie: from `low` on, so many bytes; 0: that is not known.
  void set_frames(std::uintptr_t low, std::size_t bytes) noexcept {
    frames_from_ = low;
    bytes_of_frames_ = bytes;
  }

  /// Takes `item`, which lies in a frame of the owner, from below others; false when it is not here. Cost: a look at
  /// each newer task. A stack grows down. So where the task of an older frame comes first, a thief has taken `item`. It
  /// is not looked for further then: an exception that leaves many frames would look at all older ones for each.
  [[nodiscard]] bool take_out(task& item) noexcept {
    const std::lock_guard hold(lock_);
    mend_locked();
    if (head_.load(base::relaxed) == nullptr) refresh();
    const bool in_frame = is_in_frame(item);  // and not in one of a fibre
    task* newer = nullptr;
    for (task* at = head_.load(base::relaxed); at != nullptr; at = link_of(*at).load(base::relaxed)) {
      base::look();
      if (at == &item) {
        cut_after(newer, link_of(item).load(base::relaxed));
        return true;
      }
      if (in_frame && at > &item && is_in_frame(*at)) return false;
      newer = at;
    }
    return older_.take_out(item);
  }

  /// Gives the older half of the tasks, oldest first, to `ring`, as far as it has room. The newer half stays
  /// fresh. `but_one`: a task that is alone stays, too.
  void share(auto& ring, bool but_one) noexcept {
    if (keeps_all_surely(ring, but_one)) return;
    const std::lock_guard hold(lock_);
    mend_locked();
    if (keeps_all(ring, but_one)) return;
    if (older_.empty()) grow_old();
    std::size_t shown = 0;
    for (const std::size_t room = ring.room(); shown < room && !older_.empty(); ++shown) {
      ring.write(shown, *older_.take());
    }
    ring.show(shown);
  }

  /// Calls `action`, under the lock, unless there is something to mend.
  void unless_stolen_from(auto action) noexcept {
    const std::lock_guard hold(lock_);
    if (!forced_.load(base::relaxed)) action();
  }

  /// Whether tasks that are stored from now on leave in the order in which they came, however many there are.
  void keep_order(bool keep) noexcept { ordered_.store(keep, base::relaxed); }  // PS-D1: before the next link

  // ---- called by any thread ----

  /// Where the newest fresh task lies, or 0; old when it is returned.
  [[nodiscard]] std::uintptr_t top_address() const noexcept {
    return reinterpret_cast<std::uintptr_t>(head_.load(base::relaxed));
  }

  /// Takes tasks, oldest first: what is old, else half of what is fresh; at most `most`. `announce` is called
  /// before the forced steal, and may refuse it.
  void steal_by_force(batch& taken, std::size_t most, auto announce) noexcept {
    taken.count = 0;
    const std::unique_lock hold(lock_, std::try_to_lock);
    if (!hold.owns_lock() || !announce()) return;
    if (older_.empty()) cut_half();
    collect(taken, most);
  }

  /// Takes what is old, at most `most` tasks, if `may()` says so under the lock. It never steals by force. Nothing
  /// while another thread has the lock.
  void take_old(batch& taken, std::size_t most, auto may) noexcept {
    taken.count = 0;
    if (older_.empty()) return;
    const std::unique_lock hold(lock_, std::try_to_lock);
    if (hold.owns_lock() && may()) collect(taken, most);
  }

  /// Whether there is anything to take; old when it is read.
  [[nodiscard]] bool has_any() const noexcept {
    const task* const newest = head_.load(base::relaxed);
    return (newest != nullptr && newest != cut_.load(base::relaxed)) || !older_.empty();
  }

 private:
  [[nodiscard]] bool is_in_frame(const task& item) const noexcept {
    return reinterpret_cast<std::uintptr_t>(&item) - frames_from_ < bytes_of_frames_;
  }

  /// Atomic: the owner may read the link of a task that is just being taken from it, and then sees forced_.
  static base::atomic_ref<task*> link_of(task& item) noexcept { return base::atomic_ref<task*>(item.next); }

  [[gnu::noinline, gnu::cold]] bool pop_top_slowly(task& item) noexcept {
    head_.store(&item, base::release);  // PS-D1
    const std::lock_guard hold(lock_);  // the thief has decided
    mend_locked();
    if (head_.load(base::relaxed) != &item) return false;
    head_.store(link_of(item).load(base::relaxed), base::relaxed);
    return true;
  }

  /// A thief is, or was, at work, or there are older tasks only.
  [[gnu::noinline, gnu::cold]] task* pop_slowly(const task* stop) noexcept {
    popping_.store(false, base::release);  // PS-D1 -> cut_half: after the head_ of an earlier pop
    const std::lock_guard hold(lock_);
    mend_locked();
    if (head_.load(base::relaxed) == nullptr) refresh();
    task* const top = head_.load(base::relaxed);
    if (top == nullptr || top == stop) return nullptr;
    head_.store(link_of(*top).load(base::relaxed), base::relaxed);
    return top;
  }

  [[gnu::noinline, gnu::cold]] void mend() noexcept {
    const std::lock_guard hold(lock_);
    mend_locked();
  }

  /// The owner: keeps_all() without the lock; false also when a thief is, or was, at work. PS-I2, as in pop: the newest
  /// task may be freed by its thief.
  [[nodiscard]] bool keeps_all_surely(const auto& ring, bool but_one) noexcept {
    popping_.store(true, base::relaxed);
    base::compiler_fence();  // AF-F1: popping_ before forced_
    const bool keeps = !forced_.load(base::relaxed) && keeps_all(ring, but_one);
    popping_.store(false, base::release);  // PS-D2 -> cut_half
    return keeps;
  }

  // ---- called under the lock ----

  /// Adds what is old until there are `most` tasks.
  void collect(batch& taken, std::size_t most) noexcept {
    while (taken.count < most && !older_.empty()) taken.add(older_.take());
  }

  /// The owner, with nothing to mend: whether there is nothing to share, or one task that is alone and may stay.
  [[nodiscard]] bool keeps_all(const auto& ring, bool but_one) const noexcept {
    if (!older_.empty()) return false;
    task* const newest = head_.load(base::relaxed);
    return newest == nullptr || (but_one && link_of(*newest).load(base::relaxed) == nullptr && ring.empty());
  }

  /// The owner: cuts off what thieves have taken. PS-I3, PS-I5
  void mend_locked() noexcept {
    const task* const cut = cut_.load(base::relaxed);
    if (cut == nullptr) return;
    task* newer = nullptr;
    for (task* at = head_.load(base::relaxed); at != cut; at = link_of(*at).load(base::relaxed)) newer = at;
    cut_after(newer, nullptr);
    cut_.store(nullptr, base::relaxed);
    all_taken_ = false;
    forced_.store(always_intruded(), base::relaxed);
  }

  /// The owner: removes what follows `newer` (null: the newest) up to, but without, `rest`.
  void cut_after(task* newer, task* rest) noexcept {
    if (newer == nullptr) {
      head_.store(rest, base::relaxed);
    } else {
      link_of(*newer).store(rest, base::relaxed);
    }
  }

  /// The owner: the older half of the fresh tasks becomes old.
  void grow_old() noexcept {
    task* const top = head_.load(base::relaxed);
    if (top == nullptr) return;
    older_.take_half(top, nullptr, ordered_.load(base::relaxed),
                     [this](task* newer, task*) { cut_after(newer, nullptr); });
  }

  /// The owner, without fresh tasks: old ones become fresh; of many, as many as stay fresh when the others grow old.
  void refresh() noexcept { head_.store(older_.give_back(Walk / 2), base::relaxed); }

  /// A thief: the older half of the fresh tasks becomes old. PS-I2, PS-I3, PS-I5
  void cut_half() noexcept {
    if (all_taken_ || head_.load(base::relaxed) == nullptr) return;
    forced_.store(true, base::relaxed);
    JACKDAW_SLOW_PLACE("cut_half: announced");
    Fence::heavy();                                   // AF-F1: forced_ before popping_ and head_
    const bool away = !popping_.load(base::acquire);  // PS-D1, PS-D2: pairs with pop, keeps_all_surely
    task* const top = head_.load(base::acquire);      // PS-D1: pairs with link
    task* const cut = cut_.load(base::relaxed);
    JACKDAW_SLOW_PLACE("cut_half: the top is read");
    if (!away || top == nullptr || top == cut) {
      if (cut == nullptr) forced_.store(always_intruded(), base::relaxed);
      return;
    }
    older_.take_half(top, cut, ordered_.load(base::relaxed), [this](task* newer, task* older) {
      cut_.store(older, base::relaxed);
      all_taken_ = newer == nullptr;
    });
  }

  /// Without a cheap fence on the owner's side, it takes behind the lock only. PS-I2
  static bool always_intruded() noexcept { return !Fence::available(); }

  base::atomic<task*> head_{nullptr};
  base::atomic<bool> forced_{always_intruded()};
  base::atomic<bool> popping_{false};
  base::atomic<bool> ordered_{false};
  sync::spin_lock lock_;
  base::atomic<task*> cut_{nullptr};
  bool all_taken_ = false;          // under the lock
  std::uintptr_t frames_from_ = 0;  // these two of the owner alone
  std::size_t bytes_of_frames_ = 0;
  older_tasks<Walk> older_;
};

}  // namespace jackdaw::queue
