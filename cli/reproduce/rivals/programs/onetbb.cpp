// HR10 figure 5: the tasks of the synthetic algorithm as tasks of oneTBB, fire and forget as on our pools.
#include <atomic>
#include <new>
#include <thread>
#include <vector>

#include <tbb/global_control.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>
#include <tbb/version.h>

#include <jackdaw/base/cache_line.hpp>
#include <jackdaw/base/clock.hpp>

#include "apps/support/text/input_error.hpp"
#include "apps/synthetic/algorithm.hpp"
#include "apps/synthetic/instance.hpp"
#include "cli/compare/rival.hpp"

namespace jackdaw::cli {
namespace {

namespace synthetic = apps::synthetic;

struct shared {
  synthetic::run_state state;
  tbb::task_group group{};
};

struct task {
  shared* all;
  int i;

  void operator()() const {
    const auto id = static_cast<unsigned>(tbb::this_task_arena::current_thread_index());
    synthetic::step(all->state, i, id, [this](int j) { all->group.run(task{all, j}); });
  }
};

/// Makes oneTBB start its threads, which it does when there are tasks: each task waits for the others, all of them for a tenth
/// of a second at most. Our schedulers have their threads before they are timed, too.
void start_threads(unsigned workers) {
  std::atomic<unsigned> here{0};
  const base::stopwatch watch;
  tbb::task_group group;
  for (unsigned i = 0; i < workers; ++i) {
    group.run([&here, &watch, workers] {
      ++here;
      while (here.load() < workers && watch.seconds() < 0.1) std::this_thread::yield();
    });
  }
  group.wait();
}

double run(apps::app& app, unsigned workers) {
  auto* const input = dynamic_cast<synthetic::instance*>(&app);
  if (input == nullptr) throw apps::input_error("oneTBB: expected the application synthetic of this command");
  tbb::task_scheduler_handle threads{tbb::attach{}};
  double seconds = 0;
  // The limit outlives the threads: where the preset is none besides the caller, in a process bound to one processor,
  // finalize() waits for ever (2021.8) for one that it does not wake.
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, workers);
  {
    shared all{{input->f(), std::vector<base::padded<synthetic::tally>>(workers)}};
    tbb::task_arena arena(static_cast<int>(workers));
    arena.execute([&] {
      start_threads(workers);
      const base::stopwatch watch;
      for (int i = input->k() - 1; i >= 0; --i) all.group.run(task{&all, i});
      all.group.wait();
      seconds = watch.seconds();
    });
    input->keep(synthetic::sum_of(all.state));
  }
  static_cast<void>(tbb::finalize(threads, std::nothrow));
  return seconds;
}

}  // namespace
}  // namespace jackdaw::cli

extern "C" const jackdaw::cli::rival* jackdaw_rival() {
  static const jackdaw::cli::rival program{"oneTBB", TBB_runtime_version(), "synthetic", jackdaw::cli::run};
  return &program;
}
