// Children that call exit() while a scheduler works.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <thread>

#include <unistd.h>

#include <jackdaw/jackdaw.hpp>

#include "tests/support/machine/all_workers.hpp"

namespace jackdaw::tests {

inline constexpr int status = 37;
inline constexpr unsigned workers = 3;

inline scheduler_options all_work() { return {.workers = workers, .surplus = surplus_use::work}; }

inline std::atomic<bool> destroyed{false};

/// The destructors of static objects are called: the status becomes another one when this one was not.
struct witness {
  ~witness() { destroyed = true; }
};

/// As exit(), with a static object on each side.
[[noreturn]] inline void leave() {
  static const witness last;
  std::atexit([] {
    if (!destroyed) _exit(201);  // runs after ~witness, which was registered later
  });
  static const witness first;
  std::exit(status);
}

inline void never_ends() {
  for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
}

/// `scheduler` is under way on all workers; number `at` calls exit(), the others compute or sleep for ever.
void exit_on(auto& scheduler, unsigned at, bool others_end) {
  on_all_workers(scheduler, [=](auto& w) {
    if (w.id() == at) leave();
    if (!others_end) never_ends();
  });
}

}  // namespace jackdaw::tests
