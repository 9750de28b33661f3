// A task of a flow that runs on this rank, for a recording.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <starpu.h>

#include <jackdaw/base/clock.hpp>

#include "src/cluster/flow/starpu_engine.hpp"
#include "src/cluster/record/rank_record.hpp"

namespace jackdaw::cluster::detail {

/// Lives while the function of the task runs.
struct starpu_engine::timed {
  explicit timed(const started& of)
      : task(of),
        record(of.engine->world_.inside().record),
        since(record != nullptr ? base::nanoseconds_now() : 0) {}
  ~timed() {
    if (record == nullptr) return;
    const auto worker = static_cast<std::size_t>(std::max(starpu_worker_get_id(), 0));
    record->flow_workers[worker]->add_numbered(task.recorded_name, since, base::nanoseconds_now(),
                                               task.number);
  }
  timed(const timed&) = delete;
  timed& operator=(const timed&) = delete;

  const started& task;
  rank_record* record;
  std::int64_t since;
};

}  // namespace jackdaw::cluster::detail
