// Executes a program that has to do without something that the machine has:
//
//     without WHAT… -- PROGRAM ARGUMENT…
//
// Each WHAT is one of
//   membarrier   the system call fails, as on an old kernel or in a sandbox
//   timeouts     no thread can sleep on a futex for some time only
//   affinity     the affinity mask of a thread can be neither read nor changed
//   priorities   nor its nice value, nor its scheduling policy
//   processors   all but one are forbidden by the affinity mask
//   proc, sys, cgroups   /proc, /sys, /sys/fs/cgroup are empty folders
// Exit status: that of the program; 77 where something cannot be taken away here, for a test to be skipped; 2 for wrong
// use, 3 where something is there all the same.
#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <vector>

#include <linux/futex.h>
#include <linux/membarrier.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "tests/modes/call_filter.hpp"

using jackdaw::tests::call_filter;

namespace {

constexpr int skipped = 77;
constexpr int wrong_use = 2;
constexpr int still_there = 3;

[[noreturn]] void skip(std::string_view what) {
  std::printf("skipped: %.*s cannot be taken away here: %s\n", static_cast<int>(what.size()), what.data(),
              std::strerror(errno));
  std::exit(skipped);
}

/// Mounts of this process are its own from now on.
bool leave_mounts() {
  static const bool left = (unshare(CLONE_NEWNS) == 0 || unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0) &&
                           mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0;
  return left;
}

bool empty(const char* folder) {
  return leave_mounts() && mount("none", folder, "tmpfs", MS_RDONLY, nullptr) == 0;
}

bool leave_one_processor() {
  cpu_set_t mask;
  if (sched_getaffinity(0, sizeof mask, &mask) != 0) return false;
  for (std::size_t cpu = 0, kept = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (CPU_ISSET(cpu, &mask) && kept++ != 0) CPU_CLR(cpu, &mask);
  }
  return sched_setaffinity(0, sizeof mask, &mask) == 0;
}

bool is_empty(const char* folder) { return std::filesystem::is_empty(folder); }

bool fails(long result) { return result < 0; }

bool timed_futex_fails() {
  const std::uint32_t word = 0;
  const timespec no_time{0, 0};
  return fails(syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, &no_time, nullptr, 0)) && errno == EINVAL;
}

struct loss {
  std::string_view name;
  bool (*take_away)(call_filter&);  // at once, or by the filter, which is installed later
  bool (*is_gone)();
};

constexpr std::array losses{
    loss{"proc", [](call_filter&) { return empty("/proc"); }, [] { return is_empty("/proc"); }},
    loss{"sys", [](call_filter&) { return empty("/sys"); }, [] { return is_empty("/sys"); }},
    loss{"cgroups", [](call_filter&) { return empty("/sys/fs/cgroup"); },
         [] { return is_empty("/sys/fs/cgroup"); }},
    loss{"processors", [](call_filter&) { return leave_one_processor(); }, [] { return true; }},
    loss{"membarrier",
         [](call_filter& filter) {
           filter.refuse(SYS_membarrier, ENOSYS);
           return true;
         },
         [] { return fails(syscall(SYS_membarrier, MEMBARRIER_CMD_QUERY, 0, 0)); }},
    loss{"timeouts",
         [](call_filter& filter) {
           filter.refuse_timed_futex(EINVAL);
           return true;
         },
         &timed_futex_fails},
    loss{"affinity",
         [](call_filter& filter) {
           filter.refuse(SYS_sched_setaffinity, EPERM).refuse(SYS_sched_getaffinity, EPERM);
           return true;
         },
         [] {
           cpu_set_t mask;
           return fails(sched_getaffinity(0, sizeof mask, &mask));
         }},
    loss{"priorities",
         [](call_filter& filter) {
           for (const long call : {SYS_setpriority, SYS_getpriority, SYS_sched_setscheduler,
                                   SYS_sched_getscheduler, SYS_sched_setparam, SYS_sched_setattr})
             filter.refuse(call, EPERM);
           return true;
         },
         [] { return fails(sched_getscheduler(0)); }}};

[[noreturn]] void refuse_use(std::string_view argument) {
  std::fprintf(stderr, "without: '%.*s': expected without WHAT… -- PROGRAM ARGUMENT…, WHAT one of",
               static_cast<int>(argument.size()), argument.data());
  for (const loss& each : losses)
    std::fprintf(stderr, " %.*s", static_cast<int>(each.name.size()), each.name.data());
  std::fputc('\n', stderr);
  std::exit(wrong_use);
}

}  // namespace

int main(int, char** arguments) {
  call_filter filter;
  std::vector<const loss*> taken;
  for (++arguments; *arguments != nullptr && std::string_view(*arguments) != "--"; ++arguments) {
    const auto found = std::ranges::find(losses, std::string_view(*arguments), &loss::name);
    if (found == losses.end()) refuse_use(*arguments);
    if (!found->take_away(filter)) skip(found->name);
    taken.push_back(&*found);
  }
  if (*arguments == nullptr || arguments[1] == nullptr) refuse_use("");
  if (!filter.install()) skip("a system call");
  for (const loss* each : taken) {
    if (!each->is_gone()) {
      std::fprintf(stderr, "without: %.*s is still there\n", static_cast<int>(each->name.size()),
                   each->name.data());
      return still_there;
    }
  }
  execv(arguments[1], arguments + 1);
  std::fprintf(stderr, "without: '%s': %s\n", arguments[1], std::strerror(errno));
  return wrong_use;
}
