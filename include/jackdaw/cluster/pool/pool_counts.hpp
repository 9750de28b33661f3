// What a rank has done for the balance.
#pragma once

#include <cstdint>

namespace jackdaw::cluster {

/// What a rank has done for the balance in the last run.
struct pool_counts {
  std::uint64_t given = 0;       ///< tasks that left this rank
  std::uint64_t taken = 0;       ///< tasks that came to this rank
  std::uint64_t messages = 0;    ///< sent by this rank, of all kinds
  std::uint64_t waves = 0;       ///< in which it was asked whether it has work
  std::uint64_t taken_back = 0;  ///< messages of work to ranks that have died: it was done again
};

}  // namespace jackdaw::cluster
