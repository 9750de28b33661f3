// Iterating the catalogues in tests.
#pragma once

#include <set>
#include <string>
#include <typeindex>
#include <vector>

#include "tests/support/schedulers.hpp"
#include "tests/support/sizes.hpp"

namespace jackdaw::tests {

/// The most workers that a test makes spin: more than there are processors would wait for each other's time
/// slices.
inline constexpr unsigned most_spinning = 2;

/// Calls `test(choice)` for every catalogued pool × idle policy × number of workers, with one memory manager
/// in turn; where all is slow every second of them, as the black squares of a board, so that each pool and each policy
/// meets each number. Policies that spin are tried with few workers only; a pool that is another one with an idle
/// policy of its own (KR02: dq9, dq10), with that policy only.
inline void for_each_choice(const std::vector<unsigned>& workers, const auto& test) {
  const auto managers = memory_names();
  std::size_t turn = 0;
  std::size_t row = 0;
  std::set<std::type_index> seen;
  pool::catalogue.for_each([&]<class Pool>(const pool::catalogue_entry<Pool>& entry) {
    const bool first = seen.insert(typeid(Pool)).second;
    std::size_t column = row++;
    working::idle_catalogue.for_each([&](const auto& idle) {
      if (!first && idle.name != entry.idle) return;
      std::size_t square = column++;
      for (const unsigned count : workers) {
        if (slow && square++ % 2 != 0) continue;
        if (idle.spins && count > most_spinning) continue;
        test(scheduler_choice{.pool = std::string(entry.name),
                              .memory = managers[turn++ % managers.size()],
                              .idle = std::string(idle.name),
                              .workers = count});
      }
    });
  });
}

/// Whether the pool of that name may keep tasks where only their worker finds them.
inline bool hides(const std::string& pool) {
  bool result = false;
  pool::catalogue.for_each([&]<class Pool>(const pool::catalogue_entry<Pool>& entry) {
    if (entry.name == pool) result = pool::hides<Pool>;
  });
  return result;
}

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
