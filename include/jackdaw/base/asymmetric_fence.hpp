// A fence that is free on one side and dear on the other.
//
// Two threads that each write one word and then read the other's (Dekker) need a full fence on both sides, or
// one of them may miss the other. Where one side is frequent (a put) and the other rare (a worker that
// parks), membarrier(2) lets the rare side execute the fence for everybody: it returns when every running
// thread of the process has passed a full fence. Costs here: light 0, heavy 0.2 µs when the process has one
// running thread, about 20 µs otherwise. Where the kernel refuses membarrier, both sides fall back to a full
// fence.
#pragma once

#include <atomic>

#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <jackdaw/base/full_fence.hpp>

namespace jackdaw::base {

class asymmetric_fence {
 public:
  /// The frequent side: after the write, before the read.
  static void light() noexcept {
    if (available()) [[likely]] {
      std::atomic_signal_fence(
          std::memory_order_seq_cst);  // F1: the compiler keeps the order; the processor by heavy()
    } else {
      full_fence();  // F1
    }
  }

  /// The rare side: after the write, before the read. Pairs with every light() of the process.
  static void heavy() noexcept {
    full_fence();  // F1: own writes before own reads
    if (available()) syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0);  // F1: and everybody's
  }

  /// Whether the kernel offers membarrier to this process. Decided once, before main.
  [[nodiscard]] static bool available() noexcept { return available_; }

 private:
  static bool register_process() noexcept {
    const long offered = syscall(SYS_membarrier, MEMBARRIER_CMD_QUERY, 0, 0);
    if (offered < 0 || (offered & MEMBARRIER_CMD_PRIVATE_EXPEDITED) == 0) return false;
    return syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) == 0;
  }

  inline static const bool available_ = register_process();
};

}  // namespace jackdaw::base
