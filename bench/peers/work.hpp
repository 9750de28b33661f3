// The work of tasks whose length is chosen: steps of multiplication.
#pragma once

#include <cstdint>
#include <vector>

#include <jackdaw/base/cache_line.hpp>

#include "apps/support/work/multiplications.hpp"

namespace jackdaw::bench {

using apps::work;
using apps::worked;

/// The sums of what tasks computed, by worker.
using sums = std::vector<base::padded<std::uint64_t>>;

[[nodiscard]] inline std::uint64_t total(const sums& all) {
  std::uint64_t found = 0;
  for (const auto& each : all) found += *each;
  return found;
}

}  // namespace jackdaw::bench
