// The functions of flow/resource/unit_sharing.hpp and unit_pool.hpp that are compiled once (base/compiled.hpp).
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

#include <jackdaw/base/threads/inside_exit.hpp>
#include <jackdaw/flow/resource/unit_sharing.hpp>
#include <jackdaw/flow/version/look_count.hpp>

namespace jackdaw::dataflow {

// ---- a resource ----

JACKDAW_INLINE unit_pool::unit_pool(std::uint64_t how_many) : units_(how_many) {
  const std::lock_guard hold(unit_sharing::mutex_);
  unit_sharing::enter(*this);
}

JACKDAW_INLINE unit_pool::~unit_pool() {
  const std::lock_guard hold(unit_sharing::mutex_);
  if ((free_ != units_ || oldest_ != nullptr) && !base::inside_exit()) refuse_to_end();
  unit_sharing::leave(*this);
}

[[noreturn]] JACKDAW_INLINE void unit_pool::refuse_to_end() const noexcept {
  std::fprintf(
      stderr,
      "jackdaw: a resource%s%s%s is destroyed while tasks use it (%llu of %llu units are free); expected "
      "flow::wait() before\n",
      name_.empty() ? "" : ", '", name_.c_str(), name_.empty() ? "" : "',",
      static_cast<unsigned long long>(free_), static_cast<unsigned long long>(units_));
  std::abort();
}

JACKDAW_INLINE std::uint64_t unit_pool::free_units() const noexcept {
  const std::lock_guard hold(unit_sharing::mutex_);
  return free_;
}

JACKDAW_INLINE void unit_pool::name(std::string_view text) {
  std::string copy(text);
  const std::lock_guard hold(unit_sharing::mutex_);
  name_.swap(copy);
}

JACKDAW_INLINE std::string unit_pool::name() const {
  const std::lock_guard hold(unit_sharing::mutex_);
  return name_;
}

JACKDAW_INLINE void unit_sharing::enter(unit_pool& one) noexcept {
  one.next_ = first_;
  one.link_ = &first_;
  if (one.next_ != nullptr) one.next_->link_ = &one.next_;
  first_ = &one;
}

JACKDAW_INLINE void unit_sharing::leave(const unit_pool& one) noexcept {
  if (one.link_ == nullptr) return;
  *one.link_ = one.next_;
  if (one.next_ != nullptr) one.next_->link_ = one.link_;
}

// ---- a task takes units, or waits ----

JACKDAW_INLINE bool unit_sharing::is_closed(const unit_pool& one) noexcept {
  return one.overtaken_ >= most_overtakings;
}

JACKDAW_INLINE bool unit_sharing::fits(const unit_demand& one) noexcept {
  return one.units <= one.of->free_ && (!is_closed(*one.of) || one.of->oldest_ == &one);  // US-U3
}

JACKDAW_INLINE unit_demand* unit_sharing::first_lacking(const unit_request& of) noexcept {
  for (unit_demand& each : of.demands) {
    if (!fits(each)) return &each;
  }
  return nullptr;
}

/// It waits nowhere.
JACKDAW_INLINE void unit_sharing::grant(unit_request& to) noexcept {
  for (const unit_demand& each : to.demands) {
    unit_pool& from = *each.of;
    from.free_ -= each.units;  // US-U1
    if (from.oldest_ != nullptr && from.oldest_->by->age < to.age) ++from.overtaken_;
  }
  to.has_units = true;
  to.process = process_;
}

JACKDAW_INLINE bool unit_sharing::take_locked(unit_request& of) noexcept {
  of.age = ages_++;
  if (first_lacking(of) != nullptr) return false;  // US-U5
  grant(of);
  return true;
}

JACKDAW_INLINE void unit_sharing::wait_locked(unit_request& of) noexcept {
  unit_demand& lacking = *first_lacking(of);
  for (const unit_demand& each : of.demands) {
    if (each.of->link_ == nullptr) [[unlikely]]
      enter(*each.of);  // US-F2
  }
  join_queues(of);
  stand(of, lacking);
}

JACKDAW_INLINE bool unit_sharing::take(unit_request& of) noexcept {
  if (of.demands.empty()) return of.has_units = true;
  const std::lock_guard hold(mutex_);
  return take_locked(of);
}

JACKDAW_INLINE void unit_sharing::stand(unit_request& who, unit_demand& at) noexcept {
  who.standing = &at;
  at.of->standing_.insert(at);
}

JACKDAW_INLINE void unit_sharing::stop_standing(unit_request& who) noexcept {
  unit_demand& at = *std::exchange(who.standing, nullptr);
  at.of->standing_.erase(at);
}

JACKDAW_INLINE void unit_sharing::join_queues(const unit_request& who) noexcept {
  for (unit_demand& each : who.demands) {
    unit_pool& of = *each.of;
    each.newer = nullptr;
    each.older = std::exchange(of.newest_, &each);
    (each.older == nullptr ? of.oldest_ : each.older->newer) = &each;
  }
}

JACKDAW_INLINE void unit_sharing::leave_queues(const unit_request& who, to_serve& opened) noexcept {
  for (unit_demand& each : who.demands) {
    unit_pool& of = *each.of;
    (each.newer == nullptr ? of.newest_ : each.newer->older) = each.older;
    (each.older == nullptr ? of.oldest_ : each.older->newer) = each.newer;
    if (each.older != nullptr) continue;
    if (is_closed(of)) opened.add(of);
    of.overtaken_ = 0;
  }
}

// ---- units come back ----

JACKDAW_INLINE void unit_sharing::to_serve::add(unit_pool& one) noexcept {
  if (std::exchange(one.is_to_be_served_, true)) return;
  one.next_served_ = std::exchange(first, &one);
}

/// The demand that may get units here next; null: none of those that stand here.
JACKDAW_INLINE unit_demand* unit_sharing::next_within(const unit_pool& one) noexcept {
  if (!is_closed(one)) return one.standing_.first_within(one.free_);
  unit_demand* const oldest = one.oldest_;
  return oldest->by->standing == oldest && oldest->units <= one.free_ ? oldest : nullptr;
}

/// US-U2: it ends when no task that stands at one of these fits. Each look grants one, or moves it to a resource that
/// it lacks.
JACKDAW_INLINE void unit_sharing::serve(to_serve& all, called& granted) noexcept {
  while (all.first != nullptr) {
    unit_pool& one = *std::exchange(all.first, all.first->next_served_);
    one.is_to_be_served_ = false;
    while (unit_demand* const next = next_within(one)) {
      look();
      unit_request& request = *next->by;
      stop_standing(request);
      if (unit_demand* const lacking = first_lacking(request); lacking != nullptr) {
        stand(request, *lacking);
        continue;
      }
      leave_queues(request, all);
      grant(request);
      granted.add(request);
    }
  }
}

JACKDAW_INLINE void unit_sharing::called::put_all() const noexcept {
  for (unit_request* each = first; each != nullptr;) {
    unit_request& one = *std::exchange(each, each->next);
    one.resume(*one.task);
  }
}

JACKDAW_INLINE void unit_sharing::give_back(unit_request& of) noexcept {
  if (!std::exchange(of.has_units, false) || of.demands.empty()) return;
  called granted;
  {
    const std::lock_guard hold(mutex_);
    if (of.process != process_) return;  // US-F1
    to_serve all;
    for (const unit_demand& each : of.demands) {
      each.of->free_ += each.units;  // US-U1
      all.add(*each.of);
    }
    serve(all, granted);
  }
  granted.put_all();
}

JACKDAW_INLINE void unit_sharing::call_off(const flow_base& of) noexcept {
  called all;
  {
    const std::lock_guard hold(mutex_);
    to_serve opened;
    for (unit_pool* each = first_; each != nullptr; each = each->next_) {
      for (unit_demand* one = each->oldest_; one != nullptr;) {
        unit_request& request = *std::exchange(one, one->newer)->by;
        if (&request.task->owner_flow->whole() != &of) continue;
        stop_standing(request);
        leave_queues(request, opened);
        all.add(request);
      }
    }
    serve(opened, all);
  }
  all.put_all();
}

JACKDAW_INLINE std::string unit_sharing::text(const unit_request& of) {
  const std::lock_guard hold(mutex_);
  if (of.standing == nullptr) return {};
  const std::string& name = of.standing->of->name_;
  return std::to_string(of.standing->units) + " of " + (name.empty() ? "a resource" : '\'' + name + '\'');
}

JACKDAW_INLINE void unit_sharing::forget_all() noexcept {
  ++process_;
  while (unit_pool* const one = first_) {
    first_ = std::exchange(one->next_, nullptr);
    one->link_ = nullptr;
    one->free_ = one->units_;
    one->standing_ = {};
    one->oldest_ = one->newest_ = nullptr;
    one->overtaken_ = 0;
  }
}

}  // namespace jackdaw::dataflow
