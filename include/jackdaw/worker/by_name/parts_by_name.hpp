// What a choice of names stands for in the three catalogues. Calling this compiles every catalogued pool.
#pragma once

#include <string>

#include <jackdaw/worker/by_name/any_idle.hpp>
#include <jackdaw/worker/by_name/any_memory.hpp>
#include <jackdaw/worker/by_name/names.hpp>

namespace jackdaw::working {

/// `Maker`: how something is made with a pool.
template <class Maker>
struct parts {
  Maker make = nullptr;
  any_memory (*memory)(unsigned) = nullptr;
  any_idle::maker idle = nullptr;
};

/// `make_with.template operator()<Pool>()` is the maker for a pool. Sets `idle` to the policy of the pool's
/// source where it asks for that. Throws unknown_name.
template <class Maker>
[[nodiscard]] parts<Maker> parts_by_name(const std::string& pool, const std::string& memory,
                                         std::string& idle, auto make_with) {
  parts<Maker> found;
  pool::catalogue.for_each([&]<class Pool>(const pool::catalogue_entry<Pool>& entry) {
    if (entry.name == pool) found.make = make_with.template operator()<Pool>();
  });
  if (found.make == nullptr) throw unknown_name("pool", pool, pool_names());

  memory::catalogue.for_each([&]<class Manager>(const memory::catalogue_entry<Manager>& entry) {
    if (entry.name == memory) found.memory = &any_memory::make<Manager>;
  });
  if (found.memory == nullptr) throw unknown_name("memory manager", memory, memory_names());

  if (idle == idle_of_source) idle = idle_of(pool);
  idle_catalogue.for_each([&]<class Idle>(const idle_entry<Idle>& entry) {
    if (entry.name == idle) found.idle = &any_idle::make<Idle>;
  });
  if (found.idle == nullptr) throw unknown_name("idle policy", idle, idle_names());
  return found;
}

}  // namespace jackdaw::working
