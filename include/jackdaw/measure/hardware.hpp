// The processor's own counters, where the kernel lets us read them.
#pragma once

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace jackdaw::measure {

/// Counts cycles, instructions and cache misses of the calling thread, and of all threads that it or they
/// make afterwards: make it before the scheduler. User mode only.
///
/// Source: KR02 section 8.1 measures L1 and L2 misses with PCL. Where a counter cannot be opened (a virtual
/// machine without counters, perf_event_paranoid, a container's seccomp filter) it reads as nothing, and
/// unavailable() says why. A kernel with more counters to keep than the processor has takes turns; readings
/// are scaled up for it. Cost: nothing while counting, a system call for each counter read.
/// Threads: one, the one that made it. Errors: none; a counter that is not there has no value, and unavailable() says
/// why.
///     hardware_counters counters;
///     sched.run(work);
///     if (const auto cycles = counters.read()[0]) std::printf("%lu cycles", *cycles);
class hardware_counters {
 public:
  /// A counter: its name, and what perf_event_open(2) takes for it.
  struct event {
    std::string_view name;
    std::uint32_t type;
    std::uint64_t config;
  };
  /// Misses of reads in the first-level data cache, as perf_event_open(2) takes them.
  static constexpr std::uint64_t l1_read_misses = PERF_COUNT_HW_CACHE_L1D |
                                                  (PERF_COUNT_HW_CACHE_OP_READ << 8U) |
                                                  (PERF_COUNT_HW_CACHE_RESULT_MISS << 16U);
  /// What is counted, in the order of a reading.
  static constexpr std::array<event, 4> events{
      {{"cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES},
       {"instructions", PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS},
       {"l1_data_read_misses", PERF_TYPE_HW_CACHE, l1_read_misses},
       {"last_level_cache_misses", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES}}};
  using reading = std::array<std::optional<std::uint64_t>, events.size()>;

  hardware_counters() noexcept {
    for (std::size_t i = 0; i < events.size(); ++i) {
      files_[i] = open(events[i]);
      if (files_[i] < 0) error_ = errno;
    }
  }
  hardware_counters(const hardware_counters&) = delete;
  hardware_counters& operator=(const hardware_counters&) = delete;
  ~hardware_counters() {
    for (const int file : files_) {
      if (file >= 0) ::close(file);
    }
  }

  /// What was counted since the counters were made.
  [[nodiscard]] reading read() const noexcept {
    reading values;
    for (std::size_t i = 0; i < events.size(); ++i) {
      struct {
        std::uint64_t value;
        std::uint64_t enabled;
        std::uint64_t running;
      } raw{};
      if (files_[i] < 0 || ::read(files_[i], &raw, sizeof(raw)) != sizeof(raw) || raw.running == 0) continue;
      const double share = static_cast<double>(raw.enabled) / static_cast<double>(raw.running);
      values[i] = static_cast<std::uint64_t>(static_cast<double>(raw.value) * share);
    }
    return values;
  }

  /// Why a counter is missing; empty when all are there.
  [[nodiscard]] std::string unavailable() const {
    if (error_ == 0) return {};
    std::string line = "hardware counters: ";
    line += std::strerror(error_);
    if (error_ == EACCES || error_ == EPERM) {
      line += " (see /proc/sys/kernel/perf_event_paranoid)";
    } else if (error_ == ENOENT || error_ == EOPNOTSUPP) {
      line += " (this machine, or the virtual one, has none of some kind)";
    }
    return line;
  }

 private:
  static int open(const event& what) noexcept {
    perf_event_attr attributes{};
    attributes.size = sizeof(attributes);
    attributes.type = what.type;
    attributes.config = what.config;
    attributes.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
    attributes.inherit = 1;
    attributes.exclude_kernel = 1;
    attributes.exclude_hv = 1;
    constexpr unsigned long close_on_exec = PERF_FLAG_FD_CLOEXEC;
    return static_cast<int>(::syscall(SYS_perf_event_open, &attributes, 0, -1, -1, close_on_exec));
  }

  std::array<int, events.size()> files_{};
  int error_ = 0;
};

}  // namespace jackdaw::measure
