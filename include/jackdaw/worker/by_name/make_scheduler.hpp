// Schedulers by name. Calling make_scheduler compiles every catalogued pool: call it in one source file of a
// program. It is a template so that a source that only includes this does not; `Maker` is never given.
#pragma once

#include <memory>
#include <utility>

#include <jackdaw/worker/by_name/any_scheduler.hpp>
#include <jackdaw/worker/by_name/parts_by_name.hpp>

namespace jackdaw {

/// A scheduler whose pool, memory manager and idle policy are chosen by name, at run time.
///     any_scheduler sched = make_scheduler({.pool = "dq8:16", .memory = "dl", .workers = 4});
///     sched.run([](any_worker& w) { work(w); });
///
/// Not where the pool is known when the program is compiled: basic_scheduler has no calls through pointers. Calling
/// this compiles every catalogued pool. Cost: a call through a pointer more for each put and for each block of
/// memory. Threads: any. Errors: unknown_name; std::invalid_argument (values of the pool's parameters, workers,
/// JACKDAW_WORKERS, JACKDAW_SURPLUS, JACKDAW_IDLE); std::system_error (no more threads).
template <class Maker = any_scheduler::maker>
[[nodiscard]] any_scheduler make_scheduler(scheduler_choice choice = {}) {
  const auto chosen = working::parts_by_name<Maker>(choice, []<class Pool>(const auto&... pool) -> Maker {
    return [pool...](const working::staffing& staff, any_memory (*memory)(unsigned),
                     any_idle::maker idle) -> std::unique_ptr<working::any_engine> {
      return std::make_unique<working::engine_of<Pool>>(staff, memory, idle, pool...);
    };
  });
  return {std::move(choice), chosen.make, chosen.memory, chosen.idle};
}

}  // namespace jackdaw
