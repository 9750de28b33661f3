// The simulated machine: what things cost on it, and an adversary that takes processors away.
#pragma once

#include <cstdint>

namespace jackdaw::replay {

/// Nanoseconds.
struct costs {
  double put = 0;       ///< to store a task, when nobody else wants the queue
  double get = 0;       ///< to take one, and to release it in the end
  double lock = 0;      ///< so much of a put or get nobody else can use a locked queue
  double transfer = 0;  ///< more, when another worker has used the queue before: its cache lines move
  double steal = 0;     ///< to find and take tasks of another worker
  double patience = 0;  ///< so long a worker without work looks on before it sleeps
  double wake = 0;      ///< from when it is woken to when it looks again
  double call = 0;      ///< so long it takes whoever wakes it
};

/// BP98 section 1: the operating system as an adversary that decides how many processors there are, from one
/// quantum to the next, and which workers have them. Workers without work give theirs away, unless their policy
/// is not to.
struct adversary {
  unsigned least = 0;  ///< processors; 0: there are always as many as workers
  unsigned most = 0;
  double quantum = 10e6;  ///< nanoseconds

  [[nodiscard]] bool present() const noexcept { return least != 0; }
};

struct machine {
  unsigned workers = 1;
  costs price = {};
  adversary against = {};
};

}  // namespace jackdaw::replay
