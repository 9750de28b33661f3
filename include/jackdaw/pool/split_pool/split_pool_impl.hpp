// The functions of pool/split_pool/split_pool.hpp that are compiled once (base/compiled.hpp).
#pragma once

#include <utility>

#include <jackdaw/pool/split_pool/split_pool.hpp>

namespace jackdaw::pool {

JACKDAW_INLINE split_pool::split_pool(unsigned workers, unsigned places, visiting order)
    : workers_(workers), order_(order), own_(places) {
  for (unsigned id = 0; id < places; ++id) own_[id].random = base::random(id + 1);
}

JACKDAW_INLINE void split_pool::init(unsigned id, task& item) {
  own_[id].deque.request_work();
  static_cast<void>(own_[id].deque.push(item));
  static_cast<void>(answer_steal_request(id));
}

// A sleeper has requested nothing from those that come: a request on its behalf. One that falls asleep either sees them
// when it looks for the last time, or is seen by their next put (AF-F1, base/asymmetric_fence.hpp).
JACKDAW_INLINE void split_pool::include(unsigned workers) noexcept {
  const unsigned before = workers_.exchange(workers, base::relaxed);
  for (unsigned id = before; id < workers; ++id) own_[id].deque.request_work();
}

JACKDAW_INLINE task* split_pool::steal(unsigned id, base::function_ref<bool()> alone) {
  if (workers() == 1 || alone()) return nullptr;
  const base::tally::search searching;
  local& own = own_[id];
  do {
    while (own.pace.rests()) {
      if (looks_empty(id)) return nullptr;
    }
    const stretch all = others(id);
    if (task* const item = look_on(all, own.pace.next_request(), alone)) return item;
    if (base::seconds_now() >= own.pace.next_request()) return take_private(all, alone);
  } while (!alone() && !looks_empty(id));
  return nullptr;
}

JACKDAW_INLINE bool split_pool::retire(unsigned id) {
  auto& deque = own_[id].deque;
  for (int halves = 0; halves < 16 && deque.has_private(); ++halves) {
    deque.request_work();
    static_cast<void>(answer_steal_request(id));
  }
  return !deque.has_private() && !deque.has_public();
}

JACKDAW_INLINE bool split_pool::looks_empty(unsigned id) const noexcept {
  return all_workers(workers(), [&](unsigned other) {
    const auto& deque = own_[other].deque;
    return !deque.has_public() && (other == id || !deque.has_private());
  });
}

JACKDAW_INLINE bool split_pool::ask_all(unsigned id) noexcept {
  bool all_asked = true;
  for (unsigned other = 0, all = workers(); other < all; ++other) {
    if (other == id || own_[other].deque.work_requested()) continue;
    own_[other].deque.request_work();
    all_asked = false;
  }
  return all_asked;
}

JACKDAW_INLINE bool split_pool::answer_steal_request_after_put(unsigned id, bool asleep) noexcept {
  local& own = own_[id];
  const bool stays = own.alone.stay(asleep);
  const bool found = answer_steal_request(id, stays);
  if (!stays && !own.deque.has_private()) own.alone.was_given();
  return found;
}

JACKDAW_INLINE bool split_pool::may_clear_request(unsigned id) noexcept {
  local& own = own_[id];
  if (!own.deque.has_public()) {
    if (++own.unanswered < own.empty_answers_allowed.load(base::relaxed)) return false;
    own.empty_answers_allowed.store(most_unanswered, base::relaxed);
  }
  own.unanswered = 0;
  return true;
}

JACKDAW_INLINE bool split_pool::answer_steal_request(unsigned id, bool but_one) noexcept {
  auto& deque = own_[id].deque;
  static_cast<void>(deque.answer_steal_request(but_one));
  return deque.has_public() || deque.has_private();
}

JACKDAW_INLINE task* split_pool::hunt(const stretch& victims, base::function_ref<bool()> over) {
  const base::tally::search searching;
  if (over()) return nullptr;
  if (task* const item = look_on(victims, own_[victims.thief].pace.soon(), over)) return item;
  return over() ? nullptr : take_private(victims, over);
}

JACKDAW_INLINE task* split_pool::look_on(const stretch& victims, double end,
                                         base::function_ref<bool()> over) {
  for (int looks = 0;; ++looks) {
    if (task* const item = take_public(victims)) return item;
    if (looks == answer_looks || base::seconds_now() >= end || over()) return nullptr;
    for (int i = 0; i < look_pauses; ++i) base::short_pause();
  }
}

JACKDAW_INLINE task* split_pool::take_private(const stretch& victims, base::function_ref<bool()> over) {
  if (task* const item = take_old(victims)) return item;
  steal_backoff& pace = own_[victims.thief].pace;
  victims.each([&](unsigned victim) { request_work(victim); });
  pace.requests_work();
  const auto hides = [&](unsigned victim) { return own_[victim].deque.has_private(); };
  if (!victims.any(hides)) return nullptr;
  for (int looks = 1; looks <= answer_looks; ++looks) {
    for (int i = 0; i < look_pauses; ++i) base::short_pause();
    if (task* const item = take_public(victims)) return item;
    if (over()) return nullptr;
    if (looks % looks_between_counts == 0 && !victims.any(hides)) break;
  }
  if (task* const item = steal_by_force(victims)) return item;
  pace.requested_in_vain();
  return nullptr;
}

[[gnu::noinline]] JACKDAW_INLINE task* split_pool::get_public(unsigned id, base::function_ref<bool()> alone) {
  own_[id].alone.comes_back();
  task* const item = own_[id].deque.reclaim();
  return item != nullptr ? item : steal(id, alone);
}

JACKDAW_INLINE unsigned split_pool::chosen_victim(const stretch& victims, unsigned step) noexcept {
  const unsigned all = victims.workers;
  if (order_ == visiting::random) return own_[victims.thief].random.below(all);
  // A reserve thread's number is beyond those of all workers, so the last ones are the nearest.
  const unsigned from = victims.thief < all ? victims.thief : all;
  const unsigned distance = step / 2 + 1;
  if (step % 2 == 0) return from + distance < all ? from + distance : victims.thief;
  return distance <= from ? from - distance : victims.thief;
}

JACKDAW_INLINE task* split_pool::take_public(const stretch& victims) {
  return take(victims, [&](unsigned victim, queue::batch& taken) {
    while (own_[victim].deque.steal(taken) == queue::outcome::lost) base::pause();
    if (taken.count != 0 && own_[victims.thief].pace.tasks_are_long() && !own_[victim].deque.has_public())
      request_work(victim);  // for the next time
  });
}

JACKDAW_INLINE task* split_pool::take_old(const stretch& victims) {
  return take(victims, [&](unsigned victim, queue::batch& taken) { own_[victim].deque.take_old(taken); });
}

JACKDAW_INLINE task* split_pool::steal_by_force(const stretch& victims) {
  return take(victims, [&](unsigned victim, queue::batch& taken) {
    if (own_[victim].deque.has_private()) own_[victim].deque.steal_by_force(taken);
    if (taken.count != 0) own_[victim].empty_answers_allowed.store(most_after_forced_steal, base::relaxed);
    if (taken.count == 1 && !own_[victim].deque.has_private()) own_[victim].alone.was_missed();
  });
}

JACKDAW_INLINE task* split_pool::keep(unsigned id, const queue::batch& taken) {
  local& own = own_[id];
  own.pace.got(taken.count);
  if (taken.count > 1 && own.pace.tasks_are_long()) request_work(id);
  for (std::size_t i = 1; i < taken.count; ++i) own.deque.push_taken(*taken.items[i]);
  return taken.items[0];
}

}  // namespace jackdaw::pool
