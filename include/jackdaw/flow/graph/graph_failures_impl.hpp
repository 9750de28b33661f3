// The functions of flow/graph/graph_failures.hpp that are compiled once (base/compiled.hpp).
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <exception>
#include <mutex>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <jackdaw/flow/deadlock/flow_error.hpp>
#include <jackdaw/flow/graph/graph_failures.hpp>

namespace jackdaw::dataflow {

JACKDAW_INLINE void graph_failures::record(std::string_view task, std::exception_ptr thrown,
                                           std::span<const graph_access> accesses) noexcept {
  const std::lock_guard hold(mutex_);
  try {
    failures_.push_back({std::string(task), thrown});
  } catch (const std::bad_alloc&) {  // without its name, then, and only where it is the first
    if (failures_.empty()) failures_.push_back({"?", std::move(thrown)});
  }
  spoil(accesses);
  state_.fetch_or(failed, base::relaxed);  // GX-F1
}

JACKDAW_INLINE bool graph_failures::skips(std::span<const graph_access> accesses) noexcept {
  const std::lock_guard hold(mutex_);
  const bool skipped = (state_.load(base::relaxed) & cancelled) != 0 ||
                       std::any_of(accesses.begin(), accesses.end(), [](const graph_access& each) {
                         return each.to->damaged_from < each.group;
                       });
  if (!skipped) return false;
  spoil(accesses);
  ++skipped_;
  return true;
}

JACKDAW_INLINE void graph_failures::spoil(std::span<const graph_access> accesses) noexcept {
  for (const graph_access& each : accesses) {
    if (!each.reads_only) each.to->damaged_from = std::min(each.to->damaged_from, each.group);
  }
}

JACKDAW_INLINE void graph_failures::report(std::deque<graph_object>& objects) {
  if (!any()) return;
  std::vector<flow_failure> found;
  found.reserve(1);
  {
    const std::lock_guard hold(mutex_);
    found.swap(failures_);
    for (graph_object& each : objects) each.damaged_from = graph_object::whole;
    state_.store(none, base::relaxed);  // GX-F1: no task runs
  }
  const std::uint64_t skipped = skipped_ - std::exchange(told_, skipped_);
  if (!found.empty()) throw flow_error(std::move(found), skipped);
}

}  // namespace jackdaw::dataflow
