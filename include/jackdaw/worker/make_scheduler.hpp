// Schedulers by name. Including this compiles every catalogued pool.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <jackdaw/base/cpu_budget.hpp>
#include <jackdaw/memory/catalogue.hpp>
#include <jackdaw/pool/catalogue.hpp>
#include <jackdaw/worker/any_scheduler.hpp>
#include <jackdaw/worker/idle_catalogue.hpp>

namespace jackdaw {

/// A name that no catalogue has. what() names the kind, the name, and the names there are.
struct unknown_name : std::invalid_argument {
  unknown_name(std::string_view what_kind, std::string_view what_name, std::vector<std::string> what_known)
      : std::invalid_argument(text(what_kind, what_name, what_known)),
        kind(what_kind),
        name(what_name),
        known(std::move(what_known)) {}
  std::string kind;
  std::string name;
  std::vector<std::string> known;

 private:
  static std::string text(std::string_view kind, std::string_view name,
                          const std::vector<std::string>& known) {
    std::string line = "no " + std::string(kind) + " is called '" + std::string(name) + "'; expected one of";
    for (const auto& each : known) line += " " + each;
    return line;
  }
};

/// Calls `function(entry)` for every entry of a catalogue.
constexpr void for_each_entry(const auto& catalogue, auto&& function) {
  std::apply([&](const auto&... entries) { (function(entries), ...); }, catalogue);
}

/// The names of a catalogue, in its order.
[[nodiscard]] inline std::vector<std::string> names_of(const auto& catalogue) {
  std::vector<std::string> names;
  for_each_entry(catalogue, [&](const auto& entry) { names.emplace_back(entry.name); });
  return names;
}

[[nodiscard]] inline std::vector<std::string> pool_names() { return names_of(pool::catalogue); }
[[nodiscard]] inline std::vector<std::string> memory_names() { return names_of(memory::catalogue); }
[[nodiscard]] inline std::vector<std::string> idle_names() { return names_of(working::idle_catalogue); }

/// A scheduler as chosen. Throws unknown_name, std::invalid_argument (workers), std::system_error (no more
/// threads).
[[nodiscard]] inline any_scheduler make_scheduler(scheduler_choice choice = {}) {
  any_scheduler::maker engine = nullptr;
  for_each_entry(pool::catalogue, [&]<class Pool>(const pool::catalogue_entry<Pool>& entry) {
    if (entry.name != choice.pool) return;
    engine = [](unsigned workers, any_memory (*memory)(unsigned),
                any_idle::maker idle) -> std::unique_ptr<working::any_engine> {
      return std::make_unique<working::engine_of<Pool>>(workers, memory, idle);
    };
  });
  if (engine == nullptr) throw unknown_name("pool", choice.pool, pool_names());

  any_memory (*memory)(unsigned) = nullptr;
  for_each_entry(memory::catalogue, [&]<class Manager>(const memory::catalogue_entry<Manager>& entry) {
    if (entry.name == choice.memory) memory = &any_memory::make<Manager>;
  });
  if (memory == nullptr) throw unknown_name("memory manager", choice.memory, memory_names());

  any_idle::maker idle = nullptr;
  for_each_entry(working::idle_catalogue, [&]<class Idle>(const working::idle_entry<Idle>& entry) {
    if (entry.name == choice.idle) idle = &any_idle::make<Idle>;
  });
  if (idle == nullptr) throw unknown_name("idle policy", choice.idle, idle_names());

  if (choice.workers == 0) choice.workers = base::cpu_budget().workers();
  return {std::move(choice), engine, memory, idle};
}

}  // namespace jackdaw
