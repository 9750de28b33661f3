// exit-inside: std::exit() in a task of any face, on any worker, or beside tasks that do not end: the process ends with
// that status, and static objects are destroyed on the way.
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include <doctest/doctest.h>
#include <unistd.h>

#include <jackdaw/crew.hpp>
#include <jackdaw/jackdaw.hpp>
#include <jackdaw/observe/watch/watch.hpp>

#include "tests/machine/process/child.hpp"
#include "tests/support/machine/asleep.hpp"
#include "tests/support/machine/everybody.hpp"
#include "tests/support/schedulers.hpp"

using namespace jackdaw;

namespace {

constexpr int status = 37;
constexpr unsigned workers = 3;

scheduler_options all_work() { return {.workers = workers, .surplus = surplus_use::work}; }

std::atomic<bool> destroyed{false};

/// The destructors of static objects are called: the status becomes another one when this one was not.
struct witness {
  ~witness() { destroyed = true; }
};

/// As exit(), with a static object on each side.
[[noreturn]] void leave() {
  static const witness last;
  std::atexit([] {
    if (!destroyed) _exit(201);  // runs after ~witness, which was registered later
  });
  static const witness first;
  std::exit(status);
}

void never_ends() {
  for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
}

/// `scheduler` is under way on all workers; number `at` calls exit(), the others compute or sleep for ever.
void exit_on(auto& scheduler, unsigned at, bool others_end) {
  tests::on_everybody(scheduler, [=](auto& w) {
    if (w.id() == at) leave();
    if (!others_end) never_ends();
  });
}

/// Where a scheduler may be.
enum class place { stack, local_static, heap, owned_by_static, process_wide };
constexpr place places[] = {place::stack, place::local_static, place::heap, place::owned_by_static};

void with_scheduler(place where, auto use) {
  switch (where) {
    case place::stack: {
      scheduler own(all_work());
      return use(own);
    }
    case place::local_static: {
      static scheduler own(all_work());
      return use(own);
    }
    case place::heap:
      return use(*new scheduler(all_work()));
    case place::owned_by_static: {
      static const auto own = std::make_unique<scheduler>(all_work());
      return use(*own);
    }
    case place::process_wide:
      return use(default_scheduler());
  }
}

}  // namespace

TEST_CASE("exit-inside: in a task, on each worker, wherever the scheduler is") {
  for (const place where : places) {
    for (unsigned at = 0; at < workers; ++at) {
      for (const bool others_end : {true, false}) {
        CAPTURE(static_cast<int>(where));
        CAPTURE(at);
        CHECK(tests::status_of_child([=] {
                with_scheduler(where, [=](scheduler& s) { exit_on(s, at, others_end); });
              }) == status);
      }
    }
  }
}

TEST_CASE("exit-inside: by another thread, and by main(), while a run does not end") {
  for (const place where : places) {
    for (const bool by_main : {true, false}) {
      CAPTURE(static_cast<int>(where));
      CHECK(tests::status_of_child([=] {
              with_scheduler(where, [=](scheduler& s) {
                std::atomic<bool> begun{false};
                const auto run = [&] {
                  tests::on_everybody(s, [&](worker&) {
                    begun = true;
                    never_ends();
                  });
                };
                const auto end = [&] {
                  while (!begun) std::this_thread::yield();
                  leave();
                };
                std::thread other(by_main ? std::function<void()>(run) : std::function<void()>(end));
                if (by_main) {
                  end();
                } else {
                  run();
                }
              });
            }) == status);
    }
  }
}

TEST_CASE("exit-inside: schedulers that are chosen by name") {
  for (const char* pool : {"dq2", "sq1"}) {
    for (unsigned at = 0; at < workers; ++at) {
      CHECK(tests::status_of_child([=] {
              static auto own = tests::make_scheduler({.pool = pool, .options = all_work()});
              exit_on(own, at, false);
            }) == status);
    }
  }
}

TEST_CASE("exit-inside: in loops, joins and groups of the process-wide scheduler") {
  using task = void (*)();
  const task tasks[] = {
      [] { parallel_for(0, 1000, [](int i) { i == 777 ? leave() : std::this_thread::yield(); }); },
      [] { static_cast<void>(join([] { leave(); }, [] { never_ends(); })); },
      [] { static_cast<void>(join([] { never_ends(); }, [] { leave(); })); },
      [] {
        static_cast<void>(parallel_reduce(
            0, 1000, 0,
            [](int i) {
              if (i == 777) leave();
              return i;
            },
            std::plus<>()));
      },
      [] {
        task_group group;
        for (int i = 0; i < 100; ++i) group.spawn([i] { i == 50 ? leave() : std::this_thread::yield(); });
        group.wait();
      },
      [] {
        static task_group group;
        for (int i = 0; i < 100; ++i) group.spawn([i] { i == 50 ? leave() : std::this_thread::yield(); });
        group.wait();
      },
      [] { isolate([] { leave(); }); },
      [] {  // the same in a task of another scheduler
        static scheduler outer(all_work());
        exit_on(outer, 9, true);
        outer.run([] { static_cast<void>(join([] { leave(); }, [] { never_ends(); })); });
      },
  };
  for (const task each : tasks) {
    setenv("JACKDAW_WORKERS", "3", 1);
    setenv("JACKDAW_SURPLUS", "work", 1);
    CHECK(tests::status_of_child(each) == status);
    unsetenv("JACKDAW_WORKERS");
    unsetenv("JACKDAW_SURPLUS");
  }
}

TEST_CASE(
    "exit-inside: in a task of a flow; the flow, its handles and its scheduler on the stack, static, or "
    "owned") {
  const auto use = [](flow& tasks, handle<int>& a, handle<int>& b, bool others_wait) {
    tasks.submit(write(a), [](int& v) { v = 1; });
    if (others_wait) tasks.submit([] { never_ends(); });
    tasks.submit(read(a), write(b), [](int, int&) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      leave();
    });
    for (int i = 0; i < 100; ++i) tasks.submit(read(b), [](int) {});  // never run
    tasks.wait();
  };
  for (const bool others_wait : {false, true}) {
    CHECK(tests::status_of_child([=] {
            scheduler own(all_work());
            flow tasks(own);
            handle<int> a(0);
            handle<int> b(0);
            use(tasks, a, b, others_wait);
          }) == status);
    CHECK(tests::status_of_child([=] {
            static scheduler own(all_work());
            static handle<int> a(0);
            static handle<int> b(0);
            static flow tasks(own);
            use(tasks, a, b, others_wait);
          }) == status);
    CHECK(tests::status_of_child([=] {
            static scheduler own(all_work());
            static flow tasks(own);
            static std::deque<handle<int>> handles(2);
            use(tasks, handles[0], handles[1], others_wait);
          }) == status);
    CHECK(tests::status_of_child([=] {
            static const auto own = std::make_unique<scheduler>(all_work());
            static const auto handles = std::make_unique<std::deque<handle<int>>>(2);
            static const auto tasks = std::make_unique<flow>(*own);
            use(*tasks, handles->at(0), handles->at(1), others_wait);
          }) == status);
  }
}

TEST_CASE("exit-inside: a static flow without a waiting thread ends first, when main() does") {
  CHECK(tests::status_of_child([] {
          static std::atomic<int> done{0};
          std::atexit([] {
            if (done != 50) _exit(202);
          });
          static scheduler own(all_work());
          static flow tasks(own);
          for (int i = 0; i < 50; ++i) {
            tasks.submit([] {
              std::this_thread::sleep_for(std::chrono::microseconds(100));
              ++done;
            });
          }
          leave();
        }) == status);
}

TEST_CASE("exit-inside: one of two flows, whose tasks wait for each other's handles") {
  CHECK(tests::status_of_child([] {
          static scheduler own(all_work());
          static handle<int> shared(0);
          static flow first(own);
          static flow second(own);
          static std::atomic<bool> go{false};
          first.submit(write(shared), [](int&) {
            while (!go) std::this_thread::yield();
            leave();
          });
          second.submit(read(shared), [](int) {});
          go = true;
          first.wait();
        }) == status);
}

TEST_CASE("exit-inside: several schedulers, one in another, one at rest, one at work") {
  CHECK(tests::status_of_child([] {
          static scheduler rests(all_work());
          static scheduler outer(all_work());
          static scheduler inner(all_work());
          static scheduler busy(all_work());
          rests.run([] {});
          std::atomic<bool> begun{false};
          std::thread other([&] {
            busy.run([&] {
              begun = true;
              never_ends();
            });
          });
          while (!begun) std::this_thread::yield();
          outer.run([&] { inner.run([] { leave(); }); });
        }) == status);
}

TEST_CASE("exit-inside: a static object whose destructor joins and runs, after a task has called exit()") {
  for (unsigned at = 0; at < workers; ++at) {
    CHECK(tests::status_of_child([at] {
            static scheduler own(all_work());
            struct user {
              ~user() {
                const auto [a, b] = join([] { return 1; }, [] { return 2; });
                std::atomic<int> done{0};
                own.run([&](worker& w) {
                  for (int i = 0; i < 10; ++i) w.put([&] { ++done; });
                });
                if (a + b != 3 || done != 10) _exit(203);
              }
            };
            static const user last;
            exit_on(own, at, false);
          }) == status);
  }
}

TEST_CASE("exit-inside: an observed scheduler") {
  using observed =
      basic_scheduler<pool::split_pool, working::spin_yield_park, memory::cgbkof, observe::activity>;
  for (unsigned at = 0; at < workers; ++at) {
    CHECK(tests::status_of_child([at] {
            static observed own(all_work());
            exit_on(own, at, false);
          }) == status);
  }
  CHECK(tests::status_of_child([] {  // by the watching thread
          static observed own(all_work());
          static const observe::watch watching(own.observer(), 0.01, [](const std::string&) { leave(); });
          own.run([] { never_ends(); });
        }) == status);
}

TEST_CASE("exit-inside: a member of a static crew, while others wait for items or compute") {
  for (const bool others_wait : {false, true}) {
    CHECK(tests::status_of_child([=] {
            static crew<int> items(workers);
            std::vector<crew<int>::member> members;
            for (unsigned i = 0; i < workers; ++i) members.push_back(items.join());
            std::vector<std::thread> others;
            for (unsigned i = 1; i < workers; ++i) {
              others.emplace_back([&members, i, others_wait] {
                while (others_wait && members[i].get()) {}
                never_ends();
              });
            }
            members[0].put(1);
            while (!tests::others_asleep()) std::this_thread::yield();
            leave();
          }) == status);
  }
}

TEST_CASE("exit-inside: quick_exit, _exit and abort are as they are") {
  CHECK(tests::status_of_child([] {
          static scheduler own(all_work());
          own.run([] { std::quick_exit(status); });
        }) == status);
  CHECK(tests::status_of_child([] {
          static scheduler own(all_work());
          own.run([] { _exit(status); });
        }) == status);
}

TEST_CASE(
    "exit-inside: at rest, schedulers end with their threads, and one that was made in vain leaves nothing") {
  auto owned = std::make_unique<scheduler>(all_work());
  owned->run([] {});
  CHECK(owned->ends());
  owned.reset();
  CHECK_THROWS_AS(std::make_unique<scheduler>(100'000U), std::invalid_argument);
  CHECK_THROWS_AS(delete new scheduler(100'000U), std::invalid_argument);
}
