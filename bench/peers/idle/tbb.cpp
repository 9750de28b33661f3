#include "bench/peers/idle/config.hpp"
#include "bench/peers/runs/tbb_run.hpp"

namespace jackdaw::bench {
namespace {

class arena {
 public:
  explicit arena(unsigned workers)
      : limit_(tbb::global_control::max_allowed_parallelism, workers), arena_(static_cast<int>(workers)) {
    arena_.execute([workers] { rouse_tbb(workers); });
  }

  void perform(auto&& task) {
    arena_.execute([&] {
      task();
      group_.wait();
    });
  }
  void put(auto&& task) { group_.run(task); }

 private:
  tbb::global_control limit_;
  tbb::task_arena arena_;
  tbb::task_group group_;
};

const registered entry{as_tbb(idle::run<arena>)};

}  // namespace
}  // namespace jackdaw::bench
