// Timing a run of Rayon. What it does is written in Rust, in bench/peers/rayon.
#pragma once

#include <jackdaw/base/clock.hpp>

#include "bench/peers/peer.hpp"

extern "C" {
void* rayon_pool_begin(unsigned workers);
void rayon_pool_end(void* pool);
void rayon_pool_install(const void* pool, void (*call)(void*), void* argument);
}

namespace jackdaw::bench {

/// Threads of Rayon, which work once it is made.
class rayon_pool {
 public:
  explicit rayon_pool(unsigned workers) : handle_(rayon_pool_begin(workers)) {}
  rayon_pool(const rayon_pool&) = delete;
  rayon_pool& operator=(const rayon_pool&) = delete;
  ~rayon_pool() { rayon_pool_end(handle_); }

  /// For functions of Rust.
  [[nodiscard]] void* handle() const { return handle_; }

  /// Calls work() as one of the threads. It throws nothing.
  template <class Work>
  void install(const Work& work) const {
    rayon_pool_install(
        handle_, [](void* of) { (*static_cast<const Work*>(of))(); }, const_cast<Work*>(&work));
  }

 private:
  void* handle_;
};

/// Seconds of a call of `work()`, which throws nothing, as a thread of a pool of so many. The threads are made before the
/// timed part, and ended after it.
template <class Work>
[[nodiscard]] double seconds_in_rayon(unsigned workers, const Work& work) {
  const rayon_pool pool(workers);
  double seconds = 0;
  pool.install([&seconds, &work] {
    const base::stopwatch watch;
    work();
    seconds = watch.seconds();
  });
  return seconds;
}

/// The entry of Rayon; `name` tells its ways to do something from each other.
[[nodiscard]] inline peer as_rayon(measurement (*run)(unsigned instance, unsigned workers),
                                   const char* name = "Rayon") {
  return {name, role::rival, JACKDAW_BENCH_RAYON_VERSION, run};
}

}  // namespace jackdaw::bench
