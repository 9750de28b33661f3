// Records the pools and flows of all ranks.
#pragma once

#include <memory>

#include <jackdaw/cluster/record/recorded_job.hpp>
#include <jackdaw/cluster/world.hpp>

namespace jackdaw::cluster {

namespace detail {
class rank_record;
}

/// Records what the workers of all ranks do, in pools and flows, and the messages between ranks, while it lives.
///     cluster::recording seen(all);
///     p.run(visit{root});
///     const cluster::recorded_job job = seen.take();
///     if (all.rank() == 0) cluster::write_chrome(file, job);
///
/// One at a time, made and destroyed while no tasks run. All functions are collective. Of a flow, an arrow for a
/// message goes from the task that wrote a value to the first task that reads it on another rank: the engine does not
/// say when it sends. Cost: some 40 ns a task; when it begins and ends, some 20 messages between rank 0 and each other
/// rank, by which the clocks are compared. Without a recording tasks cost what they cost. Threads: the one that made
/// the world. Errors: std::logic_error when there is one already.
class recording {
 public:
  explicit recording(world& of);
  ~recording();
  recording(const recording&) = delete;
  recording& operator=(const recording&) = delete;

  /// What was seen since it was made, or taken last: on rank 0. On the others it is empty.
  [[nodiscard]] recorded_job take();

 private:
  world* world_;
  std::unique_ptr<detail::rank_record> record_;
};

}  // namespace jackdaw::cluster
