// Timing a run of an OpenMP runtime: libgomp or libomp, by the compiler.
#pragma once

#include <utility>

#include <omp.h>

#include <jackdaw/base/clock.hpp>

#include "bench/peers/peer.hpp"

namespace jackdaw::bench {

/// Seconds of `rounds` parallel regions of `workers` threads, in which one of them calls `work()`. With
/// several rounds one goes before, not timed. The threads are made before the timed part, and ended after it
/// (omp_pause_resource_all), so that the waiting policy can stay what users get.
template <class Work>
[[nodiscard]] double seconds_in_openmp(unsigned workers, const Work& work, unsigned rounds = 1) {
  const auto region = [&work, threads = static_cast<int>(workers)](bool nothing) {
#pragma omp parallel num_threads(threads)
#pragma omp single
    if (!nothing) work();
  };
  omp_set_dynamic(0);
  region(rounds == 1);
  const base::stopwatch watch;
  for (unsigned round = 0; round < rounds; ++round) region(false);
  const double seconds = watch.seconds();
  omp_pause_resource_all(omp_pause_hard);
  return seconds;
}

/// The entry of this compiler's OpenMP.
[[nodiscard]] inline peer as_openmp(measurement (*run)(unsigned instance, unsigned workers)) {
#if defined(__clang__)
  return {"libomp", role::rival, "clang " __clang_version__, run};
#else
  return {"libgomp", role::rival, "g++ " __VERSION__, run};
#endif
}

}  // namespace jackdaw::bench
