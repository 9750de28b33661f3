#include <string>
#include <utility>

#include <asio/post.hpp>
#include <asio/thread_pool.hpp>
#include <asio/version.hpp>

#include "bench/peers/outside/config.hpp"

namespace jackdaw::bench {
namespace {

/// The thread that waits executes nothing.
class by_post {
 public:
  explicit by_post(asio::thread_pool& pool) : pool_(pool) {}
  template <class F>
  void submit(F&& f) {
    open_.begin();
    asio::post(pool_, [this, f = std::forward<F>(f)] {
      f();
      open_.end();
    });
  }
  void wait() { open_.wait(); }

 private:
  asio::thread_pool& pool_;
  outside::counted open_;
};

measurement run(unsigned instance, unsigned workers) {
  asio::thread_pool pool(workers);
  const measurement found = outside::run<by_post>(instance, pool);
  pool.join();
  return found;
}

const registered entry{
    {"Asio", role::rival,
     std::to_string(ASIO_VERSION / 100000) + "." + std::to_string(ASIO_VERSION / 100 % 1000), run}};

}  // namespace
}  // namespace jackdaw::bench
