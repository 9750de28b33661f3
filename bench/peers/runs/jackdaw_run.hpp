// Timing a run of Jackdaw's default scheduler.
#pragma once

#include <utility>

#include <jackdaw/fork_join/join.hpp>
#include <jackdaw/worker/default_scheduler.hpp>

#include "bench/peers/peer.hpp"
#include "bench/peers/runs/roll_call.hpp"
#include "bench/peers/runs/rounds.hpp"

namespace jackdaw::bench {

/// Makes sure that the workers have come to run, each on a processor: a thread that has just been made may stand behind
/// another for some milliseconds.
inline void rouse(scheduler& jackdaws) {
  roll_call all(jackdaws.workers());
  jackdaws.run([&all, workers = jackdaws.workers()](worker& w) {
    for (unsigned i = 0; i < workers; ++i) w.put([&all] { all.answer(); });
  });
}

/// Seconds of `rounds` runs of `root`, a task. With several rounds one goes before, not timed. The scheduler
/// is made before the timed part, and its workers have come to run; it is destroyed after it.
template <class Root>
[[nodiscard]] double seconds_in_jackdaw(unsigned workers, const Root& root, unsigned rounds = 1) {
  scheduler jackdaws(workers);
  rouse(jackdaws);
  return seconds_of(rounds, [&] { jackdaws.run(root); });
}

/// The entry of Jackdaw, or of another form of it. The program of its own has the other compiler's version.
[[nodiscard]] inline peer as_jackdaw(measurement (*run)(unsigned instance, unsigned workers),
                                     const char* name = "jackdaw") {
#if defined(__clang__)
  return {name, role::ours, "clang " __clang_version__, run};
#else
  return {name, role::ours, "", run};
#endif
}

}  // namespace jackdaw::bench
