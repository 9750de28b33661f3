#include "bench/peers/crowd/crowd.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <exception>
#include <future>
#include <stdexcept>
#include <system_error>

#include <sys/resource.h>

#include "bench/peers/remote/remote.hpp"
#include "bench/support/spread.hpp"

namespace jackdaw::bench {
namespace {

constexpr apps::cycler_options usual_cycler{.processes = 2, .increments = 20};
constexpr int usual_nice = 10;
constexpr double long_enough = 1;    // seconds in which any program that computes is seen to have done so
constexpr double least_left = 0.01;  // processors: clocks of two processes are read one after the other

/// Started by a thread that is nicer: that cannot be taken back.
std::optional<peer> start_nicer(const std::string& runtime) {
  return std::async(std::launch::async,
                    [&runtime] {
                      if (setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + usual_nice) != 0)
                        throw std::system_error(errno, std::generic_category(), "setpriority");
                      return start_remote("uts", runtime);
                    })
      .get();
}

/// This process is in the group as long as it lives; what it starts stays there.
class membership {
 public:
  explicit membership(const apps::quota_group& group) : group_(group) { group_.enter(); }
  membership(const membership&) = delete;
  membership& operator=(const membership&) = delete;
  ~membership() { group_.leave(); }  // else everything would be measured under a quota: better no bench

 private:
  const apps::quota_group& group_;
};

}  // namespace

company::company() : cycler_(usual_cycler) { cycler_.computes(false); }

double company::cpu_seconds() const {
  if (what_ == limit::neighbour) return neighbour_.cpu_seconds();
  return what_ == limit::cycler || what_ == limit::nice ? cycler_.now().cpu_seconds : 0;
}

void company::come(limit what) {
  what_ = what;
  if (what_ == limit::neighbour) neighbour_.computes(true);
  if (what_ == limit::cycler || what_ == limit::nice) cycler_.computes(true);
  before_ = cpu_seconds();
  watch_.restart();
}

void company::go() noexcept {
  neighbour_.computes(false);
  cycler_.computes(false);
}

double company::taken() const {
  const double seconds = watch_.seconds();
  const double computed = cpu_seconds() - before_;
  const bool expected = what_ == limit::neighbour || what_ == limit::cycler || what_ == limit::nice;
  if (expected && computed <= 0 && seconds > long_enough)
    throw std::runtime_error("no other program has computed beside it");
  return computed / seconds;
}

double trial::time() const { return spread_of(seconds).median; }
double trial::granted() const { return spread_of(processors).median; }

crowd::crowd(program& bench, std::vector<situation> situations, const std::vector<std::string>& runtimes)
    : bench_(bench), situations_(std::move(situations)), quota_(apps::quota_group::make()) {
  if (!quota_) std::printf("skipped: quotas: this process may make no control group with one\n");
  for (const std::string& runtime : runtimes) {
    if (!program_beside("uts_" + runtime)) {
      std::printf("skipped: %s was not built\n", runtime.c_str());
      continue;
    }
    for (const situation& where : situations_) {
      const auto program = started(runtime, where.what);
      for (const unsigned workers : where.workers) {
        const bool too_many = runtime == "StarPU" && workers > 4;  // at most two for each processor
        if (program && !too_many) trials_.push_back({&where, workers, *program});
      }
    }
  }
}

std::optional<peer> crowd::started(const std::string& runtime, limit what) {
  if (what == limit::neighbour || what == limit::cycler) what = limit::none;  // the same program
  const auto [place, missing] = programs_.try_emplace({runtime, what});
  if (!missing) return place->second;
  try {
    place->second = start(runtime, what);
  } catch (const std::exception& error) { bench_.complain(runtime + ": " + error.what()); }
  return place->second;
}

std::optional<peer> crowd::start(const std::string& runtime, limit what) {
  switch (what) {
    case limit::one_processor: {
      if (runtime == "StarPU") {
        std::printf("skipped: StarPU bound to one processor: it binds its threads itself, to others, too\n");
        return std::nullopt;
      }
      const apps::fewer_processors one(1);
      return start_remote("uts", runtime);
    }
    case limit::quota: {
      if (!quota_) return std::nullopt;
      const membership inside(*quota_);
      return start_remote("uts", runtime);
    }
    case limit::nice:
      return start_nicer(runtime);
    default:
      return start_remote("uts", runtime);
  }
}

void crowd::run(trial& one, bool measured, double slow) {
  if (one.failed || !one.left_out.empty()) return;
  const situation& where = *one.where;
  try {
    if (where.what == limit::quota) quota_->limit(where.processors);
    company_.come(where.what);
    const measurement found = one.runtime.run(0, one.workers);
    const double left = where.processors - company_.taken();
    if (measured) {
      one.seconds.push_back(found.seconds);
      one.processors.push_back(std::clamp<double>(left, least_left, one.workers));
    } else if (found.seconds > slow) {
      for (trial& other : trials_) {
        if (other.where == one.where && other.runtime.name == one.runtime.name && other.workers > one.workers)
          other.left_out = "too slow with " + std::to_string(one.workers) + " workers";
      }
    }
  } catch (const std::exception& error) {
    one.failed = true;
    bench_.complain(one.runtime.name + ", " + where.name + ", " + std::to_string(one.workers) +
                    " workers: " + error.what());
  }
  company_.go();
}

const trial* crowd::best_alone(const trial& one) const {
  const trial* best = nullptr;
  for (const trial& other : trials_) {
    if (other.failed || !other.left_out.empty() || other.where->what != limit::none ||
        other.runtime.name != one.runtime.name)
      continue;
    if (best == nullptr || other.time() < best->time()) best = &other;
  }
  return best;
}

}  // namespace jackdaw::bench
