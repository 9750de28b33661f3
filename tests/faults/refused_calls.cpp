// System calls that the kernel refuses, as sandboxes and old kernels do: from before the first scheduler, or from some
// moment while it works. Results are right, or the caller gets an exception where threads or memory depend on the call.
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <sys/syscall.h>

#include "tests/faults/fault_kinds.hpp"
#include "tests/faults/workloads/workloads.hpp"
#include "tests/modes/call_filter.hpp"

namespace jackdaw::tests {

namespace {

/// Calls that are refused together.
struct refusal {
  std::string_view name;
  std::initializer_list<long> calls;
};

// Not futexes for ever, rseq and brk: glibc itself relies on these, and ends the process or crashes.
const std::array refusals{
    refusal{"membarrier", {SYS_membarrier}},
    refusal{"affinity", {SYS_sched_setaffinity, SYS_sched_getaffinity}},
    refusal{"priorities",
            {SYS_setpriority, SYS_getpriority, SYS_sched_setscheduler, SYS_sched_getscheduler,
             SYS_sched_setparam, SYS_sched_setattr}},
    refusal{"open", {SYS_open, SYS_openat}},
    refusal{"read", {SYS_read, SYS_pread64}},
    refusal{"folders", {SYS_getdents64, SYS_newfstatat, SYS_fstat, SYS_statx, SYS_readlink, SYS_access}},
    refusal{"yield", {SYS_sched_yield}},
    refusal{"sleep", {SYS_nanosleep, SYS_clock_nanosleep}},
    refusal{"processor", {SYS_getcpu}},
    refusal{"madvise", {SYS_madvise}},
    refusal{"mprotect", {SYS_mprotect}},
    refusal{"map", {SYS_mmap, SYS_munmap, SYS_mremap}},
    refusal{"clone", {SYS_clone, SYS_clone3}},
    refusal{"clone3", {SYS_clone3}},
    refusal{"signals", {SYS_rt_sigprocmask, SYS_sigaltstack}},
    refusal{"limits", {SYS_prlimit64, SYS_getrlimit}},
    refusal{"thread", {SYS_prctl, SYS_gettid, SYS_set_robust_list}},
    refusal{"clock", {SYS_clock_gettime, SYS_clock_getres}}};

struct refused {
  const refusal& what;
  int error;
  bool timed_futexes;  ///< these, too

  void install(bool of_all_threads) const {
    call_filter filter;
    for (const long call : what.calls) filter.refuse(call, error);
    if (timed_futexes) filter.refuse_timed_futex(error);
    if (!filter.install(of_all_threads)) tell_driver(fault_cases::no_number);
  }
};

void compute_refused_from_start(const workload& work, const refused& calls) {
  calls.install(false);
  bool right = true;
  static_cast<void>(returns_or_lacks_resources([&] {
    const auto made = work.make(3);
    right = made->is_right() && made->is_right();
  }));
  expect(right, "a wrong result, and no exception");
  expect(witness::alive == 0, "a callable was not destroyed");
}

/// `after`: how long it works before that.
void compute_refused_later(const workload& work, const refused& calls, std::chrono::microseconds after) {
  const auto made = work.make(3);
  expect(made->is_right(), "a wrong result before");
  std::atomic<bool> is_refused{false};
  std::thread other([&] {
    std::this_thread::sleep_for(after);
    calls.install(true);
    is_refused = true;
  });
  bool right = true;
  for (int left = 3; left > 0; left -= is_refused ? 1 : 0) {
    static_cast<void>(returns_or_lacks_resources([&] { right = made->is_right() && right; }));
  }
  other.join();
  expect(right, "a wrong result, and no exception");
  expect(witness::alive == 0, "a callable was not destroyed");
}

}  // namespace

void calls_that_are_refused(fault_cases& cases) {
  for (const refusal& what : refusals) {
    for (const int error : {EPERM, ENOSYS}) {
      for (const workload& work : workloads()) {
        if (work.name == "overlapping_runs") continue;  // makes a thread of its own, which needs these calls
        const refused calls{what, error, cases.random() % 4 == 0};
        const std::string name =
            std::string(what.name) + (error == EPERM ? ".EPERM." : ".ENOSYS.") + std::string(work.name);
        const std::chrono::microseconds after(cases.random() % 3000);
        cases.run("refused_call", name + ".start", [&] { compute_refused_from_start(work, calls); });
        cases.run("refused_call", name + ".later", [&] { compute_refused_later(work, calls, after); });
      }
    }
  }
}

}  // namespace jackdaw::tests
