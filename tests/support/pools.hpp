// Iterating the catalogues in tests. Compiled once for all of them (schedulers.cpp): the types of all pools take a
// third of the time in which a test is compiled.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <jackdaw/pool/task_pool.hpp>

#include "tests/support/schedulers.hpp"

namespace jackdaw::tests {

/// The most workers that a test makes spin: more than there are processors would wait for each other's time
/// slices.
inline constexpr unsigned most_spinning = 2;

/// Calls `test(choice)` for every catalogued pool × idle policy × number of workers, with one memory manager
/// in turn; where all is slow every second of them, as the black squares of a board, so that each pool and each policy
/// meets each number. Policies that spin are tried with few workers only; a pool that is another one with an idle
/// policy of its own (KR02: dq9, dq10), with that policy only.
void for_each_choice(const std::vector<unsigned>& workers,
                     const std::function<void(const scheduler_choice&)>& test);

/// Whether the pool of that name may keep tasks where only their worker finds them.
bool hides(const std::string& pool);

/// Puts as a worker does: answers steal requests, where the pool has those.
template <pool::task_pool Pool>
void put(Pool& pool, unsigned id, typename Pool::task_type& item) {
  if constexpr (pool::work_requesting_pool<Pool>) {
    if (pool.put(id, item)) pool.answer_steal_request_after_put(id, false);
  } else {
    pool.put(id, item);
  }
}

/// The choice in one line, for messages.
inline std::string text(const scheduler_choice& choice) {
  return choice.pool + "/" + choice.memory + "/" + choice.idle + "/" + std::to_string(choice.workers);
}

}  // namespace jackdaw::tests
