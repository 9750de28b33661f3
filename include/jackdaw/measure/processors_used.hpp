// On how many processors this process runs.
#pragma once

#include <cstdint>

#include <jackdaw/base/clock.hpp>

namespace jackdaw::measure {

/// P_A, the average number of processors that this process got: its CPU time for each second since the object was made.
/// Workers that look for tasks in vain count as well as those that execute some: both have a processor.
///
/// Source: BP98 section 6, which needs it and had no kernel that reports it; Linux does. Not for less than some
/// milliseconds: the kernel's account of a running thread may be a tick old. Cost: two system calls. Threads: any.
class processor_average {
 public:
  [[nodiscard]] double processors() const noexcept {
    return 1e-9 * static_cast<double>(base::process_cpu_nanoseconds() - cpu_) / watch_.seconds();
  }
  void restart() noexcept { *this = processor_average(); }

 private:
  base::stopwatch watch_;
  std::uint64_t cpu_ = base::process_cpu_nanoseconds();
};

}  // namespace jackdaw::measure
