// The names that can be chosen: those of all catalogues, and those that were added.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <jackdaw/base/characters.hpp>
#include <jackdaw/base/compiled.hpp>

namespace jackdaw {

/// A name that no catalogue has. what() names the kind, the name, and the names there are. There the name is
/// cut where it is long, and has no characters of control.
struct unknown_name : std::invalid_argument {
  unknown_name(std::string_view what_kind, std::string_view what_name, std::vector<std::string> what_known)
      : std::invalid_argument(text(what_kind, what_name, what_known)),
        kind(what_kind),
        name(what_name),
        known(std::move(what_known)) {}
  std::string kind;                ///< of what: pool, memory manager, idle policy
  std::string name;                ///< the unknown one
  std::vector<std::string> known;  ///< those there are

 private:
  static std::string text(std::string_view kind, std::string_view name,
                          const std::vector<std::string>& known) {
    std::string line =
        "no " + std::string(kind) + " is called '" + base::visible_name(name) + "'; expected one of";
    for (const auto& each : known) line += " " + each;
    return line;
  }
};

/// The names that scheduler_choice and crew_choice take for pools, memory managers and idle policies.
///     for (const auto& name : pool_names()) make_scheduler({.pool = name}).run(work);
///
/// Cost: a text for each. Threads: any. Errors: std::bad_alloc.
[[nodiscard]] std::vector<std::string> pool_names();
[[nodiscard]] std::vector<std::string> memory_names();
[[nodiscard]] std::vector<std::string> idle_names();

/// The idle policy of a choice that leaves it to the pool's source.
inline constexpr std::string_view idle_of_source = "source";

/// Which idle policy the source of a pool names, or its catalogue entry; empty when no pool is called so. Of a name
/// with values (worker/by_name/pool_name.hpp) the part before them counts.
///     std::puts(idle_of("dq8").c_str());
///
/// Cost: a look at the catalogue. Threads: any. Errors: std::bad_alloc.
[[nodiscard]] std::string idle_of(std::string_view pool);

}  // namespace jackdaw

#ifndef JACKDAW_COMPILED
#include <jackdaw/worker/by_name/names_impl.hpp>
#endif
