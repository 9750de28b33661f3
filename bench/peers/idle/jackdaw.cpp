#include <jackdaw/memory/papers/korch_rauber_managers.hpp>
#include <jackdaw/pool/split_pool/split_pool.hpp>
#include <jackdaw/worker/basic_scheduler.hpp>
#include <jackdaw/worker/idle/idle_catalogue.hpp>

#include "bench/peers/idle/config.hpp"

namespace jackdaw::bench {
namespace {

/// With the idle policy that this file is compiled for.
class jackdaws {
 public:
  explicit jackdaws(unsigned workers) : scheduler_(workers) {}

  void perform(auto&& task) {
    scheduler_.run([&](worker_type& w) {
      here_ = &w;
      task();
    });
  }
  void put(auto&& task) { here_->put(task); }

 private:
  using scheduler_type = basic_scheduler<pool::split_pool, working::JACKDAW_BENCH_IDLE, memory::dgbkof>;
  using worker_type = basic_worker<scheduler_type>;

  scheduler_type scheduler_;
  worker_type* here_ = nullptr;
};

const registered entry{peer{"jackdaw", role::ours, "", idle::run<jackdaws>}};

}  // namespace
}  // namespace jackdaw::bench
