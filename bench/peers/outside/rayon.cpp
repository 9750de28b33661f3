#include "bench/peers/outside/config.hpp"
#include "bench/peers/runs/rayon_run.hpp"
#include "bench/peers/runs/rayon_task.hpp"

extern "C" void rayon_pool_spawn(const void* pool, rayon_task task);

namespace jackdaw::bench {
namespace {

/// Each task is one of its own, and the thread that waits executes nothing.
class by_spawn {
 public:
  explicit by_spawn(const rayon_pool& pool) : pool_(pool) {}
  template <class F>
  void submit(const F& f) {
    open_.begin();
    rayon_pool_spawn(pool_.handle(), as_rayon_task([f, this] {
                       f();
                       open_.end();
                     }));
  }
  void wait() { open_.wait(); }

 private:
  const rayon_pool& pool_;
  outside::counted open_;
};

measurement run(unsigned instance, unsigned workers) {
  const rayon_pool pool(workers);
  return outside::run<by_spawn>(instance, pool);
}

const registered entry{as_rayon(run)};

}  // namespace
}  // namespace jackdaw::bench
