// fp-environment: what a worker executes while it waits inside a call.
#include <atomic>
#include <cfenv>
#include <functional>
#include <optional>
#include <thread>
#include <utility>

#include <doctest/doctest.h>

#include <jackdaw/base/threads/float_environment.hpp>
#include <jackdaw/jackdaw.hpp>

namespace float_environment_waits_test {

using namespace jackdaw;
using base::float_environment;

namespace {

/// As long as it lives, the calling thread rounds so.
class rounding {
 public:
  explicit rounding(int how) : before_(std::fegetround()) { std::fesetround(how); }
  rounding(const rounding&) = delete;
  rounding& operator=(const rounding&) = delete;
  ~rounding() { std::fesetround(before_); }

 private:
  int before_;
};

}  // namespace

TEST_CASE("fp-environment: what a worker executes while it waits inside a call computes as its own caller") {
  scheduler one(1U);  // so it executes what that call's loop has left, until another thread ends the wait
  const auto in_another_mode = [&](std::atomic<int>& calls) {
    const auto now = float_environment::here();
    if (calls++ != 0) return now;
    const rounding here(FE_DOWNWARD);
    std::optional<completion> kept;
    flow tasks(one);
    tasks.submit(with_completion, [&](completion done) { kept.emplace(std::move(done)); });
    std::thread other([&] {
      while (calls < 2) std::this_thread::yield();
      kept->fulfil();
    });
    tasks.wait();
    other.join();
    return now;
  };
  const rounding here(FE_UPWARD);
  const auto mine = float_environment::here();
  const auto check = [&](const auto& algorithm) {
    std::atomic<int> calls{0};
    std::atomic<int> wrong{0};
    one.run([&](worker& w) {
      algorithm(w, [&] {
        if (in_another_mode(calls) != mine) ++wrong;
      });
    });
    CHECK(wrong == 0);
    CHECK(calls > 1);
  };
  for (const int count : {10, 1000}) {
    CAPTURE(count);
    check([&](worker& w, const auto& call) { parallel_for(w, 0, count, [&](int) { call(); }); });
    check([&](worker& w, const auto& call) { parallel_for_blocked(w, 0, count, [&](int, int) { call(); }); });
    check([&](worker& w, const auto& call) {
      static_cast<void>(parallel_reduce(w, 0, count, 0.0, [&](int) { return call(), 1.0; }, std::plus<>()));
    });
    check([&](worker& w, const auto& call) {
      static_cast<void>(parallel_reduce(w, 0, 3 * count, 0, [&](int) { return call(), 1; }, std::plus<>()));
    });
  }
}

}  // namespace float_environment_waits_test
