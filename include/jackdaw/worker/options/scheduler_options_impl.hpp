// The functions of worker/options/scheduler_options.hpp that are compiled once (base/compiled.hpp).
#pragma once

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>

#include <jackdaw/base/characters.hpp>
#include <jackdaw/base/processors/budget/cpu_budget.hpp>
#include <jackdaw/base/processors/pinning.hpp>
#include <jackdaw/base/processors/topology.hpp>
#include <jackdaw/worker/options/scheduler_options.hpp>

namespace jackdaw::working {

JACKDAW_INLINE unsigned checked_workers(unsigned workers) {
  if (workers < 1 || workers > most_workers) {
    const auto with_sign = static_cast<int>(workers);
    throw std::invalid_argument(std::to_string(workers) + " workers asked for" +
                                (with_sign < 0 ? " (" + std::to_string(with_sign) + " as an int)" : "") +
                                "; expected 1 to " + std::to_string(most_workers));
  }
  return workers;
}

JACKDAW_INLINE std::optional<unsigned> workers_by_environment() {
  const char* const set = std::getenv("JACKDAW_WORKERS");
  if (set == nullptr || *set == '\0') return std::nullopt;
  const std::string_view text = set;
  unsigned workers = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), workers);
  if (error != std::errc{} || end != text.data() + text.size() || workers < 1 || workers > most_workers) {
    throw std::invalid_argument("environment variable JACKDAW_WORKERS is '" + base::visible_name(text) +
                                "'; expected a whole number from 1 to " + std::to_string(most_workers));
  }
  return workers;
}

JACKDAW_INLINE bool surplus_rests(surplus_use chosen) {
  if (chosen != surplus_use::automatic) return chosen == surplus_use::rest;
  const char* const set = std::getenv("JACKDAW_SURPLUS");
  const std::string_view text = set == nullptr ? "" : set;
  if (text.empty() || text == "rest") return true;
  if (text == "work") return false;
  throw std::invalid_argument("environment variable JACKDAW_SURPLUS is '" + base::visible_name(text) +
                              "'; expected rest or work");
}

JACKDAW_INLINE staffing staffing::all_of(unsigned workers) {
  return staffing({.workers = workers, .surplus = surplus_use::work});
}

JACKDAW_INLINE staffing::staffing(unsigned fixed)
    : staffing(scheduler_options{.workers = checked_workers(fixed)}) {}

JACKDAW_INLINE staffing::staffing(const scheduler_options& options) : idle(idle_setting(options.idle)) {
  const base::cpu_budget budget(options.machine_root, options.use);
  if (options.pin != pinning::none) {
    const base::topology all(budget.allowed(), options.machine_root);
    const base::topology usable(all.usable(options.use), options.machine_root);
    pins = base::pinning_order(usable, options.pin);
  }
  std::optional<unsigned> fixed;
  if (options.workers != 0) {
    fixed = options.workers;
  } else {
    fixed = workers_by_environment();
  }
  at_first = checked_workers(fixed ? *fixed : std::min(budget.workers(), working::most_workers));
  workers = at_first;
  if (fixed && workers > 1 && surplus_rests(options.surplus) && workers > budget.workers()) spare = budget;
  if (fixed || !options.follow_budget) return;
  if (options.most_workers != 0) workers = std::max(checked_workers(options.most_workers), at_first);
  if (workers > 1) follow = budget;
}

}  // namespace jackdaw::working
