// Wrong uses of reservations and of their further reads: each is refused where it happens, and says why.
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

namespace further_reads_refused_test {

using namespace jackdaw;

TEST_CASE("what is wrong is refused where it is submitted, and the reservation can be used again") {
  scheduler sched(2);
  flow tasks(sched);
  handle<int> x(0);
  handle<int> y(4);
  auto place = tasks.reserve(write(x));
  CHECK_THROWS_AS(place.submit(pinned(2), read(y), [](int&, const int&) {}), std::invalid_argument);
  struct no_copy {
    no_copy() = default;
    no_copy(const no_copy& /*from*/) { throw std::runtime_error("no copy"); }
    void operator()(int& /*into*/, const int& /*value*/) const {}
  };
  const no_copy body;
  CHECK_THROWS_AS(place.submit(read(y), body), std::runtime_error);
  place.submit(read(y), [](int& into, const int& value) { into = value; });
  CHECK_THROWS_AS(place.submit(read(y), [](int&, const int&) {}), std::logic_error);
  tasks.wait();
  CHECK(x.value() == 4);
}

TEST_CASE("a further read of what is reserved for changes is refused at once, by the name of the handle") {
  scheduler sched(2);
  handle<int> x(1);
  handle<int> y(4);
  std::vector<handle<int>> many(20);
  x.name("the place");
  many[17].name("the last but two");
  flow tasks(sched);
  const auto text_of = [](auto&& f) -> std::string {
    try {
      f();
    } catch (const std::logic_error& e) { return e.what(); }
    return "nothing";
  };
  {
    auto place = tasks.reserve(write(x), read(y));
    const std::string text =
        text_of([&] { place.submit(read(x), [](int&, const int&, const int&) { FAIL_CHECK("it ran"); }); });
    CHECK(
        text ==
        "the task of a reservation has handle 'the place' as a further read, which it has reserved; expected "
        "the use of the reference that its function gets");
    place.submit(read(y), [](int& into, const int& value, const int& again) { into = value + again; });
    CHECK(text_of([&] { place.submit([](int&, const int&) {}); }) ==
          "a reservation is used twice, or was moved from; expected one task for each, before that");
  }
  {
    auto place = tasks.reserve(add(many));
    CHECK(text_of([&] {
            place.submit(read(y), read(many[17]), [](references<int>, const int&, const int&) {});
          }).find("'the last but two' as a further read") != std::string::npos);
    place.submit([](references<int> all) { ++all[17]; });
  }
  tasks.wait();
  CHECK(x.value() == 8);
  CHECK(many[17].value() == 1);
}

TEST_CASE("a reservation whose flow has ended says so") {
  scheduler sched(1);
  handle<int> x(1);
  auto first = std::make_unique<flow>(sched);
  auto place = first->reserve(write(x));
  first.reset();
  std::string text;
  try {
    place.submit([](int&) {});
  } catch (const std::logic_error& e) { text = e.what(); }
  CHECK(text ==
        "a reservation is used after the end of its flow, which has given it up; expected one task for each, "
        "before that");
}

TEST_CASE("a reservation that two threads use at the same time is used once") {
  scheduler sched(2);
  for (int round = 0; round < 300; ++round) {
    flow tasks(sched);
    handle<int> x(0);
    handle<int> y(1);
    auto place = tasks.reserve(write(x));
    std::atomic<int> refused{0};
    std::atomic<int> ready{0};
    const auto use = [&] {
      ++ready;
      while (ready != 2) std::this_thread::yield();
      try {
        if (round % 2 == 0) {
          place.submit(read(y), [](int& into, const int& value) { into += value; });
        } else {
          place.submit([](int& into) { ++into; });
        }
      } catch (const std::logic_error&) { ++refused; }
    };
    std::thread other(use);
    use();
    other.join();
    tasks.wait();
    CHECK(x.value() == 1);
    CHECK(refused == 1);
  }
}

}  // namespace further_reads_refused_test
