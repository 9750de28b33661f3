#include "src/simulated/memory/memory_model.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <vector>

namespace jackdaw::simulated {

namespace {

// Of 256. Many explorations see the newest nearly always, lest faults of interleavings alone get rare.
constexpr std::array<std::uint32_t, 6> stale_shares{0, 0, 12, 48, 96, 128};
constexpr std::array<std::uint32_t, 6> behind_shares{0, 0, 0, 0, 32, 96};
constexpr std::uint32_t spurious_share = 24;
constexpr unsigned most_stale_in_row = 6;  // every store is seen in the end
constexpr unsigned most_stale_systematically = 6;

}  // namespace

void memory_model::begin(choices& ways, std::uint64_t exploration) {
  ways_ = &ways;
  exploration_ = exploration;
  used_ = 0;
  sequential_ = 0;
  counts_.clear();
  fenced_ = {};
  for (std::size_t thread = 0; thread < threads_.size(); ++thread) {
    thread_view& view = threads_[thread];
    view = {};
    view.now.happened[0] = view.now.shown[0] = 1;
    view.now.happened[thread] = view.now.shown[thread] = 1;
    if (thread != 0) view.kept.happened[0] = view.kept.shown[0] = 1;
  }
  stale_left_ = most_stale_systematically;
  spurious_left_ = true;
  if (ways_->is_systematic()) return;
  stale_share_ = stale_shares[ways_->below(stale_shares.size())];
  behind_share_ = behind_shares[ways_->below(behind_shares.size())];
}

location& memory_model::make(const void* object, std::uint64_t value, thread_number maker) {
  if (used_ == places_.size()) places_.emplace_back();
  location& place = places_[used_++];
  place.object = object;
  place.exploration = exploration_;
  place.maker = maker;
  place.made_at = threads_[maker].now.happened[maker];
  place.stores.clear();
  store_record& first = place.stores.emplace_back();
  first.value = value;
  first.seen[maker] = place.made_at;
  return place;
}

std::size_t memory_model::oldest_for(const thread_view& self, const location& place,
                                     order how) const noexcept {
  if (how != order::seq_cst) return place.oldest_for(self.now.shown);  // M1
  vector_clock all = self.now.shown;
  all.join(fenced_);                            // M4
  all[vector_clock::sequential] = sequential_;  // M3
  return place.oldest_for(all);
}

/// All from the oldest that may be read.
void memory_model::collect(const location& place, std::size_t oldest) {
  candidates_.clear();
  for (std::size_t i = place.stores.size(); i-- > oldest;)
    candidates_.push_back(static_cast<std::uint32_t>(i));
}

/// Whether a weak compare-exchange does. Systematically, one of an execution, lest loops of them have no end.
bool memory_model::fails_spuriously() {
  if (!ways_->is_systematic()) return stale_share_ != 0 && ways_->happens(spurious_share);
  if (!spurious_left_ || ways_->below(2) == 0) return false;
  spurious_left_ = false;
  return true;
}

/// One of candidates_: mostly the first, which is the newest.
std::size_t memory_model::choose(thread_view& self) {
  std::size_t chosen = 0;
  if (candidates_.size() > 1) {
    const auto count = static_cast<std::uint32_t>(candidates_.size());
    if (ways_->is_systematic()) {
      if (stale_left_ > 0) chosen = ways_->below(count);
    } else if (self.stale_in_row < most_stale_in_row && ways_->happens(stale_share_)) {
      chosen = ways_->below(count);
    }
  }
  if (chosen == 0) {
    self.stale_in_row = 0;
  } else {
    ++self.stale_in_row;
    if (stale_left_ > 0) --stale_left_;
  }
  return candidates_[chosen];
}

void memory_model::mark_seen(thread_number thread, store_record& seen) noexcept {
  auto& since = seen.seen[thread];
  if (since == 0) since = threads_[thread].now.shown[thread];
}

void memory_model::see(thread_number thread, store_record& seen, order how) {
  thread_view& self = threads_[thread];
  mark_seen(thread, seen);
  if (acquires(how)) {
    self.now.join(seen.published);  // M2
  } else {
    self.unacquired.join(seen.published);
  }
  if (how == order::seq_cst && seen.seen[vector_clock::sequential] == 0)
    seen.seen[vector_clock::sequential] = ++sequential_;  // M3
}

store_record memory_model::written(thread_number thread, std::uint64_t value, order how) {
  const thread_view& self = threads_[thread];
  store_record next;
  next.value = value;
  next.seen[thread] = self.now.shown[thread];
  next.published = releases(how) ? self.now : self.released;                       // M2
  if (how == order::seq_cst) next.seen[vector_clock::sequential] = ++sequential_;  // M3
  return next;
}

/// A thread that has learnt what this one has published so far does not know what this one does from now on.
void memory_model::end_step(thread_number thread) noexcept {
  knowledge& now = threads_[thread].now;
  now.shown[thread] = ++now.happened[thread];
}

void memory_model::see_count(thread_number thread, const void* count) noexcept {
  if (const auto known = counts_.find(count); known != counts_.end())
    threads_[thread].now.join(known->second);
}

void memory_model::count_down(thread_number thread, const void* count) {
  knowledge& now = threads_[thread].now;
  knowledge& all = counts_[count];
  now.join(all);
  all.join(now);
  end_step(thread);
}

void memory_model::forget_counts(const void* from, std::size_t size) noexcept {
  const auto* const first = static_cast<const std::byte*>(from);
  std::erase_if(counts_, [=](const auto& each) {
    const auto* const at = static_cast<const std::byte*>(each.first);
    return !std::less<>()(at, first) && std::less<>()(at, first + size);
  });
}

std::uint64_t memory_model::load(thread_number thread, location& place, order how) {
  thread_view& self = threads_[thread];
  collect(place, oldest_for(self, place, how));
  store_record& seen = place.stores[choose(self)];
  see(thread, seen, how);
  end_step(thread);
  return seen.value;
}

void memory_model::store(thread_number thread, location& place, std::uint64_t value, order how) {
  const thread_view& self = threads_[thread];
  std::size_t behind = place.stores.size() - 1;
  const std::size_t oldest = oldest_for(self, place, how);
  if (oldest < behind && ways_->happens(behind_share_)) {
    candidates_.clear();
    for (std::size_t i = place.stores.size(); i-- > oldest;) {
      if (place.has_room_behind(i)) candidates_.push_back(static_cast<std::uint32_t>(i));
    }
    behind = candidates_[ways_->below(static_cast<std::uint32_t>(candidates_.size()))];
  }
  place.insert_behind(behind, written(thread, value, how));
  end_step(thread);
}

std::uint64_t memory_model::modify(thread_number thread, location& place, change made, std::uint64_t operand,
                                   order how) {
  thread_view& self = threads_[thread];
  const std::size_t oldest = oldest_for(self, place, how);
  candidates_.clear();
  for (std::size_t i = place.stores.size(); i-- > oldest;) {
    if (place.has_room_behind(i)) candidates_.push_back(static_cast<std::uint32_t>(i));
  }
  const std::size_t read = choose(self);
  const std::uint64_t old = place.stores[read].value;
  see(thread, place.stores[read], how);
  store_record next = written(thread, made(old, operand), how);
  next.published.join(place.stores[read].published);  // M2
  next.follows = true;
  place.insert_behind(read, next);
  end_step(thread);
  return old;
}

bool memory_model::compare_exchange(thread_number thread, location& place, std::uint64_t& expected,
                                    std::uint64_t desired, order success, order failure, bool is_weak) {
  thread_view& self = threads_[thread];
  const std::size_t oldest_to_change = oldest_for(self, place, success);
  const std::size_t oldest_to_see = oldest_for(self, place, failure);
  const bool fails = is_weak && fails_spuriously();  // then it is a load, whatever it reads
  candidates_.clear();
  for (std::size_t i = place.stores.size(); i-- > 0;) {
    const bool is_equal = !fails && place.stores[i].value == expected;
    if (is_equal ? i >= oldest_to_change && place.has_room_behind(i) : i >= oldest_to_see)
      candidates_.push_back(static_cast<std::uint32_t>(i));
  }
  const std::size_t read = choose(self);
  const std::uint64_t value = place.stores[read].value;
  const bool done = !fails && value == expected;
  see(thread, place.stores[read], done ? success : failure);
  if (done) {
    store_record next = written(thread, desired, success);
    next.published.join(place.stores[read].published);  // M2
    next.follows = true;
    place.insert_behind(read, next);
  } else {
    expected = value;
  }
  end_step(thread);
  return done;
}

void memory_model::fence(thread_number thread, order how) {
  thread_view& self = threads_[thread];
  if (acquires(how)) self.now.join(self.unacquired);
  if (how == order::seq_cst) {
    self.now.shown.join(fenced_);                            // M4
    self.now.shown[vector_clock::sequential] = sequential_;  // M4
    fenced_.join(self.now.shown);
  }
  if (releases(how)) self.released = self.now;
  if (how == order::seq_cst) {  // one of the compiler, too
    keep_order(thread);
  } else {
    end_step(thread);
  }
}

void memory_model::keep_order(thread_number thread) noexcept {
  thread_view& self = threads_[thread];
  self.now.join(self.due);  // M5
  self.released.join(self.due);
  self.due = {};
  self.kept = self.now;
  self.kept.join(self.unacquired);
  end_step(thread);
}

void memory_model::fence_by_kernel(thread_number thread) noexcept {
  thread_view& self = threads_[thread];
  self.due.join(self.kept);  // M5
  self.due.shown.join(fenced_);
  self.due.shown[vector_clock::sequential] = sequential_;
  fenced_.join(self.kept.shown);
}

void memory_model::show_newest(thread_number thread, location& place) {
  mark_seen(thread, place.stores.back());
}

std::uint64_t memory_model::look_by_kernel(thread_number thread, location& place) {
  thread_view& self = threads_[thread];
  keep_order(thread);                                                               // a system call
  collect(place, std::max(place.oldest_for(self.now.shown), place.newest_told()));  // M6
  store_record& found = place.stores[choose(self)];
  mark_seen(thread, found);
  return found.value;
}

void memory_model::tell_kernel(thread_number thread, location& place) noexcept {
  keep_order(thread);
  place.stores[place.oldest_for(threads_[thread].now.shown)].told = true;  // M6
}

void memory_model::show_told(thread_number thread, location& place) noexcept {
  mark_seen(thread, place.stores[place.newest_told()]);
}

}  // namespace jackdaw::simulated
