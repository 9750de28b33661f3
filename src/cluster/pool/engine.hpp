// A run of a pool on one rank: what its thread for messages does until no rank has work.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include <jackdaw/cluster/pool/pool.hpp>
#include <jackdaw/worker/default_scheduler.hpp>

#include "src/cluster/mpi.hpp"
#include "src/cluster/pool/lifelines.hpp"
#include "src/cluster/pool/local_tasks.hpp"
#include "src/cluster/pool/messages.hpp"
#include "src/cluster/pool/termination_wave.hpp"

namespace jackdaw::cluster {

class pool::engine {
 public:
  engine(world& of, detail::pool_state& state);

  /// Until no rank has work. `begin` puts the first task of this rank; `on_all`: all ranks have one.
  void run(const std::function<void(jackdaw::worker&)>& begin, bool on_all);

  [[nodiscard]] const pool_counts& counts() const noexcept { return counts_; }

 private:
  template <class Talk>
  class turn;

  /// One phase of this rank's scheduler. The thread for messages does `serve` in it.
  void serve_as_first(const std::function<void(jackdaw::worker&)>& serve);
  void run_here(const std::function<void(jackdaw::worker&)>& begin);
  void run_surviving(const std::function<void(jackdaw::worker&)>& begin, bool on_all);

  world& world_;
  detail::pool_state& state_;
  detail::task_types types_;
  scheduler scheduler_;
  std::shared_ptr<detail::mailbox> mailbox_;
  detail::mailbox& mail_;
  detail::lifelines lines_;
  detail::termination_wave wave_;
  pool_counts counts_;
};

}  // namespace jackdaw::cluster
