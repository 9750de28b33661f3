#include "apps/cycler/cycler.hpp"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cmath>
#include <deque>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>

#include <semaphore.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <jackdaw/base/clock.hpp>
#include <jackdaw/base/processors/cpu_list.hpp>
#include <jackdaw/base/random.hpp>

#include "apps/support/work/work_unit.hpp"

namespace jackdaw::apps {
namespace {

constexpr std::uint64_t most_stamps = 1'000'000;

[[noreturn]] void refuse(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

void take(sem_t& semaphore) {
  while (sem_wait(&semaphore) != 0 && errno == EINTR) {}
}

/// For a process made by fork(): ends with `parent`, also when that has ended already.
void end_with(pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
}

std::uint64_t own_cpu_nanoseconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000 + static_cast<std::uint64_t>(time.tv_nsec);
}

std::uint64_t stamps_of(const cycler_options& options) {
  return std::min(most_stamps, options.total / options.stamp_every);
}

}  // namespace

/// What all processes share. The semaphores of the p processes lie behind it, then the stamps.
struct cycler::shared_page {
  alignas(64) std::atomic<std::uint64_t> count{0};
  std::atomic<std::uint64_t> cpu_nanoseconds{0};
  alignas(64) std::atomic<bool> over{false};
  sem_t parked_again{};

  sem_t* released() noexcept { return reinterpret_cast<sem_t*>(this + 1); }
  reading* stamps(unsigned processes) noexcept { return reinterpret_cast<reading*>(released() + processes); }

  /// A process that is released now and then. It lives in a copy of ours, made by fork(), and calls what may be
  /// called there.
  [[noreturn]] void work(const cycler_options& options, unsigned id) {
    base::random random(options.seed + 1 + id);
    const std::uint64_t kept = stamps_of(options);
    std::uint64_t cpu_before = 0;
    for (;;) {
      take(released()[id]);
      if (over.load(std::memory_order_relaxed)) _exit(0);
      for (std::uint32_t left = 1 + random.below(options.increments); left > 0; --left) {
        simulate_work(options.turns);
        const std::uint64_t now = count.fetch_add(1, std::memory_order_relaxed) + 1;
        if (now % options.stamp_every == 0 && now / options.stamp_every <= kept)
          stamps(options.processes)[now / options.stamp_every - 1] = {now, base::seconds_now(), 0};
        const std::uint64_t cpu = own_cpu_nanoseconds();
        cpu_nanoseconds.fetch_add(cpu - std::exchange(cpu_before, cpu), std::memory_order_relaxed);
      }
      sem_post(&parked_again);
    }
  }

  /// The main process.
  [[noreturn]] void lead(const cycler_options& options) {
    const pid_t self = getpid();
    for (unsigned id = 0; id < options.processes; ++id) {
      const pid_t child = fork();
      if (child == 0) {
        end_with(self);
        work(options, id);
      }
      if (child < 0) _exit(1);  // wait() tells; the others end with this one
    }
    base::random random(options.seed);
    while (count.load(std::memory_order_relaxed) < options.total) {
      const unsigned some = 1 + random.below(options.processes);
      const unsigned first = random.below(options.processes);
      for (unsigned i = 0; i < some; ++i) sem_post(&released()[(first + i) % options.processes]);
      for (unsigned i = 0; i < some; ++i) take(parked_again);
    }
    over.store(true, std::memory_order_relaxed);
    for (unsigned id = 0; id < options.processes; ++id) sem_post(&released()[id]);
    while (::wait(nullptr) > 0) {}
    _exit(0);
  }
};

cycler::cycler(const cycler_options& options) : options_(options) {
  if (options_.turns == 0) options_.turns = cycler_turns();
  bytes_ = sizeof(shared_page) + options_.processes * sizeof(sem_t) + stamps_of(options_) * sizeof(reading);
  void* const memory = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) refuse("cycler: memory for its processes");
  page_ = new (memory) shared_page;
  sem_init(&page_->parked_again, 1, 0);
  for (unsigned id = 0; id < options_.processes; ++id) sem_init(&page_->released()[id], 1, 0);
  const pid_t self = getpid();
  leader_ = fork();
  if (leader_ == 0) {
    setpgid(0, 0);
    end_with(self);
    page_->lead(options_);
  }
  if (leader_ < 0) {
    munmap(page_, bytes_);
    refuse("cycler: fork");
  }
  setpgid(leader_, leader_);  // here as well: whichever process comes first
}

cycler::~cycler() {
  if (leader_ > 0) {
    kill(-leader_, SIGKILL);  // all of them
    static_cast<void>(end());
  }
  munmap(page_, bytes_);
}

int cycler::end() noexcept {
  int status = -1;
  while (waitpid(leader_, &status, 0) < 0 && errno == EINTR) {}
  leader_ = -1;
  return status;
}

void cycler::computes(bool now) const noexcept {
  if (leader_ > 0) kill(-leader_, now ? SIGCONT : SIGSTOP);
}

cycler::reading cycler::now() const noexcept {
  return {page_->count.load(std::memory_order_relaxed), base::seconds_now(),
          1e-9 * static_cast<double>(page_->cpu_nanoseconds.load(std::memory_order_relaxed))};
}

void cycler::wait() {
  if (leader_ > 0 && end() != 0)
    throw std::runtime_error("cycler: it ended early, at " + std::to_string(now().count) + " of " +
                             std::to_string(options_.total) + " increments; expected " +
                             std::to_string(options_.processes) + " more processes to be allowed");
}

std::vector<cycler::reading> cycler::stamps() const {
  const reading* const all = page_->stamps(options_.processes);
  const std::uint64_t noted = std::min(stamps_of(options_), now().count / options_.stamp_every);
  return {all, all + noted};
}

std::uint64_t cycler_turns() {
  return static_cast<std::uint64_t>(std::llround(200e3 / nanoseconds_per_unit()));
}

double increments_per_second(cycler_options options, double seconds) {
  const double each = 1e-9 * nanoseconds_per_unit() * static_cast<double>(options.turns);
  options.processes = 1;
  options.increments = std::max(16U, static_cast<std::uint32_t>(seconds / each));
  std::deque<cycler> others;
  for (std::size_t i = 1; i < base::affinity_of().size(); ++i) others.emplace_back(options);
  options.total = options.increments;  // in few turns
  options.stamp_every = 1;
  cycler timed(options);
  timed.wait();
  const auto stamps = timed.stamps();
  return static_cast<double>(stamps.size() - 1) / (stamps.back().seconds - stamps.front().seconds);
}

}  // namespace jackdaw::apps
