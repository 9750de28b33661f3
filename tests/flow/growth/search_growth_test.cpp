// How the costs of subtasks and of searches for cycles grow (tests/flow/growth/growth.hpp).
#include <atomic>
#include <deque>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/flow/basic_flow.hpp>
#include <jackdaw/flow/deadlock/cycles.hpp>

#include "tests/flow/growth/growth.hpp"

using namespace jackdaw;
using tests::check_growth;
using tests::check_looks;
using tests::looks_of;

namespace {

/// What tasks of a flow know it as: its private member, which an explicit instantiation may name.
const dataflow::flow_base& core_of(flow& face);

template <auto Member>
struct opened {
  friend const dataflow::flow_base& core_of(flow& face) { return *(face.*Member); }
};
template struct opened<&flow::core_>;

}  // namespace

TEST_CASE("subtasks nested deep: each is compared with the handles around it in a few looks") {
  for (const bool twice : {false, true}) {
    CAPTURE(twice);
    check_growth(
        [&](std::size_t n) {
          struct chain {
            std::deque<handle<int>> own;
            std::size_t depth;
            bool twice;
            std::atomic<std::size_t> ran{0};

            void go_on(subtasks& all, std::size_t level) {
              ++ran;
              if (level == depth) return;
              auto& next = own[level];
              all.submit(with_subtasks, write(next),
                         [this, level](subtasks& inner, int&) { go_on(inner, level + 1); });
              if (twice)
                all.submit(with_subtasks, write(next), [](subtasks& inner, int&) { inner.submit([] {}); });
            }
          };
          chain one{std::deque<handle<int>>(n), n, twice};
          scheduler sched(2);
          flow tasks(sched);
          tasks.submit(with_subtasks, [&one](subtasks& all) { one.go_on(all, 0); });
          tasks.wait();
          CHECK(one.ran == n + 1);
        },
        1000);
  }
}

TEST_CASE(
    "a row of tasks whose subtasks wait for each other, and the last for none, is searched through once") {
  check_looks(
      [&](std::size_t n) {
        scheduler sched(2);
        scheduler other(2);
        handle<int> gate(0);
        std::vector<handle<int>> a(n);
        flow tasks(sched);
        flow there(other);
        std::atomic<bool> go{false};
        there.submit(write(gate), [&go](int&) {
          while (!go) std::this_thread::yield();
        });
        // The last one first: what a subtask reads is there when it is submitted.
        for (std::size_t i = 0; i < n; ++i) {
          tasks.submit(with_subtasks, write(a[i]), [&, i](subtasks& all, int&) {
            if (i > 0) {
              all.submit(read(a[i - 1]), [](int) {});
            } else {
              all.submit(read(gate), [](int) {});
            }
          });
        }
        sched.await_rest();
        std::string why;
        dataflow::waiter* woken = nullptr;
        const std::uint64_t looks =  // of the search alone: how often waits search is a matter of chance
            looks_of([&] { CHECK(!dataflow::cycles::hold_up({.flow = &core_of(tasks)}, {}, why, woken)); });
        CHECK(looks >= n);
        CHECK(woken == nullptr);
        go = true;
        tasks.wait();
        there.wait();
        return looks;
      },
      300);
}

TEST_CASE("a flow that ends with many cycles of its tasks opens them in one search") {
  scheduler sched(1);
  check_growth(
      [&](std::size_t n) {
        std::vector<handle<int>> a(n);
        std::vector<handle<int>> b(n);
        flow tasks(sched);
        for (std::size_t i = 0; i < n; ++i) {
          tasks.submit(with_subtasks, write(a[i]), [&, i](subtasks& all, int&) {
            tasks.submit(read(a[i]), write(b[i]), [](int, int&) {});
            all.submit(read(b[i]), [](int) {});
          });
        }
        CHECK_THROWS_AS(tasks.wait(), stuck);
      },
      300);
}
