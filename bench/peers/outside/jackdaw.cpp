#include <jackdaw/flow.hpp>
#include <jackdaw/fork_join.hpp>

#include "bench/peers/outside/config.hpp"
#include "bench/peers/runs/jackdaw_run.hpp"

namespace jackdaw::bench {
namespace {

class by_flow {
 public:
  explicit by_flow(scheduler& on) : tasks_(on) {}
  template <class F>
  void submit(F&& f) {
    tasks_.submit(std::forward<F>(f));
  }
  void wait() { tasks_.wait(); }

 private:
  flow tasks_;
};

class by_group {
 public:
  explicit by_group(scheduler& /*the default one*/) {}
  template <class F>
  void submit(F&& f) {
    tasks_.spawn(std::forward<F>(f));
  }
  void wait() { tasks_.wait(); }

 private:
  task_group tasks_;
};

measurement run_flow(unsigned instance, unsigned workers) {
  scheduler jackdaws(workers);
  rouse(jackdaws);
  return outside::run<by_flow>(instance, jackdaws);
}

measurement run_group(unsigned instance, unsigned workers) {
  scheduler& jackdaws = default_scheduler();
  jackdaws.allow_workers(workers);
  jackdaws.run([] {});
  return outside::run<by_group>(instance, jackdaws);
}

const registered flows{as_jackdaw(run_flow)};
const registered groups{as_jackdaw(run_group, "jackdaw-group")};

}  // namespace
}  // namespace jackdaw::bench
