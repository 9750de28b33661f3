#include "tests/faults/fault_cases.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <new>

#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

namespace jackdaw::tests {

namespace {

constexpr unsigned seconds_a_case = 60;  // of the wall clock: other programs may have the processors
constexpr int failed_status = 1;

/// What a child tells its parent.
struct message {
  char why[256];
  std::uint64_t number;
};

message& shared() {
  static auto* const page = static_cast<message*>(
      mmap(nullptr, sizeof(message), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  return *page;
}

[[noreturn]] void run_as_child(const std::function<void()>& body) {
  alarm(seconds_a_case);
  try {
    body();
  } catch (const std::exception& error) { fail_case(std::string("threw ") + error.what()); } catch (...) {
    fail_case("threw something else");
  }
  _exit(0);
}

std::string how_it_ended(int status) {
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM) return "hangs";
  if (WIFSIGNALED(status)) return std::string("killed by signal ") + strsignal(WTERMSIG(status));
  if (shared().why[0] != '\0') return shared().why;
  return "ended with status " + std::to_string(WEXITSTATUS(status));
}

}  // namespace

void fail_case(const std::string& why) {
  std::strncpy(shared().why, why.c_str(), sizeof shared().why - 1);
  _exit(failed_status);
}

void tell_driver(std::uint64_t number) { shared().number = number; }

fault_cases::fault_cases(options chosen) : options_(std::move(chosen)), state_(options_.seed) { shared(); }

std::uint64_t fault_cases::random() {  // splitmix64
  std::uint64_t z = (state_ += 0x9e3779b97f4a7c15U);
  z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
  return z ^ (z >> 31U);
}

void fault_cases::begin(std::uint64_t round, std::uint64_t kind) noexcept {
  constexpr std::uint64_t most_kinds = 64;
  state_ = options_.seed ^ (round * most_kinds + kind) << 32U;
}

std::uint64_t fault_cases::run(std::string_view kind, const std::string& name,
                               const std::function<void()>& body, const std::function<void(pid_t)>& beside) {
  const std::string full = std::string(kind) + "." + name;
  if (!full.starts_with(options_.only)) return no_number;
  if (options_.verbose) std::printf("%s\n", full.c_str());
  std::fflush(nullptr);
  shared() = {};
  const pid_t child = fork();
  if (child == 0) run_as_child(body);
  if (beside && child > 0) beside(child);
  int status = -1;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
  count& all = counts_.try_emplace(std::string(kind)).first->second;
  ++all.run;
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    ++all.failed;
    std::printf("FAILED %s: %s (--seed %llu --only %s)\n", full.c_str(), how_it_ended(status).c_str(),
                static_cast<unsigned long long>(options_.seed), full.c_str());
    return no_number;
  }
  return shared().number;
}

void fault_cases::until_not_needed(std::uint64_t first, std::uint64_t step,
                                   const std::function<std::uint64_t(std::uint64_t)>& run_nth) {
  constexpr std::uint64_t most = 20'000;
  constexpr int most_failures = 5;
  const auto failures = [this] {
    std::uint64_t all = 0;
    for (const auto& [kind, each] : counts_) all += each.failed;
    return all;
  };
  const std::uint64_t before = failures();
  for (std::uint64_t n = first; n < most && failures() - before < most_failures; n += step) {
    if (run_nth(n) < n) return;
  }
}

int fault_cases::report() const {
  std::string line;
  std::uint64_t failed = 0;
  std::uint64_t run = 0;
  for (const auto& [kind, each] : counts_) {
    line += (line.empty() ? "" : ", ") + std::to_string(each.run) + " " + kind;
    failed += each.failed;
    run += each.run;
  }
  std::printf("seed %llu: %llu cases (%s), %llu failed\n", static_cast<unsigned long long>(options_.seed),
              static_cast<unsigned long long>(run), line.c_str(), static_cast<unsigned long long>(failed));
  return failed == 0 && run != 0 ? 0 : 1;
}

}  // namespace jackdaw::tests
