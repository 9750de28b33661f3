#include "src/cluster/inside_task.hpp"

#include <stdexcept>

#include <jackdaw/cluster/pool/pool_state.hpp>

namespace jackdaw::cluster {

thread_local const std::string* detail::task_here = nullptr;

void detail::refuse_inside_task(const char* what) {
  if (task_here == nullptr) return;
  throw std::logic_error("task '" + *task_here + "' of a flow over ranks is to " + what +
                         "; expected that outside of tasks, on all ranks");
}

void detail::refuse_inside_pool_task(const char* what) {
  if (running == nullptr) return;
  throw std::logic_error(
      std::string(what) +
      " inside a task of a cluster::pool; expected it where no pool runs: all ranks call it");
}

}  // namespace jackdaw::cluster
