// Subtasks over parts of what their task has named, and weak accesses.
#include <atomic>
#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>

#include <doctest/doctest.h>

#include <jackdaw/flow/basic_flow.hpp>
#include <jackdaw/flow/part/array_handle.hpp>

#include "tests/flow/part/parts.hpp"

namespace weak_accesses_test {

using namespace jackdaw;
using tests::increment;

TEST_CASE("subtasks use parts of what their task has named") {
  scheduler sched(2);
  flow tasks(sched);
  array_handle<int> a(100);
  a.name("all of it");
  std::string refused;
  std::string forbidden;
  const auto refusal = [](auto&& submit) -> std::string {
    try {
      submit();
    } catch (const std::logic_error& e) { return e.what(); }
    return "";
  };
  tasks.submit(with_subtasks, write(a.range(0, 50)), read(a.range(50, 60)),
               [&](auto& own, std::span<int> x, std::span<const int>) {
                 x[0] = 1;
                 for (std::size_t i = 0; i < 40; ++i) own.submit(write(a.range(i, i + 10)), increment);
                 own.submit(with_subtasks, read(a.range(45, 55)), [&](auto& inner, std::span<const int>) {
                   inner.submit(read(a.range(46, 54)), [](std::span<const int>) {});
                   forbidden = refusal([&] { inner.submit(write(a.range(46, 47)), increment); });
                 });
                 refused = refusal([&] { own.submit(read(a.range(40, 61)), [](std::span<const int>) {}); });
               });
  tasks.submit(write(a), increment);
  tasks.wait();
  CHECK(a.value()[0] == 3);
  CHECK(a.value()[20] == 11);
  CHECK(a.value()[50] == 1);
  CHECK(refused.find("the indices 40 to 61 of 'all of it', of which") != std::string::npos);
  CHECK(forbidden.find("the indices 46 to 47 of 'all of it', which its task only reads") !=
        std::string::npos);
}

TEST_CASE("a task with weak accesses does not wait, its subtasks do, and later tasks wait for it") {
  scheduler sched(2);
  flow tasks(sched);
  array_handle<int> a(100);
  std::atomic<bool> opened{false};
  std::atomic<bool> began{false};
  bool meets = false;
  std::atomic<bool> inner{false};
  std::atomic<bool> early{false};
  tasks.submit(write(a.range(0, 50)), [&](std::span<int> x) {
    meets = tests::comes_true([&] { return began.load(); });
    for (int i = 0; i < 2'000 && !inner; ++i) std::this_thread::yield();  // long enough, if it may begin
    opened = true;
    increment(x);
  });
  tasks.submit(with_subtasks, weak_write(a), [&](auto& own) {
    own.submit(write(a.range(25, 75)), [&](std::span<int> x) {
      early = !opened;
      inner = true;
      for (int& each : x) each = 2 * each + 1;
    });
    own.submit(with_subtasks, weak_write(a.range(30, 80)), [&](auto& more) {
      more.submit(write(a.range(40, 60)), increment);
      more.submit(read(a.range(40, 60)), [](std::span<const int>) {});
    });
    began = true;
  });
  tasks.submit(write(a), increment);
  tasks.submit(with_subtasks, weak_read(a.range(0, 10)), [](auto&) {});
  tasks.wait();
  CHECK(opened);
  CHECK(meets);
  CHECK_FALSE(early);
  CHECK(a.value()[0] == 2);
  CHECK(a.value()[30] == 4);
  CHECK(a.value()[45] == 5);
  CHECK(a.value()[55] == 3);
  CHECK(a.value()[90] == 1);
}

TEST_CASE(
    "what fails before a task with weak accesses skips its subtasks, and what fails in it those after it") {
  scheduler sched(2);
  flow tasks(sched);
  array_handle<int> a(100);
  std::atomic<int> ran{0};
  std::atomic<bool> parent{false};
  const auto count = [&ran](std::span<const int>) { ++ran; };
  tasks.submit(write(a.range(0, 10)), [](std::span<int>) { throw std::runtime_error("broken"); });
  tasks.submit(with_subtasks, weak_write(a.range(5, 50)), [&](auto& own) {
    parent = true;
    own.submit(read(a.range(5, 6)), count);
    own.submit(read(a.range(20, 30)), count);
  });
  tasks.submit(read(a.range(40, 50)), count);
  tasks.submit(read(a.range(50, 60)), count);
  CHECK_THROWS_AS(tasks.wait(), flow_error);
  CHECK(parent);
  CHECK(ran == 2);
}

TEST_CASE("behind a weak access it is known what has failed before it") {
  scheduler sched(2);
  flow tasks(sched);
  array_handle<int> a(100);
  std::atomic<int> ran{0};
  const auto count = [&ran](std::span<const int>) { ++ran; };
  tasks.submit(write(a.range(0, 10)), [](std::span<int>) { throw std::runtime_error("broken"); });
  tasks.submit(with_subtasks, weak_write(a.range(5, 50)),
               [&](auto& own) { own.submit(read(a.range(20, 30)), count); });
  tasks.submit(read(a.range(6, 7)), count);
  CHECK_THROWS_AS(tasks.wait(), flow_error);
  CHECK(ran == 1);
}

}  // namespace weak_accesses_test
