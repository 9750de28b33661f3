// An idle policy of one's own: a worker without work looks again every 50 microseconds, so that no put has to wake one.
#pragma once

#include <chrono>
#include <thread>

#include <jackdaw/command.hpp>

struct naps {
  explicit naps(unsigned /*workers*/) {}

  void put(unsigned /*id*/) {}
  void wait(unsigned /*id*/, auto&& ready) {
    while (!ready()) std::this_thread::sleep_for(std::chrono::microseconds(50));
  }
  void wake(unsigned /*id*/) {}
  void wake_all() {}
  [[nodiscard]] bool none_sleeps() const { return true; }  // all wake by themselves
};
