// Jackdaw's own pool: split deques, steal requests of thieves without work, and forced steals where an owner does not
// answer.
//
// Source: what KR02 (dq8), HR10 (atp2) and WSL06 (dq9) found: private work without synchronization plus public work for
// thieves. Their flaw is that private work stays hidden behind a long task. Against it, an owner that does not answer a
// thief within some microseconds is stolen from by force. The protocol and its proofs:
// docs/internals/scheduler/split-deque.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/cache_line.hpp>
#include <jackdaw/base/clock.hpp>
#include <jackdaw/base/compiled.hpp>
#include <jackdaw/base/function_ref.hpp>
#include <jackdaw/base/owned_array.hpp>
#include <jackdaw/base/random.hpp>
#include <jackdaw/base/tally.hpp>
#include <jackdaw/base/threads/pause.hpp>
#include <jackdaw/base/threads/short_pause.hpp>
#include <jackdaw/base/threads/stack.hpp>
#include <jackdaw/pool/families/victim_order.hpp>
#include <jackdaw/pool/split_pool/singleton_sharing.hpp>
#include <jackdaw/pool/split_pool/steal_backoff.hpp>
#include <jackdaw/pool/task_pool.hpp>
#include <jackdaw/queue/split/split_deque.hpp>

namespace jackdaw::pool {

/// The default pool.
/// TP-P1: what a worker puts stays in its own deque until it is taken, and get() empties that first.
class split_pool {
 public:
  /// In which order a thief visits the others: round once from a random one on; each drawn anew, and then round; the
  /// nearest numbers first.
  enum class visiting : unsigned char { round, random, nearest };

 private:
  // How often a thief looks at what is public before it steals by force from an owner that does not answer, and how
  // long it pauses between two looks. Whether there is something private, it sees in a word that the owner writes all
  // the time; each look at that word slows the owner down, so it is rare.
  static constexpr int answer_looks = 50;
  static constexpr int look_pauses = 2;  // short ones: all looks together take 5 us
  static constexpr int looks_between_counts = 10;
  // A steal request for which nothing is found stands for so many puts and tasks of its owner.
  static constexpr unsigned most_unanswered = 8;
  // The same for the first such request since its owner was stolen from by force: that owner's tasks are long, and so
  // are few.
  static constexpr unsigned most_after_forced_steal = 64;

 public:
  using task_type = task;
  static constexpr bool balances = true;

  explicit split_pool(unsigned workers) : split_pool(workers, workers) {}

  /// With room for more workers, which take part from include() on (pool/task_pool.hpp, roomy_pool).
  split_pool(unsigned workers, unsigned places, visiting order = visiting::round);

  void include(unsigned workers) noexcept;

  /// What one worker uses alone, but for the thief's end of the deque and what a thief writes here. Its address is
  /// fixed.
  struct alignas(base::cache_line) local {
    /// True when work is requested: the caller then calls answer_steal_request_after_put().
    [[nodiscard]] bool put(task& item) noexcept { return deque.push(item); }

    queue::split_deque deque;
    base::random random;
    steal_backoff pace;
    singleton_sharing alone;
    unsigned unanswered = 0;  // how often work has been requested from it since it had something to share
    base::atomic<unsigned> empty_answers_allowed{most_unanswered};  // how often at most
    const task* mark = nullptr;  // while isolated: nothing at or below it is for this worker
  };
  [[nodiscard]] local& at(unsigned id) noexcept { return own_[id]; }

  [[nodiscard]] bool put(unsigned id, task& item) noexcept { return own_[id].put(item); }

  void init(unsigned id, task& item);

  [[nodiscard]] task* get(unsigned id) {
    if (task* const item = own_[id].deque.pop()) [[likely]]
      return item;
    return get_public(id, [] { return false; });
  }

  /// The same; null also once `alone()` holds: no other worker has anything then.
  [[nodiscard]] task* get(unsigned id, auto alone) {
    if (task* const item = own_[id].deque.pop()) [[likely]]
      return item;
    return get_public(id, alone);
  }

  /// The same for a worker that waits until it is `over`: null also then, and while this worker rests from stealing.
  [[nodiscard]] task* get_unless_resting(unsigned id, base::function_ref<bool()> over) {
    if (task* const item = take_back(id)) return item;
    return workers() == 1 || own_[id].pace.rests() ? nullptr : hunt(others(id), over);
  }

  /// Takes from the others, from a random one on. Null when nothing is there, or when its owner or another thief is
  /// taking what is there. These are busy: a phase ends by that.
  [[nodiscard]] task* steal(unsigned id) {
    return steal(id, [] { return false; });
  }

  /// Takes from `victim` only, for a worker that waits until it is `over`: null also then.
  [[nodiscard]] task* steal_from(unsigned id, unsigned victim, base::function_ref<bool()> over) {
    return hunt({id, victim, 1, victim + 1}, over);
  }

  /// Takes what this worker has put itself; in isolation, since that began.
  [[nodiscard]] task* get_own(unsigned id) {
    local& own = own_[id];
    if (task* const item = own.deque.pop(own.mark)) return item;
    own.alone.comes_back();
    if (own.mark == nullptr) return own.deque.reclaim();
    if (own.deque.is_on_top(*own.mark)) return nullptr;
    return own.deque.reclaim_newest(own.mark);  // or without it, when the mark itself has been stolen
  }

  /// From now on get_own(id) leaves `mark` and what lies below it; null: no more. Returns what was set before.
  const task* isolate(unsigned id, const task* mark) noexcept {
    own_[id].deque.keep_order(mark != nullptr);  // what follows the mark is newer than the mark
    return std::exchange(own_[id].mark, mark);
  }
  [[nodiscard]] bool isolated(unsigned id) const noexcept { return own_[id].mark != nullptr; }

  /// The calling thread is going to work as worker `id`.
  void seat(unsigned id) noexcept {
    const base::stack_bounds& frames = base::own_stack();
    own_[id].deque.set_floor(base::stack_floor());
    own_[id].deque.set_frames(frames.low, frames.size);
  }

  /// Half by half into the ring, which has room for some hundred; what stays private can be stolen by force.
  [[nodiscard]] bool retire(unsigned id);

  [[nodiscard]] std::uint64_t pulse(unsigned id) const noexcept { return own_[id].deque.pulse(); }

  [[nodiscard]] bool looks_empty(unsigned id) const noexcept;

  // ---- steal requests of workers without work (pool/task_pool.hpp, work_requesting_pool) ----

  /// Requests work from all others. True when it had been requested from all already.
  bool ask_all(unsigned id) noexcept;

  [[nodiscard]] bool work_requested(unsigned id) const noexcept { return own_[id].deque.work_requested(); }

  /// Makes half of what is private public, as far as there is room. Whether there is anything for the others.
  bool answer_steal_request(unsigned id) noexcept { return answer_steal_request(id, false); }

  /// The same after a put. A task that is alone may stay private then; an owner that takes its time loses it to a
  /// thief. `asleep`: a worker sleeps, and is woken for it.
  bool answer_steal_request_after_put(unsigned id, bool asleep) noexcept;

  /// Called after worker `id` has answered a steal request. Whether the request may be cleared: there is something to
  /// take, or nothing has been found for some time.
  [[nodiscard]] bool may_clear_request(unsigned id) noexcept;

  void clear_request(unsigned id) noexcept { own_[id].deque.clear_request(); }
  void request_work(unsigned id) noexcept { own_[id].deque.request_work(); }

 private:
  bool answer_steal_request(unsigned id, bool but_one) noexcept;

  /// All others, from a random one on.
  [[nodiscard]] stretch others(unsigned id) noexcept {
    const unsigned all = workers();
    return {id, own_[id].random.below(all), all, all};
  }

  /// How many take part; old where some are just included or left out, which have nothing then.
  [[nodiscard]] unsigned workers() const noexcept { return workers_.load(base::relaxed); }

  /// Takes from `victims` even if it has requested work in vain before; nothing once it is `over`.
  task* hunt(const stretch& victims, base::function_ref<bool()> over);

  /// Takes what is public, now or, for as long as an answer may take, before `end` and until it is `over`.
  task* look_on(const stretch& victims, double end, base::function_ref<bool()> over);

  /// Takes what is old, or else requests work from `victims`, also where nothing is there: for the next put. Gives an
  /// owner that has something time to answer, and steals by force from one that does not. Nothing once it is `over`.
  task* take_private(const stretch& victims, base::function_ref<bool()> over);

  /// The newest of the worker's own public tasks; else of the others', until it is `alone`. Not inline: get() is to be
  /// short.
  [[nodiscard]] task* get_public(unsigned id, base::function_ref<bool()> alone);

  [[nodiscard]] task* steal(unsigned id, base::function_ref<bool()> alone);

  /// The newest of the worker's own tasks, private or public.
  [[nodiscard]] task* take_back(unsigned id) {
    auto& deque = own_[id].deque;
    task* const item = deque.pop();
    return item != nullptr ? item : deque.reclaim();
  }

  task* take_public(const stretch& victims);

  /// What is private, but old, needs no answer.
  task* take_old(const stretch& victims);

  task* steal_by_force(const stretch& victims);

  /// What `from(victim, batch)` takes from the first of `victims` where it finds something.
  task* take(const stretch& victims, auto from) {
    queue::batch taken;
    const auto finds = [&](unsigned victim) {
      from(victim, taken);
      base::tally::count_steal(victim, taken.count);
      return taken.count != 0;
    };
    bool is_found = false;
    for (unsigned step = 0, all = chosen_steps(victims); step < all && !is_found; ++step) {
      const unsigned victim = chosen_victim(victims, step);
      is_found = victim != victims.thief && finds(victim);
    }
    if (!is_found)
      static_cast<void>(victims.any(finds));  // those that were left out, or have just got something
    return taken.count != 0 ? keep(victims.thief, taken) : nullptr;
  }

  /// How many steps of chosen_victim() come before the round.
  [[nodiscard]] unsigned chosen_steps(const stretch& victims) const noexcept {
    return order_ == visiting::round || victims.count == 1 ? 0 : 2 * victims.workers;
  }

  /// The victim of this step in another order than round; the thief itself: none.
  [[nodiscard]] unsigned chosen_victim(const stretch& victims, unsigned step) noexcept;

  /// Runs the oldest of the stolen tasks first. The others become private. Before a long task it requests work from
  /// itself, so that they are public when it begins.
  task* keep(unsigned id, const queue::batch& taken);

  base::atomic<unsigned> workers_;
  const visiting order_;
  base::owned_array<local> own_;
};

static_assert(task_pool<split_pool>);

}  // namespace jackdaw::pool

#ifndef JACKDAW_COMPILED
#include <jackdaw/pool/split_pool/split_pool_impl.hpp>
#endif
