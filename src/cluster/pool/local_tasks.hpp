// The tasks of a rank, as the thread sees them that sends and receives just now: one of the rank's workers.
//
// What leaves the rank are the oldest tasks of a deque, and they are written when they leave. A worker that looks for
// messages between two tasks answers with its own: it makes half of its private ones public, as for a thief of this
// rank, and takes these. The thread for messages is worker 0 and executes no tasks. It steals as any thief does: by a
// request that the owner answers at its next put or between two tasks, or by force from an owner that does not answer.
// So a put costs what it costs on one machine.
#pragma once

#include <cstdint>
#include <vector>

#include <jackdaw/base/random.hpp>
#include <jackdaw/cluster/pool/pool_state.hpp>
#include <jackdaw/cluster/pool/task_types.hpp>
#include <jackdaw/cluster/serial/serial.hpp>
#include <jackdaw/worker/default_scheduler.hpp>

namespace jackdaw::cluster::detail {

/// One thread at a time calls what has a `self`: its own worker. A task is written as its type, the number of its bytes,
/// and these. Where its serial form throws, or reads not what it has written, that is the failure of a task.
class local_tasks {
 public:
  local_tasks(scheduler& on, const task_types& types, pool_state& state)
      : on_(on), types_(types), state_(state) {}

  /// No task of this rank is stored, and none runs. By worker 0, the others may do what they do.
  [[nodiscard]] bool are_none(jackdaw::worker& self) const noexcept;

  /// Some worker of the rank has nothing to do, or hardly anything.
  [[nodiscard]] bool are_few(jackdaw::worker& self) const noexcept;

  /// Takes some of the oldest and writes them. How many.
  [[nodiscard]] std::uint32_t give(jackdaw::worker& self, writer& out);

  /// The same with one, the newest that this worker has put. Whether there was one.
  [[nodiscard]] bool give_newest(jackdaw::worker& self, writer& out);

  /// Puts tasks that have come. How many: those before one that cannot be read.
  std::uint32_t take(jackdaw::worker& self, reader& in);

  /// Makes what this worker has put visible to the others.
  static void show(jackdaw::worker& self);

 private:
  [[nodiscard]] unsigned idle_workers() const noexcept;
  void fetch_from(jackdaw::worker& self, unsigned victim, bool all);
  [[nodiscard]] std::uint32_t write(jackdaw::worker& self, writer& out);
  /// One task; false where it cannot be written, and `out` is as before.
  [[nodiscard]] bool write_one(std::int32_t type, task& item, writer& out);

  static constexpr std::uint32_t most_given = 512;

  scheduler& on_;
  const task_types& types_;
  pool_state& state_;
  base::random random_;
  std::vector<task*> fetched_;
};

}  // namespace jackdaw::cluster::detail
