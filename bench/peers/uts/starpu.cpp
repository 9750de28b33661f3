// StarPU for the bench of crowds: a task for each node of the upper levels, with the tree below it counted in the task,
// some 100 us; a task for each node would take it half a minute.
#include <cstdlib>
#include <new>
#include <stdexcept>

#include <jackdaw/base/clock.hpp>

#include "bench/peers/runs/starpu_run.hpp"
#include "bench/peers/uts/config.hpp"
#include "bench/peers/work.hpp"

namespace jackdaw::bench {
namespace {

const int levels_of_tasks = sized(6, 3);

struct search {
  const uts::tree* rules;
  sums by_worker;
};

/// What a task knows; StarPU frees it with the task.
struct argument {
  search* of;
  uts::node from;
};

std::uint64_t count(const uts::tree& t, const uts::node& n) {
  std::uint64_t sum = 1;
  for (int i = 0, children = t.children_of(n); i < children; ++i) sum += count(t, uts::tree::child(n, i));
  return sum;
}

void visit(void** buffers, void* argument_of);

void submit(search& of, const uts::node& from) {
  static starpu_codelet visits = [] {
    starpu_codelet codelet;
    starpu_codelet_init(&codelet);
    codelet.where = STARPU_CPU;
    codelet.cpu_funcs[0] = visit;
    return codelet;
  }();
  void* const memory = std::malloc(sizeof(argument));  // NOLINT(cppcoreguidelines-no-malloc)
  if (memory == nullptr) throw std::bad_alloc();
  starpu_task* const task = starpu_task_create();
  task->cl = &visits;
  task->cl_arg = new (memory) argument{&of, from};
  task->cl_arg_size = sizeof(argument);
  task->cl_arg_free = 1;
  if (starpu_task_submit(task) != 0) throw std::runtime_error("StarPU does not take a task");
}

void visit(void** /*buffers*/, void* argument_of) {
  const auto& [of, from] = *static_cast<argument*>(argument_of);
  std::uint64_t& found = *of->by_worker[static_cast<std::size_t>(starpu_worker_get_id())];
  if (from.depth >= levels_of_tasks) {
    found += count(*of->rules, from);
    return;
  }
  ++found;
  for (int i = 0, children = of->rules->children_of(from); i < children; ++i)
    submit(*of, uts::tree::child(from, i));
}

measurement run(unsigned instance, unsigned workers) {
  const uts::instance& of = uts::trees[instance];
  const starpu_threads threads(workers);
  search all{&of.rules, sums(workers)};
  const base::stopwatch watch;
  submit(all, of.rules.root());
  starpu_task_wait_for_all();
  return uts::checked(of, total(all.by_worker), watch.seconds());
}

const registered entry{as_starpu(run)};

}  // namespace
}  // namespace jackdaw::bench
