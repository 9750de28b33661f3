// What the C interface and those of the papers do with a pool. Every catalogued pool is compiled here.
#include "c/calls.hpp"

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include <jackdaw/worker/crew/any_crew.hpp>

#include "c/pool.hpp"

namespace jackdaw::c {

namespace {

constexpr std::size_t largest_item = 65536;

std::string or_default(const char* name, std::string otherwise) {
  return name != nullptr && *name != '\0' ? name : std::move(otherwise);
}

/// A call of member `me` with an item.
template <class Body>
jackdaw_status with_item(std::string_view function, const jackdaw_pool* pool, unsigned me, const void* item,
                         Body&& body) noexcept {
  return guarded(function, [&] {
    if (const jackdaw_status status = member(function, pool, me); status != JACKDAW_OK) return status;
    return item != nullptr ? body(*pool->crew) : null(function, "item");
  });
}

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

jackdaw_status create(std::string_view function, jackdaw_pool** pool, unsigned members, std::size_t item_size,
                      const jackdaw_options* options) noexcept {
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

jackdaw_status expect(std::string_view function, jackdaw_pool* pool, unsigned count) noexcept {
  return guarded(function, [&] {
    if (const jackdaw_status status = alive(function, pool); status != JACKDAW_OK) return status;
    const std::lock_guard hold(pool->announcing);
    return announce(function, *pool, count);
  });
}

jackdaw_status team(std::string_view function, jackdaw_pool* pool, unsigned count) noexcept {
  return guarded(function, [&] {
    if (const jackdaw_status status = alive(function, pool); status != JACKDAW_OK) return status;
    if (pool->announced.load(std::memory_order_acquire) == count) return JACKDAW_OK;  // pairs with announce
    const std::lock_guard hold(pool->announcing);
    return pool->announced.load(std::memory_order_relaxed) == count ? JACKDAW_OK
                                                                    : announce(function, *pool, count);
  });
}

jackdaw_status deal(std::string_view function, jackdaw_pool* pool, const void* item) noexcept {
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

jackdaw_status put(std::string_view function, jackdaw_pool* pool, unsigned me, const void* item) noexcept {
  return with_item(function, pool, me, item, [&](any_crew& crew) {
    crew.put(me, item);
    return JACKDAW_OK;
  });
}

jackdaw_status get(std::string_view function, jackdaw_pool* pool, unsigned me, void* item) noexcept {
  return with_item(function, pool, me, item, [&](any_crew& crew) {
    const any_crew::got what = crew.get(me, item, pool->patience.load(std::memory_order_relaxed));
    return what == any_crew::got::item ? JACKDAW_OK : got_nothing(function, *pool, me, what);
  });
}

jackdaw_status try_get(std::string_view function, jackdaw_pool* pool, unsigned me, void* item) noexcept {
  return with_item(function, pool, me, item,
                   [&](any_crew& crew) { return crew.try_get(me, item) ? JACKDAW_OK : JACKDAW_EMPTY; });
}

}  // namespace jackdaw::c
