// Schedulers by name. Calling make_scheduler compiles every catalogued pool: call it in one source file of a
// program.
#pragma once

#include <memory>
#include <utility>

#include <jackdaw/worker/any_scheduler.hpp>
#include <jackdaw/worker/names.hpp>

namespace jackdaw {

/// A scheduler as chosen. Throws unknown_name, std::invalid_argument (workers, JACKDAW_WORKERS),
/// std::system_error (no more threads).
[[nodiscard]] inline any_scheduler make_scheduler(scheduler_choice choice = {}) {
  any_scheduler::maker engine = nullptr;
  for_each_entry(pool::catalogue, [&]<class Pool>(const pool::catalogue_entry<Pool>& entry) {
    if (entry.name != choice.pool) return;
    engine = [](const working::staffing& staff, any_memory (*memory)(unsigned),
                any_idle::maker idle) -> std::unique_ptr<working::any_engine> {
      return std::make_unique<working::engine_of<Pool>>(staff, memory, idle);
    };
  });
  if (engine == nullptr) throw unknown_name("pool", choice.pool, pool_names());

  any_memory (*memory)(unsigned) = nullptr;
  for_each_entry(memory::catalogue, [&]<class Manager>(const memory::catalogue_entry<Manager>& entry) {
    if (entry.name == choice.memory) memory = &any_memory::make<Manager>;
  });
  if (memory == nullptr) throw unknown_name("memory manager", choice.memory, memory_names());

  if (choice.idle == idle_of_source) choice.idle = idle_of(choice.pool);
  any_idle::maker idle = nullptr;
  for_each_entry(working::idle_catalogue, [&]<class Idle>(const working::idle_entry<Idle>& entry) {
    if (entry.name == choice.idle) idle = &any_idle::make<Idle>;
  });
  if (idle == nullptr) throw unknown_name("idle policy", choice.idle, idle_names());

  return {std::move(choice), engine, memory, idle};
}

}  // namespace jackdaw
