// Reservations whose tasks have further reads: their order, attributes, failures, and wrong uses.
#include <array>
#include <atomic>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/flow/basic_flow.hpp>

#include "tests/flow/errors.hpp"

namespace further_reads_test {

using namespace jackdaw;
using jackdaw::tests::contains;

namespace {

void each_count(auto&& check) {
  for (const unsigned workers : {1U, 2U, 4U}) {
    CAPTURE(workers);
    scheduler sched(workers);
    check(sched);
  }
}

}  // namespace

TEST_CASE("a further read has its place where it is named, and what is reserved where it was reserved") {
  each_count([](scheduler& sched) {
    flow tasks(sched);
    handle<int> x(1);
    handle<int> y(2);
    int before = 0;
    int after = 0;
    auto place = tasks.reserve(write(x));
    tasks.submit(read(x), [&after](const int& value) { after = value; });
    tasks.submit(write(y), [](int& value) { value = 7; });
    place.submit(named("late"), read(y), [&before](int& into, const int& value) {
      before = into;
      into = 10 * value;
    });
    tasks.submit(write(y), [](int& value) { value = 8; });
    tasks.wait();
    CHECK(before == 1);
    CHECK(after == 70);
    CHECK(y.value() == 8);
  });
}

TEST_CASE("ranges, voids, edges, many, and what is reserved already can be read further") {
  each_count([](scheduler& sched) {
    flow tasks(sched);
    handle<int> x(1);
    handle<void> order;
    std::vector<handle<int>> some(300);
    std::vector<handle<int>> written(3);
    for (auto& each : some) tasks.submit(write(each), [](int& value) { value = 2; });
    auto r = tasks.submit(with_result, [] { return 5; });
    auto place = tasks.reserve(write(written), read(x));
    int sum = 0;
    place.submit(
        read(some), read(order), after(r), read(x),
        [&sum, r](references<int> into, const int& one, references<const int> all, const int& again) {
          for (const int& each : all) sum += each;
          for (int& each : into) each = sum;
          sum += one + again + r.get();
        });
    tasks.wait();
    CHECK(sum == 600 + 1 + 1 + 5);
    CHECK(written[2].value() == 600);
  });
}

TEST_CASE("further reads of what has failed: the task is skipped for that, or told of it") {
  each_count([](scheduler& sched) {
    for (const bool runs_always : {false, true}) {
      CAPTURE(runs_always);
      flow tasks(sched);
      handle<int> x(0);
      handle<int> y(0);
      handle<int> whole(1);
      int ran = 0;
      int seen = 0;
      auto place = tasks.reserve(write(x));
      tasks.submit(read(x), [&seen](const int& value) { seen = value; });
      tasks.submit(named("fails"), write(y), [](int&) { throw std::runtime_error("no value"); });
      if (runs_always) {
        place.submit(always, read(y), read(whole),
                     [&](const flow_failures& before, int& into, const int&, const int& one) {
                       CHECK(!before.none());
                       CHECK(before.is_damaged(y));
                       CHECK(!before.is_damaged(x));
                       CHECK(!before.is_damaged(whole));
                       REQUIRE(before.causes(y).size() == 1);
                       CHECK(before.causes()[0].task == "fails");
                       before.set_handled();
                       into = one;
                       ++ran;
                     });
      } else {
        place.submit(read(y), read(whole), [&ran](int&, const int&, const int&) { ++ran; });
      }
      try {
        tasks.wait();
        FAIL("it did not throw");
      } catch (const flow_error& e) {  // y is still damaged
        REQUIRE(e.failures().size() == 1);
        CHECK(e.failures()[0].task == "fails");
        CHECK(e.skipped() == (runs_always ? 0 : 2));
      }
      CHECK(ran == (runs_always ? 1 : 0));
      CHECK(seen == (runs_always ? 1 : 0));
    }
  });
}

TEST_CASE("a task with further reads that throws fails as any, and its reads are over") {
  each_count([](scheduler& sched) {
    flow tasks(sched);
    handle<int> x(0);
    handle<int> y(0);
    auto place = tasks.reserve(write(x));
    place.submit(named("late"), read(y), [](int&, const int&) { throw std::runtime_error("it"); });
    tasks.submit(write(y), [](int& value) { value = 2; });
    int seen = 0;
    tasks.submit(read(x), [&seen](const int&) { seen = 1; });
    try {
      tasks.wait();
      FAIL("it did not throw");
    } catch (const flow_error& e) {
      REQUIRE(e.failures().size() == 1);
      CHECK(e.failures()[0].task == "late");
      CHECK(e.skipped() == 1);
    }
    CHECK(y.value() == 2);
    CHECK(seen == 0);
  });
}

TEST_CASE("cancelled before its reads are there, it is skipped") {
  each_count([](scheduler& sched) {
    flow tasks(sched);
    handle<int> x(0);
    handle<int> y(0);
    std::atomic<bool> go{false};
    int ran = 0;
    tasks.submit(write(y), [&go](int&) {
      while (!go) std::this_thread::yield();
    });
    auto place = tasks.reserve(write(x));
    place.submit(read(y), [&ran](int&, const int&) { ++ran; });
    std::thread stops([&] {
      while (tasks.skipped() == 0 && !go) {
        tasks.cancel();
        go = true;
      }
    });
    tasks.wait();
    stops.join();
    CHECK(ran == 0);
  });
}

TEST_CASE("all attributes of the task hold: subtasks, a completion, a priority, a pin, a token") {
  each_count([](scheduler& sched) {
    flow tasks(sched);
    handle<int> x(0);
    handle<int> y(5);
    handle<int> z(0);
    auto first = tasks.reserve(write(x));
    auto second = tasks.reserve(add(z));
    auto third = tasks.reserve(write(x), add(z));
    std::thread elsewhere;
    third.submit(with_completion, priority(2), read(y),
                 [&](completion done, int& into, int& sum, const int& value) {
                   into += value;
                   sum += value;
                   elsewhere = std::thread([done = std::move(done)]() mutable {
                     std::this_thread::sleep_for(std::chrono::milliseconds(5));
                     done.fulfil();
                   });
                 });
    second.submit(pinned(0), with_stop_token, read(y),
                  [](const std::stop_token& stop, int& sum, const int& value) {
                    sum += stop.stop_requested() ? 0 : value;
                  });
    first.submit(with_subtasks, read(y), [&](subtasks& own, int& into, const int& value) {
      CHECK_THROWS_AS(own.submit(write(y), [](int&) {}), std::logic_error);
      for (int i = 0; i < 10; ++i) own.submit(add(z), [&value](int& sum) { sum += value; });
      into = 1;
    });
    tasks.submit(write(y), [](int& value) { value = -100; });  // after all of these
    tasks.wait();
    elsewhere.join();
    CHECK(x.value() == 6);
    CHECK(z.value() == 5 + 5 + 50);
    CHECK(y.value() == -100);
  });
}

TEST_CASE("a wait inside a task that is refused leaves the order of reads as it was") {
  each_count([](scheduler& sched) {
    flow tasks(sched);
    handle<int> h(3);
    handle<int> x(0);
    auto place = tasks.reserve(read(h), write(x));
    std::atomic<bool> refused{false};
    std::string said;
    tasks.submit(named("refused"), read(h), [&](const int&) {
      try {
        tasks.wait(h);
      } catch (const std::logic_error& e) { said = e.what(); }
      refused = true;
    });
    while (!refused) std::this_thread::yield();
    place.submit(read(h), [](const int& one, int& into, const int& again) { into = one + again; });
    tasks.wait();
    CHECK_MESSAGE(contains(said, "a wait inside task 'refused' is for the end of this task"), said);
    CHECK(x.value() == 6);
  });
}

TEST_CASE("a great many tasks with further reads, in random order of use, give what their order says") {
  each_count([](scheduler& sched) {
    constexpr int count = 2000;
    std::vector<handle<long>> values(64);
    std::vector<long> expected(values.size());
    flow tasks(sched);
    unsigned state = 12345;
    const auto draw = [&state](unsigned below) {
      state = state * 1664525 + 1013904223;
      return (state >> 8) % below;
    };
    for (int i = 0; i < count; ++i) {
      // Both are reserved, in order; the later one reads what the earlier ones have left, never the other way round.
      const std::size_t a = draw(32);
      const std::size_t b = 32 + draw(32);
      auto place = tasks.reserve(write(values[b]));
      tasks.submit(write(values[a]), [i](long& value) { value += i; });
      expected[a] += i;
      place.submit(read(values[a]), [](long& into, const long& value) { into = 3 * into + value; });
      expected[b] = 3 * expected[b] + expected[a];
      for (long& each : expected) each &= 0xFFFFFF;
      tasks.submit(write(values[b]), [](long& value) { value &= 0xFFFFFF; });
      tasks.submit(write(values[a]), [](long& value) { value &= 0xFFFFFF; });
    }
    tasks.wait();
    for (std::size_t i = 0; i < values.size(); ++i) CHECK(values[i].value() == expected[i]);
  });
}

}  // namespace further_reads_test
