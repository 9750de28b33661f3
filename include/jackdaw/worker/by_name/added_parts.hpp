// Pools, memory managers and idle policies of a user's own, beside those of the catalogues.
#pragma once

#include <algorithm>
#include <concepts>
#include <deque>
#include <mutex>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <jackdaw/base/characters.hpp>
#include <jackdaw/base/never_destroyed.hpp>
#include <jackdaw/memory/manager.hpp>
#include <jackdaw/memory/memory_catalogue.hpp>
#include <jackdaw/pool/parameters/any_pool.hpp>
#include <jackdaw/pool/parameters/parameter.hpp>
#include <jackdaw/pool/parameters/parameter_catalogue.hpp>
#include <jackdaw/pool/pool_catalogue.hpp>
#include <jackdaw/worker/by_name/any_idle.hpp>
#include <jackdaw/worker/by_name/any_memory.hpp>
#include <jackdaw/worker/idle/idle_catalogue.hpp>

namespace jackdaw {

/// How a part of one's own is called, and what lists say of it.
struct part_description {
  std::string name;    ///< letters, digits, `-` and `_`, with a letter first; no name that there is
  std::string line;    ///< what it is, one line
  std::string source;  ///< where it is from
  std::string idle = "wake_every_put";           ///< of a pool: the idle policy that it runs with
  std::vector<pool::parameter> parameters = {};  ///< of a pool: what can be chosen after its name
  std::string replayed_as =
      {};  ///< of a pool: one of the catalogue that schedules alike, `dq8:16`, for replays
};

namespace working {

struct added_pool {
  part_description about;
  pool::any_pool (*make)(unsigned workers, const pool::parameter_values& values);
};
struct added_memory {
  part_description about;
  any_memory (*make)(unsigned workers);
};
struct added_idle {
  part_description about;
  any_idle::maker make;
};

/// All that were added in this process. Any thread; what is added stays, and where it is.
class added_parts {
 public:
  [[nodiscard]] static added_parts& here() {
    static base::never_destroyed<added_parts> all;
    return *all;
  }

  void add(added_pool part) { add_to(pools_, "pool", std::move(part)); }
  void add(added_memory part) { add_to(memory_, "memory manager", std::move(part)); }
  void add(added_idle part) { add_to(idle_, "idle policy", std::move(part)); }

  /// Null where none was added by that name.
  [[nodiscard]] const added_pool* pool(std::string_view name) { return find(pools_, name); }
  [[nodiscard]] const added_memory* memory(std::string_view name) { return find(memory_, name); }
  [[nodiscard]] const added_idle* idle(std::string_view name) { return find(idle_, name); }

  [[nodiscard]] std::vector<part_description> pools() { return all_of(pools_); }
  [[nodiscard]] std::vector<part_description> memory_managers() { return all_of(memory_); }
  [[nodiscard]] std::vector<part_description> idle_policies() { return all_of(idle_); }

  /// Throws std::invalid_argument, which names the part, unless it has a name and a line.
  static void require_described(std::string_view kind, const part_description& about) {
    if (!is_name(about.name))
      refuse(kind, about.name, "expected letters, digits, '-' and '_', with a letter first");
    if (about.line.empty()) refuse(kind, about.name, "expected a line that says what it is");
    for (auto each = about.parameters.begin(); each != about.parameters.end(); ++each) {
      const auto same = [&](const auto& other) { return other.name == each->name; };
      if (each->name == "idle" || !is_name(each->name) || std::any_of(about.parameters.begin(), each, same))
        refuse(kind, about.name,
               "parameter '" + std::string(each->name) + "'; expected a name of its own, and not idle");
      if (!each->allows(each->preset)) {
        refuse(kind, about.name,
               "parameter " + std::string(each->name) + ": preset '" + std::string(each->preset) +
                   "'; expected " + each->range());
      }
    }
  }
  [[noreturn]] static void refuse(std::string_view kind, const std::string& name, const std::string& why) {
    throw std::invalid_argument(std::string(kind) + " '" + base::visible_name(name) + "': " + why);
  }

 private:
  template <class Part>
  [[nodiscard]] const Part* find(const std::deque<Part>& parts, std::string_view name) {
    const std::lock_guard hold(lock_);
    for (const Part& each : parts) {
      if (each.about.name == name) return &each;
    }
    return nullptr;
  }

  [[nodiscard]] std::vector<part_description> all_of(const auto& parts) {
    const std::lock_guard hold(lock_);
    std::vector<part_description> all;
    all.reserve(parts.size());
    for (const auto& each : parts) all.push_back(each.about);
    return all;
  }

  void add_to(auto& parts, std::string_view kind, auto part) {
    const std::string& name = part.about.name;
    require_described(kind, part.about);
    if (find(pools_, name) != nullptr || find(memory_, name) != nullptr || find(idle_, name) != nullptr ||
        is_catalogued(name))
      refuse(kind, name, "there is a part of that name");
    if (!is_idle(part.about.idle))
      refuse(kind, name,
             "idle policy '" + part.about.idle +
                 "'; expected one of the catalogue, or one that was added before");
    const std::lock_guard hold(lock_);
    parts.push_back(std::move(part));
  }

  [[nodiscard]] static bool is_name(std::string_view name) noexcept {
    const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    const auto allowed = [&](char c) { return letter(c) || (c >= '0' && c <= '9') || c == '-' || c == '_'; };
    return !name.empty() && letter(name.front()) && std::all_of(name.begin(), name.end(), allowed);
  }

  [[nodiscard]] bool is_idle(std::string_view name) {
    bool found = find(idle_, name) != nullptr;
    idle_catalogue.for_each([&](const auto& entry) { found = found || entry.name == name; });
    return found;
  }

  /// As a name of any catalogue, or as a value that may follow the name of a pool: a list could not tell them apart.
  [[nodiscard]] static bool is_catalogued(std::string_view name) {
    bool found = name == "source" || name == "all";
    const auto look = [&](const auto& entry) { found = found || entry.name == name; };
    jackdaw::pool::catalogue.for_each(look);
    jackdaw::memory::catalogue.for_each(look);
    idle_catalogue.for_each(look);
    for (const auto& each : jackdaw::pool::parameters::catalogue) {
      for (const auto& one : each.parameters) found = found || one.allows(name);
    }
    return found;
  }

  std::mutex lock_;
  std::deque<added_pool> pools_;
  std::deque<added_memory> memory_;
  std::deque<added_idle> idle_;
};

}  // namespace working

/// From now on a pool of type `P` can be chosen by name. `P` is made of the number of workers, and of its parameter
/// values where it has parameters.
///     add_pool<my_pool>({.name = "mine", .line = "one list under one lock", .source = "lecture 7"});
///     auto sched = make_scheduler({.pool = "mine"});
///
/// Not for a pool that is known when the program is compiled: basic_scheduler takes the type. Cost: none until it is
/// chosen; then a virtual call for each put and get. Threads: any. Errors: std::invalid_argument (the name).
template <pool::task_pool P>
void add_pool(part_description about) {
  working::added_parts::here().add(working::added_pool{
      std::move(about), [](unsigned workers, const pool::parameter_values& values) {
        if constexpr (std::constructible_from<P, unsigned, const pool::parameter_values&>) {
          return pool::any_pool::make<P>(workers, values);
        } else {
          return pool::any_pool::make<P>(workers);
        }
      }});
}

/// From now on a memory manager of type `M` can be chosen by name.
///     add_memory<my_arena>({.name = "arena", .line = "one arena for each worker", .source = "lecture 8"});
///
/// Cost: none until it is chosen. Threads: any. Errors: std::invalid_argument (the name).
template <memory::manager M>
void add_memory(part_description about) {
  working::added_parts::here().add(working::added_memory{std::move(about), &any_memory::make<M>});
}

/// From now on an idle policy of type `I` can be chosen by name.
///     add_idle<my_naps>({.name = "naps", .line = "sleeps a microsecond between looks", .source = "lecture 9"});
///
/// Cost: none until it is chosen. Threads: any. Errors: std::invalid_argument (the name).
template <working::idle_policy I>
void add_idle(part_description about) {
  working::added_parts::here().add(working::added_idle{std::move(about), &any_idle::make<I>});
}

}  // namespace jackdaw
