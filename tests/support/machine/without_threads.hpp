// What happens where the system starts no more threads.
#pragma once

#include <cerrno>
#include <system_error>
#include <thread>

#include <sys/syscall.h>

#include "apps/app.hpp"
#include "tests/modes/call_filter.hpp"
#include "tests/support/schedulers.hpp"

namespace jackdaw::tests {

/// Calls `act` in a thread that may start no others: an attempt fails as it does beyond RLIMIT_NPROC. False, and nothing is
/// called, where the kernel forbids nothing.
template <class Act>
[[nodiscard]] bool without_threads(const Act& act) {
  bool forbidden = false;
  std::thread([&] {
    forbidden = call_filter().refuse(SYS_clone, EAGAIN).refuse(SYS_clone3, EAGAIN).install();
    if (forbidden) act();
  }).join();
  return forbidden;
}

/// Whether the application's run with 3 workers throws std::system_error where it gets no threads of its own.
inline bool throws_without_threads(apps::app& made) {
  auto scheduler = make_scheduler({.workers = 3});
  bool threw = false;
  const bool forbidden = without_threads([&] {
    try {
      made.run(scheduler);
    } catch (const std::system_error&) { threw = true; }
  });
  return forbidden && threw;
}

}  // namespace jackdaw::tests
