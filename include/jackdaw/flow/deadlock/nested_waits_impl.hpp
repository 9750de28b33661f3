// The functions of flow/deadlock/nested_waits.hpp that are compiled once (base/compiled.hpp).
#pragma once

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <mutex>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include <jackdaw/base/threads/bounded_spin.hpp>
#include <jackdaw/flow/deadlock/flow_error.hpp>
#include <jackdaw/flow/deadlock/nested_waits.hpp>
#include <jackdaw/worker/engine/current_worker.hpp>

namespace jackdaw::dataflow {

JACKDAW_INLINE listed_flow::~listed_flow() {
  const std::lock_guard hold(flow_lists::lock);
  if (link_ == nullptr) return;
  *link_ = next_;
  if (next_ != nullptr) next_->link_ = link_;
}

JACKDAW_INLINE void listed_flow::forget_all() noexcept {
  while (listed_flow* const one = flow_lists::first) {
    flow_lists::first = std::exchange(one->next_, nullptr);
    one->link_ = nullptr;
  }
  flow_lists::waits->clear();
}

JACKDAW_INLINE std::vector<listed_flow*> listed_flow::around_here() {
  std::vector<listed_flow*> found;
  for (listed_flow* each = flow_lists::first; each != nullptr; each = each->next_) {
    if (each->has_task_here()) found.push_back(each);
  }
  return found;
}

JACKDAW_INLINE std::vector<waiter*> listed_flow::tasks_here() const {
  std::vector<waiter*> found;
  const auto add = [&found](const listed_flow& of) {
    for (const auto* each = of.task_here_(*of.flow_); each != nullptr; each = each->below)
      found.push_back(static_cast<waiter*>(each->task));
  };
  add(*this);
  const std::lock_guard hold(flow_lists::lock);
  for (const listed_flow* each = flow_lists::first; each != nullptr; each = each->next_) {
    if (each != this) add(*each);
  }
  return found;
}

JACKDAW_INLINE nested_wait::nested_wait(const listed_flow& of, ending how, bool in_task)
    : of_(&of), how_(how) {
  if (working::worker_scopes_here == 0 && !in_task) return;
  const std::lock_guard hold(flow_lists::lock);
  try {
    around_ = listed_flow::around_here();
    if (around_.empty()) return;
    while (closes_cycle()) {}
    flow_lists::waits->push_back(this);
    for (listed_flow* each : around_) ++each->waits_inside_;
  } catch (const std::bad_alloc&) {
    around_.clear();
    if (how == throws) throw;
  }
}

JACKDAW_INLINE nested_wait::~nested_wait() {
  if (around_.empty()) return;
  const std::lock_guard hold(flow_lists::lock);
  for (listed_flow* each : around_) --each->waits_inside_;
  const auto last = std::find(flow_lists::waits->rbegin(), flow_lists::waits->rend(), this);
  if (last != flow_lists::waits->rend()) flow_lists::waits->erase(std::next(last).base());
}

[[noreturn]] JACKDAW_INLINE void nested_wait::throw_cycle() {
  throw stuck(
      "a flow is stuck: tasks of several flows wait for each other's flows; expected a wait outside of "
      "tasks");
}

JACKDAW_INLINE bool nested_wait::is_inside(const listed_flow* flow) const noexcept {
  return std::ranges::find(around_, flow) != around_.end();
}

JACKDAW_INLINE bool nested_wait::closes_cycle() {
  way through;
  std::vector<const listed_flow*> seen;
  if (!leads_here(of_, through, seen)) return false;
  if (how_ == throws) throw_cycle();
  const auto found = std::ranges::find(through, throws, &nested_wait::how_);
  if (found == through.end()) {
    std::fprintf(stderr, "jackdaw: a flow that ends inside a task waits for tasks that wait for it\n");
    return false;
  }
  (*found)->call_off();
  return true;
}

JACKDAW_INLINE bool nested_wait::leads_here(const listed_flow* from, way& through,
                                            std::vector<const listed_flow*>& seen) const {
  if (from->has_task_here()) return true;
  if (from->waits_inside_ == 0 || std::ranges::find(seen, from) != seen.end()) return false;
  seen.push_back(from);
  for (nested_wait* each : *flow_lists::waits) {
    if (!each->is_inside(from) || !each->goes_on()) continue;
    through.push_back(each);
    if (leads_here(each->of_, through, seen)) return true;
    through.pop_back();
  }
  return false;
}

JACKDAW_INLINE bool nested_wait::goes_on() noexcept {
  for (base::bounded_spin p;; p.wait()) {
    const unsigned seen = state_.fetch_add(0, base::release);  // NW-D4 -> over
    if (seen != decides) return seen == waiting;
  }
}

JACKDAW_INLINE void nested_wait::call_off() noexcept {
  unsigned seen = waiting;
  for (base::bounded_spin p; !state_.compare_exchange_weak(seen, called_off, base::relaxed); p.wait())
    seen = waiting;
  of_->wake();
}

}  // namespace jackdaw::dataflow
