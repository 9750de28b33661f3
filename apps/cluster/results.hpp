// What rank 0 prints of a run.
#pragma once

#include <cstdint>

#include <jackdaw/base/clock.hpp>
#include <jackdaw/cluster/pool/pool.hpp>
#include <jackdaw/cluster/world.hpp>

namespace jackdaw::apps::cluster_programs {

/// The time of a run on all ranks: made when all are there.
class run_time {
 public:
  explicit run_time(cluster::world& all);

  /// Since then, on this rank.
  [[nodiscard]] double seconds() const { return watch_.seconds(); }
  /// Of all ranks together, in nanoseconds. Collective.
  [[nodiscard]] std::uint64_t cpu() const;

 private:
  cluster::world& all_;
  std::uint64_t cpu_before_;
  base::stopwatch watch_;
};

/// On which face a program is.
enum class kind_of_program { pool, flow };

/// What has run, and how long.
void print_title(cluster::world& all, const char* name, double seconds,
                 kind_of_program kind = kind_of_program::pool);

/// How far a result is off, and whether it may be.
void print_error(cluster::world& all, const char* what, double error, bool is_right);

/// How a pool has shared the work: `share` is that of this rank, in any unit. Collective.
void print_balance(cluster::world& all, const cluster::pool& p, std::uint64_t share);

}  // namespace jackdaw::apps::cluster_programs
