// How much longer a program takes while the other processors run it, too.
#pragma once

#include <functional>

namespace jackdaw::cli {

/// Medians, in seconds.
struct crowding {
  double alone = 0;
  double crowded = 0;  ///< while `among` processors did the same
  unsigned among = 1;  ///< 1: there is one processor, or no crowd could be had; then `crowded` is 0
};

/// What a process does again and again. Returns seconds: how long the program itself took.
using repeated_work = std::function<double()>;

/// `begin` is called in each process, and returns its work. Processes of their own do it, each on a processor of its own,
/// 16 with this one at most; this one does it by turns while they do and while they stand still. What slows it down is
/// what tasks on several processors cost each other by the caches, the memory and the cores that they share; but each
/// process has data of its own, where workers share some.
/// Cost: 7 to 51 times the work, some 2 seconds. Not while this process has threads that the work needs.
[[nodiscard]] crowding measure_crowding(const std::function<repeated_work()>& begin);

}  // namespace jackdaw::cli
