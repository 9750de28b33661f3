// Iterating the catalogues in tests.
#pragma once

#include <vector>

#include <jackdaw/worker/make_scheduler.hpp>

namespace jackdaw::tests {

/// Calls `test(choice)` for every catalogued pool × idle policy × number of workers, with one memory manager
/// in turn.
inline void for_each_choice(const std::vector<unsigned>& workers, const auto& test) {
  const auto managers = memory_names();
  std::size_t turn = 0;
  for (const auto& pool : pool_names()) {
    for (const auto& idle : idle_names()) {
      for (const unsigned count : workers) {
        test(scheduler_choice{pool, managers[turn++ % managers.size()], idle, count});
      }
    }
  }
}

/// Puts as a worker does: attends to who asks, where the pool wants that.
template <pool::task_pool Pool>
void put(Pool& pool, unsigned id, typename Pool::task_type& item) {
  if constexpr (pool::asking_pool<Pool>) {
    if (pool.put(id, item)) pool.attend(id);
  } else {
    pool.put(id, item);
  }
}

/// The choice in one line, for messages.
inline std::string text(const scheduler_choice& choice) {
  return choice.pool + "/" + choice.memory + "/" + choice.idle + "/" + std::to_string(choice.workers);
}

}  // namespace jackdaw::tests
