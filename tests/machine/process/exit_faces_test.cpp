// exit-inside: std::exit() in loops, joins, groups, tasks of flows and members of crews, which others wait for: the
// process ends with that status, and static objects are destroyed on the way.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <malloc.h>
#include <unistd.h>

#include <jackdaw/crew.hpp>
#include <jackdaw/jackdaw.hpp>
#include <jackdaw/pools.hpp>

#include "tests/machine/process/child.hpp"
#include "tests/machine/process/leaving.hpp"
#include "tests/support/machine/asleep.hpp"

using namespace jackdaw;
using namespace jackdaw::tests;

TEST_CASE(
    "exit-inside: while threads outside are about to use the process-wide scheduler, which is at rest") {
  setenv("JACKDAW_WORKERS", "2", 1);
  for (int i = 0; i < 60; ++i) {
    CHECK(tests::status_of_child([] {
            std::atomic<int> submitted{0};
            const auto use = [&submitted] {
              for (flow& tasks = *new flow(default_scheduler());;) {
                for (int each = 0; each < 100; ++each) tasks.submit([] {});
                ++submitted;
                tasks.wait();
              }
            };
            std::thread first(use);
            std::thread second(use);
            scheduler other(all_work());
            while (submitted < 5) std::this_thread::yield();
            exit_on(other, 0, true);
          }) == status);
  }
  unsetenv("JACKDAW_WORKERS");
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

TEST_CASE("gone-at-exit: a handler of exit() that was registered first makes pools and flows") {
  CHECK(tests::status_of_child([] {
          static const auto use = [] {
            for (const std::string& pool : pool_names()) {
              for (const auto& each : pool_parameters(pool)) {
                if (each.name != "idle") continue;
                const auto policies = idle_names();
                if (std::ranges::find(policies, each.preset) == policies.end()) _exit(202);
              }
            }
            scheduler own(1);
            int done = 0;
            flow outer(own);
            outer.submit([&] {
              flow inner(own);
              inner.submit([&done] { ++done; });
              inner.wait();  // inside a task
            });
            outer.wait();
            if (done != 1) _exit(203);
          };
          mallopt(M_PERTURB, 165);  // freed memory is overwritten
          std::atexit([] { use(); });
          use();
          leave();
        }) == status);
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

TEST_CASE(
    "exit-inside: a completion that is pending then is fulfilled, or lost, while static objects are "
    "destroyed") {
  for (const bool fulfils : {true, false}) {
    CHECK(tests::status_of_child([fulfils] {
            static scheduler own(all_work());
            static handle<int> read_then(0);
            static flow tasks(own);
            static std::optional<completion> kept;
            struct user {
              ~user() {
                if (fulfils) kept->fulfil();
                kept.reset();
              }
              bool fulfils;
            };
            static std::atomic<bool> begun{false};
            tasks.submit(with_completion, write(read_then), [](completion done, int&) {
              kept = std::move(done);
              begun = true;
            });
            static const user before{fulfils};  // is destroyed before the flow
            tasks.submit([] {
              while (!begun) std::this_thread::yield();
              leave();
            });
            tasks.wait();
          }) == status);
    CHECK(tests::status_of_child([fulfils] {
            static std::optional<completion> kept;
            struct user {
              ~user() {
                if (fulfils) kept->fulfil();
                kept.reset();
              }
              bool fulfils;
            };
            static const user after{
                fulfils};  // is destroyed after the flow and its scheduler, which were left
            static scheduler own(all_work());
            static handle<int> read_then(0);
            static flow tasks(own);
            static std::atomic<bool> begun{false};
            tasks.submit(with_completion, write(read_then), [](completion done, int&) {
              kept = std::move(done);
              begun = true;
            });
            tasks.submit([] {
              while (!begun) std::this_thread::yield();
              leave();
            });
            tasks.wait();
          }) == status);
  }
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
