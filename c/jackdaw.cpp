// libjackdaw: the C interface over any_crew. Every catalogued pool is compiled here.
#include <array>
#include <cstddef>
#include <exception>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <jackdaw/jackdaw.h>
#include <jackdaw/sync/sleep_until.hpp>
#include <jackdaw/worker/any_crew.hpp>

struct jackdaw_pool {
  std::unique_ptr<jackdaw::any_crew> crew;
};

namespace {

using namespace jackdaw;

/// Of the calling thread's last call that failed, cut off where it is longer. Needs no memory to say that there is none, as a
/// string would: not even for its destructor at the end of the thread, without which the C++ runtime ends the program.
thread_local constinit std::array<char, 1024>
    last_error{};  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

jackdaw_status failed(jackdaw_status status, std::string_view line) noexcept {
  const std::size_t length = line.copy(last_error.data(), last_error.size() - 1);
  last_error[length] = '\0';
  return status;
}

/// No exception leaves the library.
template <class Body>
jackdaw_status guarded(Body&& body) noexcept {
  try {
    return std::forward<Body>(body)();
  } catch (const unknown_name& error) {
    return failed(JACKDAW_UNKNOWN_NAME, error.what());
  } catch (const std::invalid_argument& error) {
    return failed(JACKDAW_BAD_ARGUMENT, error.what());
  } catch (const std::bad_alloc&) {
    return failed(JACKDAW_NO_MEMORY, "no memory");
  } catch (const std::exception& error) { return failed(JACKDAW_FAILED, error.what()); } catch (...) {
    return failed(JACKDAW_FAILED, "unknown exception");
  }
}

jackdaw_status null(std::string_view function, std::string_view what) {
  return failed(JACKDAW_BAD_ARGUMENT,
                std::string(function) + ": " + std::string(what) + " is NULL; expected its address");
}

/// OK when `me` is a member of the pool.
jackdaw_status member(std::string_view function, const jackdaw_pool* pool, unsigned me) {
  if (pool == nullptr) return null(function, "pool");
  if (pool->crew->is_member(me)) [[likely]]
    return JACKDAW_OK;
  const unsigned most = pool->crew->most_members();
  const std::string line = std::string(function) + ": " + std::to_string(me) + " is no member of the pool; ";
  if (me >= most)
    return failed(JACKDAW_TOO_MANY, line + "it was made for members 0 to " + std::to_string(most - 1));
  return failed(JACKDAW_BAD_ARGUMENT,
                line + "expected one that has joined, or was announced by jackdaw_expect");
}

/// A call of member `me` with an item.
template <class Body>
jackdaw_status with_item(std::string_view function, const jackdaw_pool* pool, unsigned me, const void* item,
                         Body&& body) noexcept {
  return guarded([&] {
    if (const jackdaw_status status = member(function, pool, me); status != JACKDAW_OK) return status;
    return item != nullptr ? body(*pool->crew) : null(function, "item");
  });
}

std::string or_default(const char* name, std::string otherwise) {
  return name != nullptr ? name : std::move(otherwise);
}

constexpr std::size_t largest_item = 65536;

}  // namespace

jackdaw_status jackdaw_create(jackdaw_pool** pool, unsigned members, size_t item_size,
                              const jackdaw_options* options) {
  return guarded([&] {
    if (pool == nullptr) return null("jackdaw_create", "pool");
    *pool = nullptr;
    if (item_size < 1 || item_size > largest_item) {
      return failed(JACKDAW_BAD_ARGUMENT, "jackdaw_create: items of " + std::to_string(item_size) +
                                              " bytes; expected 1 to " + std::to_string(largest_item));
    }
    crew_choice choice;
    if (options != nullptr) {
      choice.pool = or_default(options->pool, choice.pool);
      choice.memory = or_default(options->memory, choice.memory);
      choice.idle = or_default(options->idle, choice.idle);
    }
    auto made = std::make_unique<jackdaw_pool>();
    made->crew = make_crew(members, item_size, std::move(choice));
    *pool = made.release();
    return JACKDAW_OK;
  });
}

void jackdaw_destroy(jackdaw_pool* pool) { delete pool; }

jackdaw_status jackdaw_expect(jackdaw_pool* pool, unsigned count) {
  return guarded([&] {
    if (pool == nullptr) return null("jackdaw_expect", "pool");
    any_crew& crew = *pool->crew;
    if (count > crew.most_members()) {
      return failed(JACKDAW_TOO_MANY, "jackdaw_expect: " + std::to_string(count) +
                                          " members; the pool was made for " +
                                          std::to_string(crew.most_members()));
    }
    for (unsigned id = 0; id < count; ++id) {
      if (crew.is_member(id))
        return failed(JACKDAW_BAD_ARGUMENT,
                      "jackdaw_expect: member " + std::to_string(id) + " is there already");
    }
    for (unsigned id = 0; id < count; ++id) {
      if (!crew.expect(id))
        return failed(JACKDAW_BAD_ARGUMENT, "jackdaw_expect: member " + std::to_string(id) +
                                                " has left items behind; expected an empty seat");
    }
    return JACKDAW_OK;
  });
}

jackdaw_status jackdaw_join(jackdaw_pool* pool, unsigned* me) {
  return guarded([&] {
    if (pool == nullptr) return null("jackdaw_join", "pool");
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
  return guarded([&] {
    const jackdaw_status status = member("jackdaw_leave", pool, me);
    if (status == JACKDAW_OK) pool->crew->leave(me);
    return status;
  });
}

jackdaw_status jackdaw_put(jackdaw_pool* pool, unsigned me, const void* item) {
  return with_item("jackdaw_put", pool, me, item, [&](any_crew& crew) {
    crew.put(me, item);
    return JACKDAW_OK;
  });
}

jackdaw_status jackdaw_get(jackdaw_pool* pool, unsigned me, void* item) {
  return with_item("jackdaw_get", pool, me, item,
                   [&](any_crew& crew) { return crew.get(me, item) ? JACKDAW_OK : JACKDAW_EMPTY; });
}

jackdaw_status jackdaw_try_get(jackdaw_pool* pool, unsigned me, void* item) {
  return with_item("jackdaw_try_get", pool, me, item,
                   [&](any_crew& crew) { return crew.try_get(me, item) ? JACKDAW_OK : JACKDAW_EMPTY; });
}

jackdaw_status jackdaw_look(jackdaw_pool* pool, unsigned me) {
  return guarded([&] {
    const jackdaw_status status = member("jackdaw_look", pool, me);
    if (status != JACKDAW_OK) return status;
    return pool->crew->in_sight(me) ? JACKDAW_OK : JACKDAW_EMPTY;
  });
}

jackdaw_status jackdaw_sleep_until(int (*predicate)(void*), void* argument) {
  return guarded([&] {
    if (predicate == nullptr) return null("jackdaw_sleep_until", "predicate");
    sync::sleep_until([&] { return predicate(argument) != 0; });
    return JACKDAW_OK;
  });
}

void jackdaw_notify(void) { sync::notify(); }

void jackdaw_yield(void) { sync::yield(); }

void* jackdaw_allocate(jackdaw_pool* pool, unsigned me, size_t bytes) {
  void* block = nullptr;
  static_cast<void>(guarded([&] {
    const jackdaw_status status = member("jackdaw_allocate", pool, me);
    if (status == JACKDAW_OK) block = pool->crew->allocate(me, bytes);
    return status;
  }));
  return block;
}

void jackdaw_free(jackdaw_pool* pool, unsigned me, void* block, size_t bytes) {
  if (block == nullptr) return;
  static_cast<void>(guarded([&] {
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
      return "an argument cannot be right";
    case JACKDAW_UNKNOWN_NAME:
      return "no catalogue has this name";
    case JACKDAW_TOO_MANY:
      return "more members than the pool was made for";
    case JACKDAW_NO_MEMORY:
      return "no memory";
    case JACKDAW_FAILED:
      return "failed";
  }
  return "unknown status";
}

const char* jackdaw_error(void) { return last_error.data(); }

const char* jackdaw_name(jackdaw_catalogue catalogue, size_t index) {
  const char* name = nullptr;
  static_cast<void>(guarded([&] {
    static const std::vector<std::string> pools = pool_names();
    static const std::vector<std::string> managers = memory_names();
    static const std::vector<std::string> policies = idle_names();
    const auto& names = catalogue == JACKDAW_POOLS             ? pools
                        : catalogue == JACKDAW_MEMORY_MANAGERS ? managers
                                                               : policies;
    if (index < names.size()) name = names[index].c_str();
    return JACKDAW_OK;
  }));
  return name;
}
