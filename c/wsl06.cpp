// WSL06, section 2.1: pools of pointers. Over jackdaw.h.
#include <cstddef>
#include <cstdlib>
#include <string>
#include <string_view>

#include <jackdaw/jackdaw.h>
#include <jackdaw/tpool_wsl06.h>

#include "c/calls.hpp"
#include "c/pool.hpp"

namespace {

using namespace jackdaw::c;

/// The name in the catalogue of a pool that the paper calls `name`, with the values behind it: KR02 has others of these
/// names.
std::string in_catalogue(std::string_view name) {
  const std::string_view paper = name.substr(0, name.find(':'));
  const std::string values(name.substr(paper.size()));
  if (paper == "sdq1" || paper == "dq8" || paper == "dq9") return std::string(paper) + "w" + values;
  if (paper == "dq9-1") return "dq9w1" + values;
  return std::string(name);
}

}  // namespace

jackdaw_pool* jackdaw_wsl06_init(int threads, size_t size, int level) {
  constexpr std::size_t largest_block = std::size_t{1} << 40U;
  if (size > largest_block) {
    static_cast<void>(guarded("tpool_init", [&] {
      return failed(JACKDAW_BAD_ARGUMENT, "tpool_init: items of " + said(size) + " bytes; expected at most " +
                                              std::to_string(largest_block));
    }));
    return nullptr;
  }
  jackdaw_pool* made = nullptr;
  const auto members = static_cast<unsigned>(threads);
  const jackdaw_status created = guarded("tpool_init", [&] {
    const char* const wanted = std::getenv("JACKDAW_POOL");
    const std::string pool = wanted != nullptr ? in_catalogue(wanted) : std::string();
    jackdaw_options options{};
    options.pool = wanted != nullptr ? pool.c_str() : nullptr;
    return create("tpool_init", &made, members, sizeof(void*), &options);
  });
  if (created != JACKDAW_OK) return nullptr;
  if (expect("tpool_init", made, members) != JACKDAW_OK) {
    jackdaw_destroy(made);
    return nullptr;
  }
  made->block_bytes = size > 0 ? size : 1;
  made->level = level;
  return made;
}

int jackdaw_wsl06_get(jackdaw_pool* pool, int me, void* data, int level, int team) {
  jackdaw_status status = JACKDAW_OK;
  if (pool != nullptr && level == pool->level + 1)
    status = jackdaw::c::team("tpool_get", pool, static_cast<unsigned>(team));
  if (status == JACKDAW_OK) status = get("tpool_get", pool, static_cast<unsigned>(me), data);
  return status == JACKDAW_OK ? JACKDAW_OK : JACKDAW_EMPTY;
}

void* jackdaw_wsl06_new(jackdaw_pool* pool, int me) {
  return jackdaw_allocate(pool, static_cast<unsigned>(me), pool != nullptr ? pool->block_bytes : 1);
}

void jackdaw_wsl06_delete(jackdaw_pool* pool, int me, void* data) {
  jackdaw_free(pool, static_cast<unsigned>(me), data, pool != nullptr ? pool->block_bytes : 1);
}
