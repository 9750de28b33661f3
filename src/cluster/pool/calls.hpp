// What the ranks of a pool call together: each call says what it is, and all compare that before anything is done.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include <jackdaw/cluster/pool/pool_state.hpp>
#include <jackdaw/cluster/world.hpp>

namespace jackdaw::cluster::detail {

/// One call, as the ranks compare it: bytes without gaps.
struct pool_call {
  enum function : std::uint32_t { make, run, run_on_all, end_of_run, result, best };

  function what = make;
  std::uint32_t pool = 0;    // its number
  std::uint32_t number = 0;  // of what result() is asked for
  std::uint32_t slots = 0;   // reductions and kept values that it has
  std::uint32_t bests = 0;   // best values
  std::uint32_t padding = 0;
  std::uint64_t types = 0;  // of all these; for make: of the tasks

  friend bool operator==(const pool_call&, const pool_call&) = default;
};
static_assert(std::has_unique_object_representations_v<pool_call>);

/// `hash` with a text.
[[nodiscard]] inline std::uint64_t mixed(std::uint64_t hash, std::string_view text) noexcept {
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;  // FNV-1a
  return (hash ^ 0xffU) * 1099511628211U;
}

[[nodiscard]] inline pool_call call_of(const pool_state& state, pool_call::function what,
                                       std::uint32_t number = 0) noexcept {
  return {.what = what,
          .pool = state.pool,
          .number = number,
          .slots = static_cast<std::uint32_t>(state.holders.size()),
          .bests = static_cast<std::uint32_t>(state.spreading.size()),
          .types = state.token_types};
}

/// Returns the `content` of all ranks that live, on all ranks, when all of them have called the same. Otherwise it throws
/// one failure on all of them.
std::vector<std::vector<std::byte>> call_together(world& of, const pool_call& own,
                                                  std::span<const std::byte> content = {});

}  // namespace jackdaw::cluster::detail
