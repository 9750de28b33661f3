// Work that is divided among threads once and for all: the rival of tasks while no other program wants the
// processors.
#pragma once

#include <cstddef>
#include <latch>
#include <thread>
#include <vector>

namespace jackdaw::apps {

/// What one of so many threads has to do.
struct share {
  unsigned id;       ///< from 0
  unsigned threads;  ///< at least 1

  /// From `first` to before `last`.
  struct slice {
    std::size_t first, last;
  };

  /// Its part of `count` things: as many in succession as any other thread has, or one more.
  [[nodiscard]] constexpr slice of(std::size_t count) const noexcept {
    return {count * id / threads, count * (id + 1) / threads};
  }

  /// Whether it gets this one of things that are dealt to the threads in turn, as cards are: where the work
  /// is more in some places than in others.
  [[nodiscard]] constexpr bool has(std::size_t index) const noexcept { return index % threads == id; }
};

/// Calls `part(share)` in so many threads at the same time, the caller's among them, and returns when all
/// calls are over. The parts may wait for each other (std::barrier): none begins before all threads are
/// there, so one that cannot be made is an exception here, not a thread that all others wait for.
///
/// `part` is shared, not copied, and must not throw. `Thread` has a constructor that starts it and a
/// destructor that waits for its end. Throws std::system_error.
template <class Thread = std::jthread, class Part>
void run_in_threads(unsigned threads, const Part& part) {
  std::latch made(1);
  bool complete = false;
  const auto follow = [&](unsigned id) {
    made.wait();
    if (complete) part(share{id, threads});
  };
  std::vector<Thread> others;
  others.reserve(threads - 1);
  try {
    for (unsigned id = 1; id < threads; ++id) others.emplace_back(follow, id);
  } catch (...) {
    made.count_down();
    throw;
  }
  complete = true;
  made.count_down();
  part(share{0, threads});
}

}  // namespace jackdaw::apps
