// exit-inside: std::exit() in a task, on any worker, or beside tasks that do not end, wherever the scheduler is: the
// process ends with that status, and static objects are destroyed on the way.
#include <atomic>
#include <cstdlib>
#include <functional>
#include <memory>
#include <thread>

#include <doctest/doctest.h>
#include <unistd.h>

#include <jackdaw/jackdaw.hpp>
#include <jackdaw/observe/watch/watch.hpp>

#include "tests/machine/process/child.hpp"
#include "tests/machine/process/leaving.hpp"
#include "tests/support/machine/all_workers.hpp"
#include "tests/support/schedulers.hpp"

using namespace jackdaw;
using namespace jackdaw::tests;

namespace {

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
                  tests::on_all_workers(s, [&](worker&) {
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
