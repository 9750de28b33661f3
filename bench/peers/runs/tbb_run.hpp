// Timing a run of oneTBB.
#pragma once

#include <new>
#include <utility>

#include <tbb/global_control.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>
#include <tbb/version.h>

#include "bench/peers/peer.hpp"
#include "bench/peers/runs/roll_call.hpp"
#include "bench/peers/runs/rounds.hpp"

namespace jackdaw::bench {

/// Makes oneTBB start its threads, which it does when there are tasks.
inline void rouse_tbb(unsigned workers) {
  roll_call all(workers);
  tbb::task_group group;
  for (unsigned i = 0; i < workers; ++i) group.run([&all] { all.answer(); });
  group.wait();
}

/// Seconds of `rounds` calls of `work()` in an arena of `workers` threads, the caller included. With several
/// rounds one goes before, not timed. oneTBB's threads are started before and ended after the timed part.
template <class Work>
[[nodiscard]] double seconds_in_tbb(unsigned workers, const Work& work, unsigned rounds = 1) {
  tbb::task_scheduler_handle threads{tbb::attach{}};
  double seconds = 0;
  // The limit outlives the threads: where the preset is none besides the caller, in a process bound to one processor,
  // finalize() waits for ever (2021.8) for one that it does not wake.
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, workers);
  {
    tbb::task_arena arena(static_cast<int>(workers));
    arena.execute([&] {
      rouse_tbb(workers);
      seconds = seconds_of(rounds, work);
    });
  }
  static_cast<void>(tbb::finalize(threads, std::nothrow));
  return seconds;
}

/// The entry of oneTBB.
[[nodiscard]] inline peer as_tbb(measurement (*run)(unsigned instance, unsigned workers)) {
  return {"oneTBB", role::rival, TBB_runtime_version(), run};
}

}  // namespace jackdaw::bench
