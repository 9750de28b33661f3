// A pool that has no memory for a task which is submitted or woken: the task is executed all the same.
#include <array>
#include <atomic>
#include <new>

#include <doctest/doctest.h>

#include <jackdaw/flow/flow.hpp>
#include <jackdaw/memory/system.hpp>
#include <jackdaw/pool/korch_rauber.hpp>

#include "tests/flow/errors.hpp"
#include "tests/support/sizes.hpp"

using namespace jackdaw;

namespace {

/// Has no memory for every second task, or for any.
class short_pool : public pool::sq1 {
 public:
  using sq1 = pool::sq1;
  using sq1::sq1;

  auto put(unsigned id, task_type& item) {
    const unsigned turn = turn_.fetch_add(1, std::memory_order_relaxed);
    if (never || turn % 2 == 0) {
      refused.fetch_add(1, std::memory_order_relaxed);
      throw std::bad_alloc();
    }
    return pool::sq1::put(id, item);
  }

  inline static std::atomic<bool> never{false};
  inline static std::atomic<unsigned> refused{0};

 private:
  inline static std::atomic<unsigned> turn_{0};
};

using short_of_memory = basic_scheduler<short_pool, working::spin_yield_park, memory::system_manager>;

}  // namespace

TEST_CASE("tasks for which the pool has no memory run, in their order: submitted by tasks, and woken") {
  for (const bool never : {false, true}) {
    short_pool::never = never;
    for (const unsigned workers : {1U, 2U, 4U}) {
      CAPTURE(workers);
      for (int i = 0; i < tests::scaled(50); ++i) {
        short_of_memory sched(workers);
        basic_flow tasks(sched);
        handle<long> a(0);
        handle<long> b(0);
        std::array<handle<long>, 8> others;
        std::atomic<long> subtasks_run{0};
        tasks.submit(with_subtasks, write(a), [&](auto& all, long&) {
          for (auto& each : others) {
            all.submit(write(each), [&](long& x) {
              ++x;
              ++subtasks_run;
            });
          }
        });
        for (int k = 0; k < 20; ++k) {
          tasks.submit(priority(k % 3), read(a), [](long) {});  // all are woken at once
          tasks.submit(write(b), [&](long& x) {
            ++x;
            tasks.submit(add(others[0]), [](long& y) { ++y; });
          });
          tasks.submit(reduce(others[1]), [](long& y) { ++y; });
        }
        tasks.submit(write(a), read(b), [&](long& x, long y) { x = y + subtasks_run; });
        tasks.wait();
        CHECK(a.value() == 28);
        CHECK(others[0].value() == 21);
        CHECK(others[1].value() == 21);
      }
    }
  }
  CHECK(short_pool::refused > 0);
}

TEST_CASE("a long chain of woken tasks for which the pool has no memory does not grow the stack") {
  short_pool::never = true;
  short_of_memory sched(2);
  basic_flow tasks(sched);
  handle<long> a(0);
  const int length = tests::scaled(100'000);
  tasks.submit(write(a), [&](long&) {
    for (int i = 0; i < length; ++i) tasks.submit(write(a), [](long& x) { ++x; });
  });
  tasks.wait();
  CHECK(a.value() == length);
}
