#include "bench/peers/idle/config.hpp"
#include "bench/peers/runs/openmp_run.hpp"

namespace jackdaw::bench {
namespace {

class team {
 public:
  explicit team(unsigned workers) : threads_(static_cast<int>(workers)) { omp_set_dynamic(0); }
  ~team() { omp_pause_resource_all(omp_pause_hard); }
  team(const team&) = delete;
  team& operator=(const team&) = delete;

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

const registered entry{as_openmp(idle::run<team>)};

}  // namespace
}  // namespace jackdaw::bench
