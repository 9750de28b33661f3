#include "c/pool.hpp"

namespace jackdaw::c {

last_failure& failure_here() noexcept {
  thread_local constinit last_failure here;  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)
  return here;
}

jackdaw_status failed(jackdaw_status status, std::string_view line) noexcept {
  last_failure& here = failure_here();
  here.status = status;
  const std::size_t length = line.copy(here.line.data(), here.line.size() - 1);
  here.line[length] = '\0';
  return status;
}

jackdaw_status null(std::string_view function, std::string_view what) {
  return failed(JACKDAW_BAD_ARGUMENT,
                std::string(function) + ": " + std::string(what) + " is NULL; expected its address");
}

jackdaw_status alive(std::string_view function, const jackdaw_pool* pool) {
  if (pool == nullptr) return null(function, "pool");
  if (pool->crew != nullptr) [[likely]]
    return JACKDAW_OK;
  return failed(JACKDAW_BAD_ARGUMENT,
                std::string(function) + ": the pool was destroyed; expected one that was not");
}

jackdaw_status member(std::string_view function, const jackdaw_pool* pool, unsigned me) {
  if (const jackdaw_status status = alive(function, pool); status != JACKDAW_OK) return status;
  if (pool->crew->is_member(me) || pool->crew->arrive(me)) [[likely]]
    return JACKDAW_OK;
  const unsigned most = pool->crew->most_members();
  const std::string line = std::string(function) + ": " + said(me) + " is no member of the pool; ";
  if (me >= most)
    return failed(JACKDAW_TOO_MANY, line + "it was made for members 0 to " + std::to_string(most - 1));
  return failed(JACKDAW_BAD_ARGUMENT,
                line + "expected one that has joined, or was announced by jackdaw_expect");
}

}  // namespace jackdaw::c
