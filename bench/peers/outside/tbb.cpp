#include <utility>

#include "bench/peers/outside/config.hpp"
#include "bench/peers/runs/tbb_run.hpp"

namespace jackdaw::bench {
namespace {

class by_group {
 public:
  explicit by_group(tbb::task_arena& /*the one of the thread*/) {}
  template <class F>
  void submit(F&& f) {
    tasks_.run(std::forward<F>(f));
  }
  void wait() { tasks_.wait(); }

 private:
  tbb::task_group tasks_;
};

/// Into the arena's queue; the thread that waits executes nothing.
class by_enqueue {
 public:
  explicit by_enqueue(tbb::task_arena& arena) : arena_(arena) {}
  template <class F>
  void submit(F&& f) {
    open_.begin();
    arena_.enqueue([this, f = std::forward<F>(f)] {
      f();
      open_.end();
    });
  }
  void wait() { open_.wait(); }

 private:
  tbb::task_arena& arena_;
  outside::counted open_;
};

template <class Submitter>
measurement run(unsigned instance, unsigned workers) {
  tbb::task_scheduler_handle threads{tbb::attach{}};
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, workers + 1);
  measurement found{};
  {
    tbb::task_arena arena(static_cast<int>(workers), 0);  // all for threads of oneTBB
    found = outside::run<Submitter>(instance, arena);
  }
  static_cast<void>(tbb::finalize(threads, std::nothrow));
  return found;
}

measurement run_group(unsigned instance, unsigned workers) {
  tbb::task_scheduler_handle threads{tbb::attach{}};
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, workers);
  measurement found{};
  {
    tbb::task_arena arena(static_cast<int>(workers));
    found = outside::run<by_group>(instance, arena);
  }
  static_cast<void>(tbb::finalize(threads, std::nothrow));
  return found;
}

const registered groups{as_tbb(run_group)};
const registered queue{{"oneTBB-enqueue", role::rival, TBB_runtime_version(), run<by_enqueue>}};

}  // namespace
}  // namespace jackdaw::bench
