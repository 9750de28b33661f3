// The functions of flow/failure/failure_record.hpp that are compiled once (base/compiled.hpp).
#pragma once

#include <algorithm>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <new>
#include <stop_token>
#include <utility>
#include <vector>

#include <jackdaw/flow/deadlock/flow_error.hpp>
#include <jackdaw/flow/failure/cause_set.hpp>
#include <jackdaw/flow/failure/failure_record.hpp>
#include <jackdaw/flow/failure/failure_round.hpp>
#include <jackdaw/flow/version/versions.hpp>

namespace jackdaw::dataflow {

/// What a thread that waits is told.
struct failure_summary {
  std::vector<flow_failure> failures;
  std::uint64_t skipped = 0;

  void add(const failure_round& one, std::uint64_t skipped_there) {
    bool some = false;
    for (const auto& each : one.failures) {
      if (!each.counts()) continue;
      failures.push_back(each.what);
      some = true;
    }
    if (some) skipped += skipped_there;  // else by cancel()
  }
  void tell() {
    if (!failures.empty()) throw flow_error(std::move(failures), skipped);
  }
};

/// Calls see(requirement) for each of the task, and for those by which the task around it reads for it.
void for_each_need(const waiter& task, auto&& see) {
  for (const requirement& each : task.all_requirements()) see(each);
  const waiter* const around = task.kind->is_read_for ? task.kind->around(task) : nullptr;
  if (around == nullptr) return;
  for (const requirement& each : around->all_requirements()) see(each);
}

JACKDAW_INLINE failure_record::failure_record() : now_(std::make_shared<failure_round>()) {}

JACKDAW_INLINE void failure_record::record(const waiter& task, std::exception_ptr thrown) noexcept {
  const std::lock_guard hold(mutex_);
  failure_round& all = *now_;
  const std::size_t before = all.failures.size();
  try {
    all.failures.push_back({{task.kind->name(task), thrown}});
  } catch (const std::bad_alloc&) {  // without its name, then, and only where it is the first
    if (all.failures.empty()) all.failures.push_back({{"?", std::move(thrown)}});
  }
  state_.fetch_or(failed, base::relaxed);
  cause_set why;
  if (all.failures.size() != before) why.add(static_cast<std::uint32_t>(before));
  try {
    all.spoil(task, why);
  } catch (const std::bad_alloc&) { state_.fetch_or(unknown, base::relaxed); }
}

JACKDAW_INLINE void failure_record::cancel() noexcept {
  std::stop_source stop{std::nostopstate};
  {
    const std::lock_guard hold(mutex_);
    state_.fetch_or(cancelled, base::relaxed);  // FC-C1
    stop = stop_;
  }
  stop.request_stop();  // FC-C2
}

JACKDAW_INLINE std::stop_token failure_record::stop_token() {
  std::stop_source stop{std::nostopstate};
  bool stops = false;
  {
    const std::lock_guard hold(mutex_);
    if (!stop_.stop_possible()) stop_ = std::stop_source();
    stop = stop_;
    stops = is_cancelled();  // FC-C1
  }
  if (stops) stop.request_stop();  // FC-C2
  return stop.get_token();
}

JACKDAW_INLINE bool failure_record::skips(const waiter& task) {
  if (is_cancelled() || is_unknown()) return true;
  bool may_miss = false;
  for_each_need(task, [&may_miss](const requirement& each) { may_miss = may_miss || each.of().mark() != 0; });
  if (!may_miss && !task.failed) return false;
  const std::lock_guard hold(mutex_);
  failure_round& all = *now_;
  bool skipped = task.failed;
  cause_set why;
  for_each_need(task, [&](const requirement& each) {
    const auto* const damage = all.before(each);
    if (damage == nullptr) return;
    skipped = true;
    why.add(damage->causes);
  });
  if (!skipped) return false;
  try {
    all.spoil(task, why);
  } catch (const std::bad_alloc&) { state_.fetch_or(unknown, base::relaxed); }
  return true;
}

JACKDAW_INLINE void failure_record::spoil(const waiter& task) noexcept {
  const std::lock_guard hold(mutex_);
  try {
    now_->spoil(task, {});
  } catch (const std::bad_alloc&) { state_.fetch_or(unknown, base::relaxed); }
}

JACKDAW_INLINE void failure_record::heal(const waiter& task) noexcept {
  const std::lock_guard hold(mutex_);
  now_->heal(task);
}

JACKDAW_INLINE bool failure_record::parts_have_failed(const waiter& task) noexcept {
  const std::lock_guard hold(mutex_);
  const bool others =
      (state_.load(base::relaxed) & (cancelled | unknown | given_up)) != 0;  // skipped for these
  const bool forgiven = now_->forgives_parts(task);
  return others || !forgiven;
}

JACKDAW_INLINE bool failure_record::is_damaged(const waiter& task, const versions* of) {
  if (is_cancelled() || is_unknown()) return true;
  const std::lock_guard hold(mutex_);
  bool found = false;
  for_each_need(task, [&](const requirement& each) {
    found = found || ((of == nullptr || &each.of() == of) && now_->before(each) != nullptr);
  });
  return found;
}

JACKDAW_INLINE std::vector<flow_failure> failure_record::causes(const waiter& task, const versions* of) {
  const std::lock_guard hold(mutex_);
  const failure_round& all = *now_;
  std::vector<flow_failure> found;
  std::vector<std::uint32_t> numbers;
  for_each_need(task, [&](const requirement& each) {
    if (of != nullptr && &each.of() != of) return;
    const auto* const damage = all.before(each);
    if (damage == nullptr) return;
    const auto some = damage->causes.all();
    numbers.insert(numbers.end(), some.begin(), some.end());
  });
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  found.reserve(numbers.size());
  for (const std::uint32_t each : numbers) found.push_back(all.failures[each].what);
  return found;
}

JACKDAW_INLINE void failure_record::set_handled(const waiter& task) noexcept {
  const std::lock_guard hold(mutex_);
  failure_round& all = *now_;
  for_each_need(task, [&all](const requirement& each) {
    const auto* const damage = all.before(each);
    if (damage == nullptr) return;
    for (const std::uint32_t cause : damage->causes.all()) all.failures[cause].handled = true;
  });
}

JACKDAW_INLINE failure_record::round failure_record::now() {
  const std::lock_guard hold(mutex_);
  return now_;
}

JACKDAW_INLINE void failure_record::end_round(std::uint64_t skipped) {
  auto next = std::make_shared<failure_round>();
  const std::uint64_t before = std::exchange(told_, skipped);
  now_->skipped = told_ - before;
  now_->next = next;
  now_ = std::move(next);
  if (is_cancelled()) stop_ = std::stop_source(std::nostopstate);  // FC-C1
  state_.store(none, base::relaxed);
}

JACKDAW_INLINE void failure_record::report(round first) {
  failure_summary all;
  {
    const std::lock_guard hold(mutex_);
    for (; first->next != nullptr; first = round{first->next}) all.add(*first, first->skipped);
  }
  all.tell();
}

JACKDAW_INLINE void failure_record::report_missing(round first, const versions& of, std::uint64_t version,
                                                   std::uint64_t skipped) {
  const std::uint64_t mark = of.mark();
  if (mark == 0 && !any()) return;
  failure_summary all;
  bool missing = is_unknown();
  {
    const std::lock_guard hold(mutex_);
    for (round each = first; each != nullptr && !missing; each = round{each->next})
      missing = each->misses(mark, version);
    for (; missing && first != nullptr; first = round{first->next})
      all.add(*first, first == now_ ? skipped - std::min(skipped, told_) : first->skipped);
  }
  if (missing) all.tell();
}

}  // namespace jackdaw::dataflow
