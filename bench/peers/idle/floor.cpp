// The least that this machine allows: no runtime, but a call, and one thread that sleeps on a word.
#include <functional>
#include <stop_token>
#include <thread>

#include <jackdaw/base/threads/futex.hpp>
#include <jackdaw/base/threads/pause.hpp>

#include "bench/peers/idle/config.hpp"

namespace jackdaw::bench {
namespace {

class sleeper {
 public:
  explicit sleeper(unsigned /*workers*/)
      : thread_([this](const std::stop_token& stop) {
          for (std::uint32_t seen = 0;;) {
            while (given_.load(base::acquire) == seen) base::futex_wait(given_, seen);
            ++seen;
            if (stop.stop_requested()) return;
            task_();
            done_.store(seen, base::release);
          }
        }) {}
  ~sleeper() {
    thread_.request_stop();
    give();
  }
  sleeper(const sleeper&) = delete;
  sleeper& operator=(const sleeper&) = delete;

  void perform(auto&& task) { task(); }

  void put(auto&& task) {
    while (done_.load(base::acquire) != given_.load(base::relaxed)) base::pause();
    task_ = task;
    give();
  }

 private:
  void give() {
    given_.store(given_.load(base::relaxed) + 1, base::release);
    base::futex_wake(given_, 1);
  }

  base::futex_word given_{0};
  base::futex_word done_{0};
  std::function<void()> task_;
  std::jthread thread_;
};

const registered entry{peer{"floor", role::serial, "", idle::run<sleeper>}};

}  // namespace
}  // namespace jackdaw::bench
