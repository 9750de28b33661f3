#include "bench/peers/idle/config.hpp"
#include "bench/peers/openmp_run.hpp"

namespace jackdaw::bench {
namespace {

class team {
 public:
  explicit team(unsigned workers) : threads_(static_cast<int>(workers)) { omp_set_dynamic(0); }

  void perform(auto&& task) {
#pragma omp parallel num_threads(threads_)
#pragma omp single
    task();
  }
  void put(auto&& task) {
#pragma omp task firstprivate(task)
    task();
  }

 private:
  int threads_;
};

measurement run(unsigned question, unsigned workers) {
  team runtime(workers);
  const double found = idle::answer(runtime, static_cast<idle::question>(question));
  omp_pause_resource_all(omp_pause_hard);
  return {found, 1};
}

const enrolled entry{as_openmp(run)};

}  // namespace
}  // namespace jackdaw::bench
