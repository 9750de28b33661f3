// The simulated machine: its costs, what its processors share, and an adversary that takes some of them away.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace jackdaw::replay {

/// Nanoseconds.
struct costs {
  double put = 0;       ///< to store a task, when no other worker wants the queue
  double get = 0;       ///< to take one, and to release it in the end
  double lock = 0;      ///< for so much of a put or get no other worker can use a locked queue
  double transfer = 0;  ///< more, when another worker has used the queue before: its cache lines move
  double steal = 0;     ///< to find and take tasks of another worker
  double patience = 0;  ///< so long a worker without work looks on before it sleeps
  double wake = 0;      ///< from when it is woken to when it looks again
  double call = 0;      ///< so long it takes the thread that wakes it
};

/// One of them, its name, and what it is in a line.
struct named_cost {
  std::string_view name;
  double costs::* value;
  std::string_view meaning;
};

/// All, in the order in which recordings have them (trace/read/run_file.hpp).
inline constexpr std::array<named_cost, 8> named_costs{
    {{"put", &costs::put, "To store a task"},
     {"get", &costs::get, "To take and to release one"},
     {"lock", &costs::lock, "How long other workers are excluded by that"},
     {"transfer", &costs::transfer, "Added where another worker used the queue before"},
     {"steal", &costs::steal, "To find and take tasks of others"},
     {"patience", &costs::patience, "How long a worker without work searches before it sleeps"},
     {"wake", &costs::wake, "From when a sleeping worker is woken to when it looks for tasks"},
     {"call", &costs::call, "How long waking takes the worker that wakes"}}};

/// BP98 section 1: the operating system as an adversary. From one quantum to the next it decides how many
/// processors there are, and which workers have them. Workers without work give theirs away, unless their policy
/// is not to.
struct adversary {
  unsigned least = 0;  ///< processors; 0: there are always as many as workers
  unsigned most = 0;
  double quantum = 10e6;  ///< nanoseconds

  [[nodiscard]] bool present() const noexcept { return least != 0; }
};

/// What workers cost each other by the caches, the memory and the cores that they share.
struct sharing {
  double slower = 1;   ///< so many times as long a task takes while `among` workers are at work; at least 1
  unsigned among = 2;  ///< at least 2: between one and so many it grows evenly, beyond it stays as it is

  [[nodiscard]] double factor(std::size_t at_work) const noexcept {
    if (slower <= 1 || at_work < 2) return 1;
    return 1 + (slower - 1) * static_cast<double>(std::min<std::size_t>(at_work, among) - 1) / (among - 1);
  }
};

struct machine {
  unsigned workers = 1;
  costs price = {};
  adversary against = {};
  sharing shares = {};
};

}  // namespace jackdaw::replay
