#include "tests/support/schedulers.hpp"

#include <functional>
#include <set>
#include <string>
#include <typeindex>
#include <utility>
#include <vector>

#include <jackdaw/worker/by_name/make_scheduler.hpp>

#include "tests/support/pools.hpp"
#include "tests/support/sizes.hpp"

namespace jackdaw::tests {

any_scheduler make_scheduler(scheduler_choice choice) { return jackdaw::make_scheduler(std::move(choice)); }

void for_each_choice(const std::vector<unsigned>& workers,
                     const std::function<void(const scheduler_choice&)>& test) {
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

bool hides(const std::string& pool) {
  bool result = false;
  pool::catalogue.for_each([&]<class Pool>(const pool::catalogue_entry<Pool>& entry) {
    if (entry.name == pool) result = pool::hides<Pool>;
  });
  return result;
}

}  // namespace jackdaw::tests
