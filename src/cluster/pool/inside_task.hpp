// What waits for other ranks is refused inside the tasks of a pool: the rank would wait for itself.
#pragma once

#include <stdexcept>
#include <string>

#include <jackdaw/cluster/pool/pool_state.hpp>

namespace jackdaw::cluster::detail {

/// Throws std::logic_error while a pool runs on this rank. The thread that made the world is in run() then, so who calls
/// is a task, or a part of one on another thread. `what` is refused.
inline void refuse_inside_pool_task(const char* what) {
  if (running != nullptr)
    throw std::logic_error(
        std::string(what) +
        " inside a task of a cluster::pool; expected it where no pool runs: all ranks call it");
}

}  // namespace jackdaw::cluster::detail
