// The library's catalogues as plain data, and schedulers by name. schedulers.cpp is the only file of the
// command that compiles the pools.
#pragma once

#include <string>
#include <vector>

#include <jackdaw/worker/by_name/any_scheduler.hpp>

namespace jackdaw::cli {

/// A line of a catalogue. `idle` is the idle policy that the source of a pool uses; empty for the others. `replayed_as`
/// is what the description of a user's own pool says.
struct catalogue_line {
  std::string name;
  std::string line;
  std::string source;
  std::string idle;
  std::string replayed_as = {};
};

/// A parameter of a pool, and a value of it: the preset, or what a name says.
struct parameter_line {
  std::string name;
  std::string value;
  std::string range;  ///< which values there are, in words
  std::string line;   ///< what it is
};

/// What can be written after the name of a pool, or is written there: "dq8", "dq8:16". Throws input_error for a name
/// that is wrong.
[[nodiscard]] std::vector<parameter_line> parameter_lines(const std::string& pool);

/// "sq1,dq8:2,4:lock=spin" as exact names, each once: sq1, dq8:block=2:lock=spin, dq8:block=4:lock=spin. A part behind a
/// comma that begins with the name of a pool begins the next pool; any other is one more value of the parameter before
/// it. "all": the catalogue. Throws input_error.
[[nodiscard]] std::vector<std::string> chosen_pools(const std::string& list);

[[nodiscard]] std::vector<catalogue_line> pool_lines();
[[nodiscard]] std::vector<catalogue_line> memory_lines();
[[nodiscard]] std::vector<catalogue_line> idle_lines();

[[nodiscard]] std::vector<std::string> names(const std::vector<catalogue_line>& lines);

/// Workers worth having: JACKDAW_WORKERS, or else the CPU budget of this process. Throws
/// std::invalid_argument for a wrong JACKDAW_WORKERS.
[[nodiscard]] unsigned default_workers();

/// Throws input_error unless there are parts of all three names, and the pool takes what is written after its name.
void require_known(const scheduler_choice& choice);

/// The choice with the pool as an exact name, and the idle policy by its own. A policy that is written after the pool's
/// name, "dq8:idle=yield", is the one: rows are told apart by these names. Throws input_error.
[[nodiscard]] scheduler_choice resolved(scheduler_choice choice);

/// Whether an idle policy is written after the pool's name. Throws input_error.
[[nodiscard]] bool says_idle(const std::string& pool);

/// A scheduler as chosen, its threads running. Throws input_error for a wrong name or number of workers and
/// when the system has no more threads or memory.
[[nodiscard]] any_scheduler open_scheduler(const scheduler_choice& choice);

}  // namespace jackdaw::cli
