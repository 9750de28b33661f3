// libjackdaw: the C interface over any_crew. Every catalogued pool is compiled here.
#include <array>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <jackdaw/base/never_destroyed.hpp>
#include <jackdaw/jackdaw.h>
#include <jackdaw/sync/sleep_until.hpp>
#include <jackdaw/worker/crew/any_crew.hpp>

#include "c/graves.hpp"
#include "c/pool.hpp"

namespace {

using namespace jackdaw;
using namespace jackdaw::c;

constinit graves destroyed;  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

/// A call of member `me` with an item.
template <class Body>
jackdaw_status with_item(std::string_view function, const jackdaw_pool* pool, unsigned me, const void* item,
                         Body&& body) noexcept {
  return guarded(function, [&] {
    if (const jackdaw_status status = member(function, pool, me); status != JACKDAW_OK) return status;
    return item != nullptr ? body(*pool->crew) : null(function, "item");
  });
}

std::string or_default(const char* name, std::string otherwise) {
  return name != nullptr ? name : std::move(otherwise);
}

constexpr std::size_t largest_item = 65536;

/// Under the lock: members 0 to count-1 are waited for, and no other one that was announced.
jackdaw_status announce(std::string_view function, jackdaw_pool& pool, unsigned count) {
  any_crew& crew = *pool.crew;
  if (count > crew.most_members()) {
    return failed(JACKDAW_TOO_MANY, std::string(function) + ": " + said(count) +
                                        " members; the pool was made for " +
                                        std::to_string(crew.most_members()));
  }
  for (unsigned id = 0; id < count; ++id) {
    if (crew.has_joined(id))
      return failed(JACKDAW_BAD_ARGUMENT, std::string(function) + ": member " + std::to_string(id) +
                                              " has joined; expected a number that no thread has");
  }
  for (unsigned id = 0; id < count; ++id) static_cast<void>(crew.expect(id));
  for (unsigned id = count; id < pool.announced.load(std::memory_order_relaxed); ++id) {
    if (!crew.has_joined(id)) crew.withdraw(id);
  }
  pool.announced.store(count, std::memory_order_release);  // -> jackdaw_team: their seats
  return JACKDAW_OK;
}

/// The members for which `holds(id)`, for a message: "member 2", "members 2, 3, 4 and 7 more"; empty: none.
std::string names_of(const any_crew& crew, auto holds) {
  constexpr unsigned most_named = 3;
  std::string names;
  unsigned missing = 0;
  for (unsigned id = 0; id < crew.most_members(); ++id) {
    if (!holds(id)) continue;
    if (missing < most_named) names += (missing != 0 ? ", " : "") + std::to_string(id);
    ++missing;
  }
  if (missing > most_named) names += " and " + std::to_string(missing - most_named) + " more";
  return missing == 0 ? names : (missing == 1 ? "member " : "members ") + names;
}

jackdaw_status got_nothing(std::string_view function, const jackdaw_pool& pool, unsigned me,
                           any_crew::got what) {
  if (what == any_crew::got::nothing) {
    failure_here().status = JACKDAW_EMPTY;
    return JACKDAW_EMPTY;
  }
  const any_crew& crew = *pool.crew;
  std::string who = names_of(crew, [&](unsigned id) { return crew.is_missing(id); });
  who += who.empty() ? names_of(crew, [&](unsigned id) { return id != me && crew.is_away(id); }) + " gave up"
                     : " announced by jackdaw_expect";
  return failed(JACKDAW_MISSING, std::string(function) + ": " + who + ", and not there after " +
                                     said(pool.patience.load(std::memory_order_relaxed)) +
                                     " s, while all others wait; expected as many threads as were announced");
}

}  // namespace

jackdaw_status jackdaw::c::create(std::string_view function, jackdaw_pool** pool, unsigned members,
                                  std::size_t item_size, const jackdaw_options* options) noexcept {
  return guarded(function, [&] {
    if (pool == nullptr) return null(function, "pool");
    *pool = nullptr;
    if (item_size < 1 || item_size > largest_item) {
      return failed(JACKDAW_BAD_ARGUMENT, function,
                    "items of " + said(item_size) + " bytes; expected 1 to " + std::to_string(largest_item));
    }
    crew_choice choice;
    if (options != nullptr) {
      choice.pool = or_default(options->pool, choice.pool);
      choice.memory = or_default(options->memory, choice.memory);
      choice.idle = or_default(options->idle, choice.idle);
    }
    if (members < 1 || members > working::crew_termination::most_members) {
      return failed(JACKDAW_BAD_ARGUMENT, function,
                    said(members) + " members; expected 1 to " +
                        std::to_string(working::crew_termination::most_members));
    }
    auto made = std::make_unique<jackdaw_pool>();
    made->crew = make_crew(members, item_size, std::move(choice));
    *pool = made.release();
    return JACKDAW_OK;
  });
}

jackdaw_status jackdaw::c::expect(std::string_view function, jackdaw_pool* pool, unsigned count) noexcept {
  return guarded(function, [&] {
    if (const jackdaw_status status = alive(function, pool); status != JACKDAW_OK) return status;
    const std::lock_guard hold(pool->announcing);
    return announce(function, *pool, count);
  });
}

jackdaw_status jackdaw::c::deal(std::string_view function, jackdaw_pool* pool, const void* item) noexcept {
  return guarded(function, [&] {
    if (const jackdaw_status status = alive(function, pool); status != JACKDAW_OK) return status;
    if (item == nullptr) return null(function, "item");
    const std::lock_guard hold(pool->announcing);
    const unsigned members = pool->announced.load(std::memory_order_relaxed);
    if (members == 0)
      return failed(JACKDAW_BAD_ARGUMENT, function,
                    "no member was announced; expected a jackdaw_expect before");
    pool->crew->put(pool->turn % members, item);
    pool->turn = pool->turn % members + 1;
    return JACKDAW_OK;
  });
}

jackdaw_status jackdaw::c::put(std::string_view function, jackdaw_pool* pool, unsigned me,
                               const void* item) noexcept {
  return with_item(function, pool, me, item, [&](any_crew& crew) {
    crew.put(me, item);
    return JACKDAW_OK;
  });
}

jackdaw_status jackdaw::c::get(std::string_view function, jackdaw_pool* pool, unsigned me,
                               void* item) noexcept {
  return with_item(function, pool, me, item, [&](any_crew& crew) {
    const any_crew::got what = crew.get(me, item, pool->patience.load(std::memory_order_relaxed));
    return what == any_crew::got::item ? JACKDAW_OK : got_nothing(function, *pool, me, what);
  });
}

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

jackdaw_status jackdaw_team(jackdaw_pool* pool, unsigned count) {
  return guarded("jackdaw_team", [&] {
    if (const jackdaw_status status = alive("jackdaw_team", pool); status != JACKDAW_OK) return status;
    if (pool->announced.load(std::memory_order_acquire) == count) return JACKDAW_OK;  // pairs with announce
    const std::lock_guard hold(pool->announcing);
    return pool->announced.load(std::memory_order_relaxed) == count ? JACKDAW_OK
                                                                    : announce("jackdaw_team", *pool, count);
  });
}

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
  return with_item("jackdaw_try_get", pool, me, item,
                   [&](any_crew& crew) { return crew.try_get(me, item) ? JACKDAW_OK : JACKDAW_EMPTY; });
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
  int number = 0;  // C allows any there
  static_assert(sizeof number == sizeof catalogue);
  std::memcpy(&number, &catalogue, sizeof number);
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
