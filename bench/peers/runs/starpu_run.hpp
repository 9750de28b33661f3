// Starting and ending StarPU.
#pragma once

#include <cstdlib>
#include <stdexcept>
#include <string>

#include <starpu.h>

#include "bench/peers/peer.hpp"

namespace jackdaw::bench {

/// StarPU's threads, while it lives: `workers` for processors, none for devices. The caller submits and waits; it executes
/// nothing. Scheduled by work stealing: T15 section 7 found it to give the best results.
class starpu_threads {
 public:
  explicit starpu_threads(unsigned workers) {
    setenv("STARPU_SILENT", "1", 0);  // NOLINT(concurrency-mt-unsafe)
    starpu_conf conf;
    starpu_conf_init(&conf);
    conf.ncpus = static_cast<int>(workers);
    conf.ncuda = conf.nopencl = conf.nmic = conf.nmpi_ms = 0;
    conf.sched_policy_name = "ws";
    if (starpu_init(&conf) != 0) throw std::runtime_error("StarPU does not start");
    if (const unsigned found = starpu_cpu_worker_get_count(); found != workers) {
      starpu_shutdown();
      throw std::runtime_error("StarPU has only " + std::to_string(found) + " workers");
    }
  }
  starpu_threads(const starpu_threads&) = delete;
  starpu_threads& operator=(const starpu_threads&) = delete;
  ~starpu_threads() { starpu_shutdown(); }
};

/// The entry of StarPU.
[[nodiscard]] inline peer as_starpu(measurement (*run)(unsigned instance, unsigned workers)) {
  int major = 0;
  int minor = 0;
  int release = 0;
  starpu_get_version(&major, &minor, &release);
  return {"StarPU", role::rival,
          std::to_string(major) + '.' + std::to_string(minor) + '.' + std::to_string(release), run};
}

}  // namespace jackdaw::bench
