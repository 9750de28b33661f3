#include "bench/support/bystander.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <ctime>
#include <new>
#include <system_error>

#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <jackdaw/base/clock.hpp>

namespace jackdaw::bench {
namespace {

constexpr long period = 10'000'000;  // ns
constexpr double work = 200e-6;      // s

/// Some 100 ns in registers.
void work_a_little() noexcept {
  for (std::uint64_t i = 0; i < 300; ++i) asm volatile("" : "+r"(i));
}

void advance(timespec& moment) noexcept {
  moment.tv_nsec += period;
  if (moment.tv_nsec < 1'000'000'000) return;
  moment.tv_nsec -= 1'000'000'000;
  ++moment.tv_sec;
}

double seconds_of(const timespec& moment) noexcept {
  return static_cast<double>(moment.tv_sec) + 1e-9 * static_cast<double>(moment.tv_nsec);
}

timespec now() noexcept {
  timespec moment{};
  clock_gettime(CLOCK_MONOTONIC, &moment);
  return moment;
}

}  // namespace

/// The child writes, the parent reads while the child stands still.
struct bystander::notes {
  std::atomic<unsigned> turn{0};  // how often it was told to begin
  std::atomic<std::uint64_t> loops{0};
  std::atomic<std::size_t> count{0};
  std::array<double, 8192> responses{};
};

bystander::bystander(kind what) {
  void* const memory =
      mmap(nullptr, sizeof(notes), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::system_error(errno, std::generic_category(), "mmap");
  notes_ = new (memory) notes;
  child_ = fork();
  if (child_ < 0) {
    const int error = errno;
    munmap(notes_, sizeof(notes));
    throw std::system_error(error, std::generic_category(), "fork");
  }
  if (child_ == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (;;) what == kind::computes ? compute(*notes_) : wake_and_work(*notes_);
  }
  kill(child_, SIGSTOP);
}

bystander::~bystander() {
  kill(child_, SIGKILL);
  waitpid(child_, nullptr, 0);
  munmap(notes_, sizeof(notes));
}

void bystander::begin() {
  notes_->loops.store(0);
  notes_->count.store(0);
  notes_->turn.fetch_add(1);
  begun_ = base::seconds_now();
  kill(child_, SIGCONT);
}

void bystander::end() {
  const double seconds = base::seconds_now() - begun_;
  speed_ = static_cast<double>(notes_->loops.load()) / seconds;
  kill(child_, SIGSTOP);
  waitpid(child_, nullptr, WUNTRACED);
  const auto count = static_cast<std::ptrdiff_t>(std::min(notes_->count.load(), notes_->responses.size()));
  responses_.assign(notes_->responses.begin(), notes_->responses.begin() + count);
}

void bystander::compute(notes& seen) noexcept {
  work_a_little();
  seen.loops.fetch_add(1, std::memory_order_relaxed);
}

void bystander::wake_and_work(notes& seen) noexcept {
  const unsigned turn = seen.turn.load();
  timespec due = now();
  for (;;) {
    advance(due);
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &due, nullptr) == EINTR) {}
    if (seen.turn.load() != turn) return;  // it has stood still meanwhile
    const double begun = seconds_of(now());
    while (seconds_of(now()) - begun < work) work_a_little();
    if (seen.turn.load() != turn) return;
    const std::size_t at = seen.count.load();
    if (at < seen.responses.size()) seen.responses[at] = seconds_of(now()) - seconds_of(due);
    seen.count.store(at + 1);
    while (seconds_of(due) + 1e-9 * period < seconds_of(now()))
      advance(due);  // those that it was too late for
  }
}

}  // namespace jackdaw::bench
