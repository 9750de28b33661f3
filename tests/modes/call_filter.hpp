// System calls that the kernel refuses to a process from now on: what a sandbox, or an older kernel, does to it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <linux/filter.h>
#include <linux/futex.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace jackdaw::tests {

/// A seccomp filter: a few instructions that look at the number of a call, and at its arguments.
class call_filter {
 public:
  call_filter() { load(number); }

  /// The call with this number fails with `error`.
  call_filter& refuse(long call, int error) {
    add(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(call), 0, 1);
    fail(error);
    return *this;
  }

  /// A futex on which a thread is to sleep for some time only fails with `error`; for ever, not.
  call_filter& refuse_timed_futex(int error) {
    add(BPF_JMP | BPF_JEQ | BPF_K, SYS_futex, 0, 9);
    load(argument(1));
    add(BPF_ALU | BPF_AND | BPF_K, static_cast<std::uint32_t>(FUTEX_CMD_MASK));
    add(BPF_JMP | BPF_JEQ | BPF_K, FUTEX_WAIT, 1, 0);
    add(BPF_JMP | BPF_JEQ | BPF_K, FUTEX_WAIT_BITSET, 0, 5);
    load(argument(3));  // the address of the time, by halves
    add(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 2);
    load(argument(3) + sizeof(std::uint32_t));
    add(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0);
    fail(error);
    load(number);
    return *this;
  }

  /// For the calling thread, the threads that it makes, and the programs that it becomes; `of_all_threads`: for all
  /// that there are, too. False where that cannot be had.
  [[nodiscard]] bool install(bool of_all_threads = false) const {
    std::vector<sock_filter> all = instructions_;
    all.push_back({BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW});
    const sock_fprog program{static_cast<unsigned short>(all.size()), all.data()};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, of_all_threads ? SECCOMP_FILTER_FLAG_TSYNC : 0U,
                   &program) == 0;
  }

 private:
  static constexpr std::size_t number = offsetof(seccomp_data, nr);
  static constexpr std::size_t argument(std::size_t which) {
    return offsetof(seccomp_data, args) + which * sizeof(std::uint64_t);
  }

  void add(unsigned code, std::uint32_t value, unsigned if_true = 0, unsigned if_false = 0) {
    instructions_.push_back({static_cast<std::uint16_t>(code), static_cast<std::uint8_t>(if_true),
                             static_cast<std::uint8_t>(if_false), value});
  }
  void load(std::size_t offset) { add(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset)); }
  void fail(int error) {
    add(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (static_cast<std::uint32_t>(error) & SECCOMP_RET_DATA));
  }

  std::vector<sock_filter> instructions_;
};

}  // namespace jackdaw::tests
