// The library's catalogues as plain data, and schedulers by name. schedulers.cpp is the only file of the
// command that compiles the pools.
#pragma once

#include <string>
#include <vector>

#include <jackdaw/worker/by_name/any_scheduler.hpp>

namespace jackdaw::cli {

/// A line of a catalogue. `idle` is the idle policy that the source of a pool uses; empty for the others.
struct catalogue_line {
  std::string name;
  std::string line;
  std::string source;
  std::string idle;
};

[[nodiscard]] std::vector<catalogue_line> pool_lines();
[[nodiscard]] std::vector<catalogue_line> memory_lines();
[[nodiscard]] std::vector<catalogue_line> idle_lines();

[[nodiscard]] std::vector<std::string> names(const std::vector<catalogue_line>& lines);

/// Workers worth having: JACKDAW_WORKERS, or else the CPU budget of this process. Throws
/// std::invalid_argument for a wrong JACKDAW_WORKERS.
[[nodiscard]] unsigned default_workers();

/// Throws input_error unless all three names are in the catalogues.
void require_known(const scheduler_choice& choice);

/// The choice with the idle policy by its own name.
[[nodiscard]] scheduler_choice resolved(scheduler_choice choice);

/// A scheduler as chosen, its threads running. Throws input_error for a wrong name or number of workers and
/// when the system has no more threads or memory.
[[nodiscard]] any_scheduler open_scheduler(const scheduler_choice& choice);

}  // namespace jackdaw::cli
