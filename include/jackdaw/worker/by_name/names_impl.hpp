// The functions of worker/by_name/names.hpp that are compiled once (base/compiled.hpp).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <jackdaw/memory/memory_catalogue.hpp>
#include <jackdaw/pool/pool_catalogue.hpp>
#include <jackdaw/worker/by_name/added_parts.hpp>
#include <jackdaw/worker/by_name/names.hpp>
#include <jackdaw/worker/idle/idle_catalogue.hpp>

namespace jackdaw {

/// The names of a catalogue, in its order. For pool_names() and the like, not for users.
///     for (const auto& name : names_of(pool::catalogue)) std::puts(name.c_str());
///
/// Cost: a text for each. Threads: any. Errors: std::bad_alloc.
[[nodiscard]] inline std::vector<std::string> names_of(const auto& catalogue) {
  std::vector<std::string> names;
  catalogue.for_each([&](const auto& entry) { names.emplace_back(entry.name); });
  return names;
}
/// The same, and the names of parts that were added. Not for users.
[[nodiscard]] inline std::vector<std::string> names_of(const auto& catalogue,
                                                       const std::vector<part_description>& added) {
  auto names = names_of(catalogue);
  for (const auto& each : added) names.push_back(each.name);
  return names;
}

JACKDAW_INLINE std::vector<std::string> pool_names() {
  return names_of(pool::catalogue, working::added_parts::here().pools());
}
JACKDAW_INLINE std::vector<std::string> memory_names() {
  return names_of(memory::catalogue, working::added_parts::here().memory_managers());
}
JACKDAW_INLINE std::vector<std::string> idle_names() {
  return names_of(working::idle_catalogue, working::added_parts::here().idle_policies());
}

JACKDAW_INLINE std::string idle_of(std::string_view pool) {
  pool = pool.substr(0, pool.find(':'));
  if (const auto* const added = working::added_parts::here().pool(pool)) return added->about.idle;
  std::string found;
  pool::catalogue.for_each([&](const auto& entry) {
    if (entry.name == pool) found = entry.idle;
  });
  return found;
}

}  // namespace jackdaw
