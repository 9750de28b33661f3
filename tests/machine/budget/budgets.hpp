// What tests of the CPU budget share.
#pragma once

#include <string>
#include <vector>

#include <jackdaw/pool/pool_catalogue.hpp>
#include <jackdaw/worker/by_name/names.hpp>
#include <jackdaw/worker/options/scheduler_options.hpp>

#include "tests/support/machine/false_root.hpp"

namespace jackdaw::tests {

/// Pools whose workers may stay away from a run.
inline std::vector<std::string> balancing_pools() {
  std::vector<std::string> names;
  pool::catalogue.for_each([&]<class Pool>(const pool::catalogue_entry<Pool>& entry) {
    if (Pool::balances) names.emplace_back(entry.name);
  });
  return names;
}

/// As many workers as the budget of `root` allows, `most` at most.
inline scheduler_options on(const false_root& root, unsigned most) {
  return {.most_workers = most, .machine_root = root.path()};
}

}  // namespace jackdaw::tests
