// Where there is no memory: tasks that are submitted or woken run all the same, and failures are told.
#include <array>
#include <atomic>
#include <cstdlib>
#include <new>
#include <thread>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/flow/basic_flow.hpp>
#include <jackdaw/flow/flow_graph.hpp>
#include <jackdaw/memory/system_memory.hpp>
#include <jackdaw/pool/papers/korch_rauber.hpp>

#include "tests/flow/errors.hpp"
#include "tests/support/sizes.hpp"

#ifndef JACKDAW_TEST_SANITIZED  // sanitizers have operators of their own
namespace {
thread_local bool fails_once = false;     // the next allocation of this thread
thread_local int succeed_before = 0;      // that one, when so many have not failed
thread_local bool has_no_place = false;   // what it takes of aligned memory fails
thread_local bool fails_in_libc = false;  // what it takes from calloc() fails

// Not inline: g++ 12 takes free() for the wrong end of a block where it sees it.
[[gnu::noinline]] void give_back(void* block) noexcept { std::free(block); }
}  // namespace

void* operator new(std::size_t bytes) {
  const bool fails = fails_once && succeed_before-- == 0;
  if (fails) fails_once = false;
  if (!fails) {
    if (void* const block = std::malloc(bytes == 0 ? 1 : bytes)) return block;
  }
  throw std::bad_alloc();
}
void* operator new(std::size_t bytes, std::align_val_t alignment, const std::nothrow_t& /*tag*/) noexcept {
  if (has_no_place) return nullptr;
  return std::aligned_alloc(static_cast<std::size_t>(alignment), bytes);
}

extern "C" void* __libc_calloc(std::size_t count,
                               std::size_t bytes);  // NOLINT(bugprone-reserved-identifier): of glibc
extern "C" void* calloc(std::size_t count, std::size_t bytes) {
  return fails_in_libc ? nullptr : __libc_calloc(count, bytes);
}
void operator delete(void* block) noexcept { give_back(block); }
void operator delete(void* block, std::size_t) noexcept { give_back(block); }
#endif

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

#ifndef JACKDAW_TEST_SANITIZED
TEST_CASE("a failure is told, and skips readers, also where there is no memory for the name of the task") {
  scheduler sched(2);
  flow tasks(sched);
  handle<int> a(0);
  tasks.submit(named("one whose name is longer than what a string has room for in itself"), write(a),
               [](int&) {
                 fails_once = true;
                 throw 1;
               });
  tasks.submit(read(a), [](int) { FAIL("ran"); });
  const flow_error e = tests::error_of(tasks);
  CHECK(e.failures().size() == 1);
  CHECK(e.failures()[0].task == "?");
  CHECK(e.skipped() == 1);
  tasks.submit(write(a), [](int& x) { x = 1; });
  tasks.wait();
  CHECK(a.value() == 1);
}

TEST_CASE("a graph for which memory is short is not made, whichever allocation fails") {
  scheduler sched(2);
  int failed = 0;
  for (bool made = false; !made; failed += made ? 0 : 1) {
    succeed_before = failed;
    fails_once = true;
    try {
      const flow_graph graph(sched);
      made = true;
    } catch (const std::bad_alloc&) { CHECK_FALSE(fails_once); }
  }
  fails_once = false;
  succeed_before = 0;
  CHECK(failed >= 2);  // the graph's own memory, and what it keeps ready for failures
}

TEST_CASE("an unused reservation is given up without memory") {
  short_pool::never = false;
  short_of_memory sched(2);
  basic_flow tasks(sched);
  handle<int> a(0);
  {
    auto place = tasks.reserve(write(a));
    tasks.submit(read(a), [](int) { FAIL("ran"); });
    fails_once = true;
  }
  fails_once = false;
  CHECK(tests::error_of(tasks).skipped() == 1);
  tasks.submit(write(a), [](int& x) { x = 1; });
  tasks.wait();
  CHECK(a.value() == 1);
}

TEST_CASE("a thread that has no memory when it uses flows for the first time does so all the same") {
  using dataflow::biased_registration;
  scheduler sched(2);
  flow tasks(sched);
  handle<int> a(0);
  std::atomic<bool> over{false};
  std::vector<std::thread> threads;
  // They have the places that others have left, until there are none.
  for (bool trusted = true; trusted && threads.size() < 1000;) {
    std::atomic<bool> there{false};
    threads.emplace_back([&, is_first = threads.empty()] {
      has_no_place = !is_first;
      fails_in_libc = true;
      biased_registration& place = biased_registration::here();
      has_no_place = fails_in_libc = false;
      CHECK(&biased_registration::here() == &place);
      tasks.submit(write(a), [](int& x) { ++x; });
      trusted = place.trusted();
      there = true;
      while (!over) std::this_thread::yield();
    });
    while (!there) std::this_thread::yield();
  }
  CHECK(threads.size() < 1000);
  over = true;
  for (auto& thread : threads) thread.join();
  tasks.wait();
  CHECK(a.value() == static_cast<int>(threads.size()));
  const biased_registration* before = nullptr;
  for (int i = 0; i < 3; ++i) {  // a thread gives back its place when it ends
    std::thread([&] {
      const biased_registration* const place = &biased_registration::here();
      if (before != nullptr) CHECK(place == before);
      before = place;
    }).join();
  }
}
#endif
