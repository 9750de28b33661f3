// The functions of worker/oversubscription/budget_reader.hpp that are compiled once (base/compiled.hpp).
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <utility>

#include <signal.h>
#include <unistd.h>

#include <jackdaw/base/processors/processor.hpp>
#include <jackdaw/worker/oversubscription/budget_reader.hpp>

namespace jackdaw::working {

JACKDAW_INLINE budget_reader::budget_reader(base::cpu_budget budget, bool bound)
    : budget_(std::move(budget)), maker_(gettid()), bound_(bound) {}

JACKDAW_INLINE void budget_reader::join_in() noexcept { member_.store(gettid(), base::relaxed); }

JACKDAW_INLINE std::optional<unsigned> budget_reader::workers() const {
  const std::uint64_t settled = base::changes_of_place::ended.load();
  const std::optional<unsigned> found = workers_by_masks();
  return base::changes_of_place::begun.load() == settled ? found : std::nullopt;
}

JACKDAW_INLINE std::optional<unsigned> budget_reader::workers_by_masks() const {
  base::cpu_list mask = mask_of(maker_);
  const pid_t member = member_.load(base::relaxed);
  const base::cpu_list own = bound_ || member == 0 ? base::cpu_list{} : mask_of(member);
  base::cpu_list both;
  std::set_intersection(mask.begin(), mask.end(), own.begin(), own.end(), std::back_inserter(both));
  if (!both.empty()) mask = std::move(both);
  if (mask.empty()) mask = own;
  if (mask.empty()) return std::nullopt;
  return budget_.workers(mask);
}

JACKDAW_INLINE base::cpu_list budget_reader::mask_of(pid_t thread) const {
  if (tgkill(getpid(), thread, 0) != 0) return {};  // it has ended
  return budget_.allowed(thread);
}

}  // namespace jackdaw::working
