// What a choice of names stands for: in the three catalogues, among the parts that were added, or a pool with values of
// its parameters. Calling this compiles every catalogued pool, and every family once more.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include <jackdaw/memory/memory_catalogue.hpp>
#include <jackdaw/pool/parameters/any_pool.hpp>
#include <jackdaw/pool/parameters/configured_pool.hpp>
#include <jackdaw/pool/pool_catalogue.hpp>
#include <jackdaw/pool/split_pool/split_pool.hpp>
#include <jackdaw/pool/task_pool.hpp>
#include <jackdaw/worker/by_name/added_parts.hpp>
#include <jackdaw/worker/by_name/any_idle.hpp>
#include <jackdaw/worker/by_name/any_memory.hpp>
#include <jackdaw/worker/by_name/names.hpp>
#include <jackdaw/worker/by_name/pool_name.hpp>
#include <jackdaw/worker/idle/idle_catalogue.hpp>

namespace jackdaw::working {

/// `Maker`: how something is made with a pool.
template <class Maker>
struct parts {
  Maker make = nullptr;
  any_memory (*memory)(unsigned) = nullptr;
  any_idle::maker idle = nullptr;
};

/// The default pool with values. It is not any_pool: its workers answer steal requests, of which that knows nothing.
[[nodiscard]] inline auto split_pool_maker(const pool::parameter_values& values) {
  using enum pool::split_pool::visiting;
  const std::string_view victims = values.word("victims");
  const auto order = victims == "random" ? random : victims == "nearest" ? nearest : round;
  const auto make = [order](unsigned workers, unsigned places) {
    return pool::split_pool(workers, places, order);
  };
  return pool::made_by<decltype(make)>{make};
}

/// How a pool that is known at run time is made, for a number of workers.
using any_pool_maker = pool::made_by<std::function<pool::any_pool(unsigned)>>;

/// `make_with.template operator()<Pool>()` is the maker for a pool of the catalogue; for any other pool it is
/// `make_with.template operator()<pool::any_pool>(any_pool_maker)`, and for the default pool with values
/// `<pool::split_pool>(split_pool_maker(…))`. In the choice, sets empty names to the defaults, `pool` to the exact
/// configuration, and `idle` to the policy of the pool's name or source where it asks for that. Throws unknown_name,
/// pool::wrong_parameter.
template <class Maker, class Choice>
[[nodiscard]] parts<Maker> parts_by_name(Choice& choice, auto make_with) {
  const Choice defaults;
  const auto name_in = [&](std::string Choice::* which) -> std::string& {
    std::string& name = choice.*which;
    if (name.empty()) name = defaults.*which;
    return name;
  };
  std::string& pool = name_in(&Choice::pool);
  const std::string& memory = name_in(&Choice::memory);
  std::string& idle = name_in(&Choice::idle);
  parts<Maker> found;
  const named_pool named = read_pool_name(pool);
  pool = named.text();
  if (const added_pool* const added = added_parts::here().pool(named.pool)) {
    found.make = make_with.template operator()<pool::any_pool>(any_pool_maker{
        [make = added->make, values = named.values](unsigned workers) { return make(workers, values); }});
  } else if (named.is_plain()) {
    pool::catalogue.for_each([&]<class Pool>(const pool::catalogue_entry<Pool>& entry) {
      if (entry.name == named.pool) found.make = make_with.template operator()<Pool>();
    });
  } else if (named.pool == "jackdaw") {
    found.make = make_with.template operator()<pool::split_pool>(split_pool_maker(named.values));
  } else {
    found.make = make_with.template operator()<pool::any_pool>(any_pool_maker{
        [named](unsigned workers) { return pool::make_configured(named.pool, workers, named.values); }});
  }

  memory::catalogue.for_each([&]<class Manager>(const memory::catalogue_entry<Manager>& entry) {
    if (entry.name == memory) found.memory = &any_memory::make<Manager>;
  });
  if (const added_memory* const added = added_parts::here().memory(memory)) found.memory = added->make;
  if (found.memory == nullptr) throw unknown_name("memory manager", memory, memory_names());

  if (idle == idle_of_source) idle = named.values.word("idle");
  idle_catalogue.for_each([&]<class Idle>(const idle_entry<Idle>& entry) {
    if (entry.name == idle) found.idle = &any_idle::make<Idle>;
  });
  if (const added_idle* const added = added_parts::here().idle(idle)) found.idle = added->make;
  if (found.idle == nullptr) throw unknown_name("idle policy", idle, idle_names());
  return found;
}

}  // namespace jackdaw::working
