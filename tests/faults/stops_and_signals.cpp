// A process is stopped and goes on (SIGSTOP, SIGCONT), single threads of it are stopped as by a debugger, or interrupted
// by signals that have a handler, all at random moments. It computes right results meanwhile.
#include <chrono>
#include <cstdlib>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <dirent.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/faults/fault_kinds.hpp"
#include "tests/faults/workloads/workloads.hpp"

namespace jackdaw::tests {

namespace {

using std::chrono::microseconds;

constexpr int stops_a_case = 12;

void pause_for(std::uint64_t most_microseconds, fault_cases& cases) {
  std::this_thread::sleep_for(microseconds(cases.random() % most_microseconds));
}

/// Whether the child has ended. It stays to be waited for.
bool has_ended(pid_t child) {
  siginfo_t info{};
  return waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid != 0;
}

std::vector<pid_t> threads_of(pid_t process) {
  std::vector<pid_t> found;
  DIR* const folder = opendir(("/proc/" + std::to_string(process) + "/task").c_str());
  if (folder == nullptr) return found;
  while (const dirent* const entry = readdir(folder)) {
    const int number = std::atoi(entry->d_name);
    if (number > 0) found.push_back(number);
  }
  closedir(folder);
  return found;
}

void stop_process(pid_t child, fault_cases& cases) {
  for (int i = 0; i < stops_a_case && !has_ended(child); ++i) {
    pause_for(2000, cases);
    kill(child, SIGSTOP);
    pause_for(3000, cases);
    kill(child, SIGCONT);
  }
}

/// Stops a random thread for a while.
void stop_thread(pid_t child, fault_cases& cases) {
  for (int i = 0; i < stops_a_case && !has_ended(child); ++i) {
    pause_for(2000, cases);
    const auto threads = threads_of(child);
    if (threads.empty()) return;
    const pid_t thread = threads[cases.random() % threads.size()];
    if (ptrace(PTRACE_SEIZE, thread, nullptr, nullptr) != 0) continue;  // it has ended meanwhile
    ptrace(PTRACE_INTERRUPT, thread, nullptr, nullptr);
    siginfo_t info{};  // the end of the process is for another wait
    const bool seen =
        waitid(P_PID, static_cast<id_t>(thread), &info, WSTOPPED | WEXITED | WNOWAIT | __WALL) == 0;
    bool has_gone = !seen || info.si_code != CLD_TRAPPED;
    if (!has_gone) {
      pause_for(10'000, cases);
      has_gone = ptrace(PTRACE_DETACH, thread, nullptr, nullptr) != 0;  // with the process, meanwhile
    }
    if (has_gone && thread != child) waitpid(thread, nullptr, __WALL);
  }
}

/// Threads of the library leave this signal open, for profilers.
void interrupt_threads(pid_t child, fault_cases& cases) {
  for (int i = 0; i < 20 * stops_a_case && !has_ended(child); ++i) {
    pause_for(200, cases);
    for (const pid_t thread : threads_of(child)) syscall(SYS_tgkill, child, thread, SIGPROF);
  }
}

/// Right results for some time. A handler does not let system calls begin anew.
void compute_for(const workload& what, std::chrono::milliseconds time) {
  struct sigaction quiet{};
  quiet.sa_handler = [](int) {};
  sigaction(SIGPROF, &quiet, nullptr);
  const auto work = what.make(3);
  const auto end = std::chrono::steady_clock::now() + time;
  while (std::chrono::steady_clock::now() < end) {
    expect(work->is_right(), "a wrong result");
    expect(witness::alive == 0, "a callable was not destroyed");
    std::this_thread::sleep_for(microseconds(300));  // workers go to sleep now and then
  }
}

}  // namespace

void stops_and_signals(fault_cases& cases) {
  constexpr std::chrono::milliseconds time(40);
  signal(SIGPROF, SIG_IGN);  // until a child has its handler
  for (const workload& each : workloads()) {
    const std::string name(each.name);
    const auto body = [&] { compute_for(each, time); };
    for (int i = 0; i < 2; ++i) {
      cases.run("stopped_process", name, body, [&](pid_t child) { stop_process(child, cases); });
      cases.run("stopped_thread", name, body, [&](pid_t child) { stop_thread(child, cases); });
      cases.run("interrupted_thread", name, body, [&](pid_t child) { interrupt_threads(child, cases); });
    }
  }
  signal(SIGPROF, SIG_DFL);
}

}  // namespace jackdaw::tests
