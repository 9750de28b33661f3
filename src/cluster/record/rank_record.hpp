// What one rank records; made by a cluster::recording, filled by the engines of pools and flows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <jackdaw/base/cache_line.hpp>
#include <jackdaw/cluster/record/track.hpp>

#include "src/cluster/mpi.hpp"
#include "src/cluster/record/clocks.hpp"

namespace jackdaw::cluster::detail {

/// A message of a pool, as this rank has sent or received it.
struct letter {
  std::uint32_t kind = 0;    ///< of messages.hpp
  std::uint32_t row = 0;     ///< the worker that was busy with it; 0: the thread for messages
  std::uint32_t peer = 0;    ///< the other rank
  std::uint32_t number = 0;  ///< among those from this sender to this receiver
  bool is_send = false;
  std::int64_t from = 0;
  std::int64_t to = 0;
  std::uint64_t bytes = 0;
};

/// A task of a flow on this rank read what a task on another rank has written.
struct value_read {
  std::uint64_t writer = 0;  ///< the numbers of the tasks
  std::uint64_t reader = 0;
  std::uint32_t writers_rank = 0;
};

class rank_record {
 public:
  explicit rank_record(world& of);
  ~rank_record();
  rank_record(const rank_record&) = delete;
  rank_record& operator=(const rank_record&) = delete;

  /// For another recording: nothing has been seen.
  void begin();
  /// Since begin(), by the clock of rank 0. Collective.
  [[nodiscard]] aligned_clock end();
  [[nodiscard]] MPI_Comm channel() const noexcept { return channel_; }
  /// When it began, by the clock of this rank.
  [[nodiscard]] std::int64_t begun() const noexcept { return first_.at; }

  // Of workers, each its own; worker 0 of a pool is the thread for messages.
  std::vector<base::padded<track>> pool_workers;
  std::vector<base::padded<track>> flow_workers;
  std::vector<letter> letters;          // of the pool, by the thread that sends and receives just now
  std::vector<value_read> values_read;  // of flows, by the thread that submits

 private:
  world& world_;
  MPI_Comm channel_ = MPI_COMM_NULL;
  clock_offset first_;
};

}  // namespace jackdaw::cluster::detail
