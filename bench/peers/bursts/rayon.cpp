#include <cstdint>

#include "bench/peers/bursts/config.hpp"
#include "bench/peers/runs/rayon_run.hpp"
#include "bench/peers/runs/rayon_task.hpp"

extern "C" {
void rayon_scope(const void* pool, void (*call)(const void* scope, void* argument), void* argument);
void rayon_scope_spawn(const void* scope, rayon_task task);
}

namespace jackdaw::bench {
namespace {

/// A scope for each outside thread.
measurement run(unsigned instance, unsigned workers) {
  const rayon_pool pool(workers);
  return bursts::measured(instance, [&pool](const auto& each_task) {
    rayon_scope(
        pool.handle(),
        [](const void* scope, void* of) {
          (*static_cast<decltype(&each_task)>(of))(
              [scope](const bursts::small_task& task) { rayon_scope_spawn(scope, as_rayon_task(task)); });
        },
        const_cast<void*>(static_cast<const void*>(&each_task)));
  });
}

const registered entry{as_rayon(run)};

}  // namespace
}  // namespace jackdaw::bench
