#include "cli/run/surroundings/crowd.hpp"

#include <algorithm>
#include <csignal>
#include <cstddef>
#include <vector>

#include <sys/prctl.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <jackdaw/base/processors/cpu_list.hpp>

#include "apps/support/system/situation.hpp"
#include "cli/text/numbers.hpp"

namespace jackdaw::cli {

namespace {

constexpr std::size_t most_processors = 16;
constexpr double seconds_wanted = 1;
constexpr double fewest_rounds = 3;
constexpr double most_rounds = 25;

/// Processes that do the same again and again, while they are told to; ended with this object, or with this process.
class copies {
 public:
  explicit copies(const std::function<repeated_work()>& begin) : begin_(begin) {}
  copies(const copies&) = delete;
  copies& operator=(const copies&) = delete;
  ~copies() {
    tell(SIGKILL);
    for (const pid_t each : members_) waitpid(each, nullptr, 0);
  }

  /// One more, on that processor, which has done its work once and stands still. Whether that was possible.
  [[nodiscard]] bool grow(unsigned processor) {
    const pid_t child = fork();
    if (child == 0) be_member(processor);
    if (child < 0) return false;
    members_.push_back(child);
    int status = 0;
    return waitpid(child, &status, WUNTRACED) == child && WIFSTOPPED(status);
  }

  void computes(bool now) const { tell(now ? SIGCONT : SIGSTOP); }

 private:
  [[noreturn]] void be_member(unsigned processor) const noexcept {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    try {
      base::bind_calling_thread(processor);
      const repeated_work work = begin_();
      work();
      std::raise(SIGSTOP);
      for (;;) work();
    } catch (...) { _exit(1); }
  }

  void tell(int what) const {
    for (const pid_t each : members_) kill(each, what);
  }

  const std::function<repeated_work()>& begin_;
  std::vector<pid_t> members_;
};

}  // namespace

crowding measure_crowding(const std::function<repeated_work()>& begin) {
  const base::cpu_list all = base::affinity_of();
  const std::size_t among = std::min(all.size(), most_processors);
  const apps::fewer_processors first(1);
  const repeated_work work = begin();
  work();
  std::vector<double> alone{work()};
  const crowding undisturbed{alone.front(), 0, 1};
  if (among < 2) return undisturbed;
  copies others(begin);
  for (std::size_t i = 1; i < among; ++i) {
    if (!others.grow(all[i])) return undisturbed;
  }
  std::vector<double> crowded;
  const double rounds =
      std::clamp(seconds_wanted / std::max(alone.front(), 1e-9), fewest_rounds, most_rounds);
  for (int round = 0; round < static_cast<int>(rounds); ++round) {
    others.computes(true);
    crowded.push_back(work());
    others.computes(false);
    alone.push_back(work());
  }
  return {median(std::move(alone)), median(std::move(crowded)), static_cast<unsigned>(among)};
}

}  // namespace jackdaw::cli
