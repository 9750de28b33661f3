// The functions of flow/wait/failure_record.hpp that are compiled once (base/compiled.hpp).
#pragma once

#include <exception>
#include <memory>
#include <mutex>
#include <new>
#include <unordered_map>
#include <utility>
#include <vector>

#include <jackdaw/flow/deadlock/flow_error.hpp>
#include <jackdaw/flow/version/versions.hpp>
#include <jackdaw/flow/wait/failure_record.hpp>

namespace jackdaw::dataflow {

/// Under the mutex of the flow's failure_record.
struct failure_round {
  failure_round() { failures.reserve(1); }  // so that there is room for one, however short memory is

  std::vector<flow_failure> failures;
  /// Mark of a handle -> at which version a task has failed to write it. It is not kept at the handle, since several
  /// flows may use that at once. It is a mark and no address, as another handle may have the same address later.
  std::unordered_map<std::uint64_t, std::uint64_t> missing;
  std::uint64_t skipped = 0;
  std::shared_ptr<failure_round> next;  // null: it is not over

  [[nodiscard]] bool misses(std::uint64_t mark, std::uint64_t version) const {
    const auto found = missing.find(mark);
    return found != missing.end() && found->second < version;
  }
};

/// What a thread that waits is told.
struct failure_summary {
  std::vector<flow_failure> failures;
  std::uint64_t skipped = 0;

  void add(const failure_round& one, std::uint64_t skipped_there) {
    if (one.failures.empty()) return;  // by cancel()
    failures.insert(failures.end(), one.failures.begin(), one.failures.end());
    skipped += skipped_there;
  }
  void tell() {
    if (!failures.empty()) throw flow_error(std::move(failures), skipped);
  }
};

JACKDAW_INLINE failure_record::failure_record() : now_(std::make_shared<failure_round>()) {}

JACKDAW_INLINE void failure_record::record(const waiter& task, std::exception_ptr thrown) noexcept {
  {
    const std::lock_guard hold(mutex_);
    try {
      (*now_)->failures.push_back({task.kind->name(task), thrown});
    } catch (const std::bad_alloc&) {  // without its name, then, and only where it is the first
      if ((*now_)->failures.empty()) (*now_)->failures.push_back({"?", std::move(thrown)});
    }
    state_.fetch_or(failed, base::relaxed);
  }
  spoil(task);
}

JACKDAW_INLINE bool failure_record::skips(const waiter& task) {
  if ((state_.load(base::relaxed) & (cancelled | unknown)) != 0) return true;
  bool skipped = task.failed;
  for (std::uint8_t i = 0; i < task.count && !skipped; ++i) {
    const requirement& each = task.requirements()[i];
    skipped = !each.can_wait() && misses(each);
  }
  if (skipped) spoil(task);
  return skipped;
}

JACKDAW_INLINE void failure_record::spoil(const waiter& task) noexcept {
  const std::lock_guard hold(mutex_);
  try {
    for (std::uint8_t i = 0; i < task.count; ++i) {
      const requirement& each = task.requirements()[i];
      if (!task.concerns_now(each) || each.reads_only()) continue;
      auto& known = (*now_)->missing.try_emplace(each.of().make_mark(), each.version()).first->second;
      if (each.version() < known) known = each.version();
    }
  } catch (const std::bad_alloc&) { state_.fetch_or(unknown, base::relaxed); }
}

JACKDAW_INLINE failure_record::round failure_record::now() {
  const std::lock_guard hold(mutex_);
  return *now_;
}

JACKDAW_INLINE void failure_record::settle(const task_counts& count) {
  const std::lock_guard hold(mutex_);
  if (!any()) return;
  auto next = std::make_shared<failure_round>();
  const std::uint64_t before = std::exchange(told_, count.skipped());
  (*now_)->skipped = told_ - before;
  (*now_)->next = next;
  *now_ = std::move(next);
  state_.store(none, base::relaxed);
}

JACKDAW_INLINE void failure_record::report(round first) {
  failure_summary all;
  {
    const std::lock_guard hold(mutex_);
    for (; first->next != nullptr; first = round(first->next)) all.add(*first, first->skipped);
  }
  all.tell();
}

JACKDAW_INLINE void failure_record::report_missing(round first, const versions& of, std::uint64_t version,
                                                   const task_counts& count) {
  const std::uint64_t mark = of.mark();
  if (mark == 0 && !any()) return;
  failure_summary all;
  bool missing = (state_.load(base::relaxed) & unknown) != 0;
  {
    const std::lock_guard hold(mutex_);
    for (round each = first; each != nullptr && !missing; each = round(each->next))
      missing = each->misses(mark, version);
    for (; missing && first != nullptr; first = round(first->next))
      all.add(*first, first == *now_ ? count.skipped() - told_ : first->skipped);
  }
  if (missing) all.tell();
}

JACKDAW_INLINE bool failure_record::misses(const requirement& each) {
  const std::uint64_t mark = each.of().mark();
  if (mark == 0) return false;
  const std::lock_guard hold(mutex_);
  return (*now_)->misses(mark, each.version());
}

}  // namespace jackdaw::dataflow
