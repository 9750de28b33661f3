// libjackdaw: the C interface over any_crew.
#include <cstddef>
#include <string>
#include <vector>

#include <jackdaw/base/never_destroyed.hpp>
#include <jackdaw/jackdaw.h>
#include <jackdaw/sync/sleep_until.hpp>
#include <jackdaw/worker/crew/any_crew.hpp>

#include "c/calls.hpp"
#include "c/graves.hpp"
#include "c/pool.hpp"

namespace {

using namespace jackdaw;
using namespace jackdaw::c;

constinit graves destroyed;  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

}  // namespace

jackdaw_status jackdaw_create(jackdaw_pool** pool, unsigned members, size_t item_size,
                              const jackdaw_options* options) {
  return create("jackdaw_create", pool, members, item_size, options);
}

void jackdaw_destroy(jackdaw_pool* pool) {
  if (pool == nullptr) return;
  static_cast<void>(guarded("jackdaw_destroy", [&] {
    const jackdaw_status status = alive("jackdaw_destroy", pool);
    if (status == JACKDAW_OK) destroyed.bury(pool);
    return status;
  }));
}

jackdaw_status jackdaw_expect(jackdaw_pool* pool, unsigned count) {
  return expect("jackdaw_expect", pool, count);
}

jackdaw_status jackdaw_team(jackdaw_pool* pool, unsigned count) { return team("jackdaw_team", pool, count); }

jackdaw_status jackdaw_patience(jackdaw_pool* pool, double seconds) {
  return guarded("jackdaw_patience", [&] {
    if (const jackdaw_status status = alive("jackdaw_patience", pool); status != JACKDAW_OK) return status;
    if (!(seconds > 0)) {
      return failed(JACKDAW_BAD_ARGUMENT, "jackdaw_patience: " + said(seconds) +
                                              " seconds; expected more than 0, or HUGE_VAL: for ever");
    }
    pool->patience.store(seconds, std::memory_order_relaxed);
    return JACKDAW_OK;
  });
}

jackdaw_status jackdaw_join(jackdaw_pool* pool, unsigned* me) {
  return guarded("jackdaw_join", [&] {
    if (const jackdaw_status status = alive("jackdaw_join", pool); status != JACKDAW_OK) return status;
    if (me == nullptr) return null("jackdaw_join", "me");
    const auto id = pool->crew->join();
    if (!id)
      return failed(JACKDAW_TOO_MANY,
                    "jackdaw_join: " + working::too_many_members(pool->crew->most_members()));
    *me = *id;
    return JACKDAW_OK;
  });
}

jackdaw_status jackdaw_leave(jackdaw_pool* pool, unsigned me) {
  return guarded("jackdaw_leave", [&] {
    const jackdaw_status status = member("jackdaw_leave", pool, me);
    if (status == JACKDAW_OK) pool->crew->leave(me);
    return status;
  });
}

jackdaw_status jackdaw_put(jackdaw_pool* pool, unsigned me, const void* item) {
  return put("jackdaw_put", pool, me, item);
}

jackdaw_status jackdaw_deal(jackdaw_pool* pool, const void* item) { return deal("jackdaw_deal", pool, item); }

jackdaw_status jackdaw_get(jackdaw_pool* pool, unsigned me, void* item) {
  return get("jackdaw_get", pool, me, item);
}

jackdaw_status jackdaw_try_get(jackdaw_pool* pool, unsigned me, void* item) {
  return try_get("jackdaw_try_get", pool, me, item);
}

jackdaw_status jackdaw_look(jackdaw_pool* pool, unsigned me) {
  return guarded("jackdaw_look", [&] {
    const jackdaw_status status = member("jackdaw_look", pool, me);
    if (status != JACKDAW_OK) return status;
    return pool->crew->in_sight(me) ? JACKDAW_OK : JACKDAW_EMPTY;
  });
}

jackdaw_status jackdaw_sleep_until(int (*predicate)(void*), void* argument) {
  return guarded("jackdaw_sleep_until", [&] {
    if (predicate == nullptr) return null("jackdaw_sleep_until", "predicate");
    sync::sleep_until([&] { return predicate(argument) != 0; });
    return JACKDAW_OK;
  });
}

void jackdaw_notify(void) { sync::notify(); }

void jackdaw_yield(void) { sync::yield(); }

void* jackdaw_allocate(jackdaw_pool* pool, unsigned me, size_t bytes) {
  void* block = nullptr;
  static_cast<void>(guarded("jackdaw_allocate", [&] {
    const jackdaw_status status = member("jackdaw_allocate", pool, me);
    if (status == JACKDAW_OK) block = pool->crew->allocate(me, bytes);
    return status;
  }));
  return block;
}

void jackdaw_free(jackdaw_pool* pool, unsigned me, void* block, size_t bytes) {
  if (block == nullptr) return;
  static_cast<void>(guarded("jackdaw_free", [&] {
    const jackdaw_status status = member("jackdaw_free", pool, me);
    if (status == JACKDAW_OK) pool->crew->deallocate(me, block, bytes);
    return status;
  }));
}

const char* jackdaw_status_text(jackdaw_status status) {
  switch (status) {
    case JACKDAW_OK:
      return "done";
    case JACKDAW_EMPTY:
      return "no item is left";
    case JACKDAW_BAD_ARGUMENT:
      return "an argument is wrong";
    case JACKDAW_UNKNOWN_NAME:
      return "no catalogue has this name";
    case JACKDAW_TOO_MANY:
      return "more members than the pool was made for";
    case JACKDAW_NO_MEMORY:
      return "no memory";
    case JACKDAW_FAILED:
      return "failed";
    case JACKDAW_MISSING:
      return "members that were announced have not come";
  }
  return "unknown status";
}

const char* jackdaw_error(void) { return failure_here().line.data(); }

jackdaw_status jackdaw_last_status(void) { return failure_here().status; }

const char* jackdaw_name(jackdaw_catalogue catalogue, size_t index) {
  const char* name = nullptr;
  const int number = catalogue;  // C allows any there
  static_cast<void>(guarded("jackdaw_name", [&] {
    using list = std::vector<std::string>;
    static jackdaw::base::never_destroyed<list> pools(pool_names());
    static jackdaw::base::never_destroyed<list> managers(memory_names());
    static jackdaw::base::never_destroyed<list> policies(idle_names());
    const list* names = nullptr;
    if (number == JACKDAW_POOLS) names = &*pools;
    if (number == JACKDAW_MEMORY_MANAGERS) names = &*managers;
    if (number == JACKDAW_IDLE_POLICIES) names = &*policies;
    if (names != nullptr && index < names->size()) name = (*names)[index].c_str();
    return JACKDAW_OK;
  }));
  return name;
}
