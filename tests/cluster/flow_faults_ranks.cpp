// Flows over ranks where something goes wrong: tasks and serial forms that throw, ranks that submit something else, wrong
// uses, and handles that end early.
#include <chrono>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/parallel.hpp>

#include "tests/cluster/rank_main.hpp"

namespace cluster = jackdaw::cluster;
using cluster::add;
using cluster::on;
using cluster::read;
using cluster::write;
using jackdaw::named;
using jackdaw::priority;

TEST_CASE("a task that throws: skipped tasks, one error on all ranks, and the flow goes on") {
  cluster::handle<int> a(here(), here().ranks() - 1, 1);
  cluster::handle<int> b(here(), 0, 2);
  cluster::handle<int> c(here(), 0, 3);
  cluster::flow tasks(here());
  for (int round = 0; round < 2; ++round) {
    const std::string what = thrown_by<jackdaw::flow_error>([&] {
      tasks.submit(named("breaks"), write(a), [](int&) { throw std::runtime_error("no luck"); });
      tasks.submit(named("uses"), read(a), write(b), [](const int&, int& to) { to = 99; });
      tasks.submit(named("uses that"), read(b), write(a), [](const int&, int& to) { to = 99; });
      tasks.submit(named("other"), write(c), [](int& other) { ++other; });
      tasks.wait();
    });
    CHECK(what == "task 'breaks' has failed: rank " + std::to_string(here().ranks() - 1) +
                      ": no luck: a task has failed; 2 skipped");
    CHECK(tasks.fetch(b) == 2 + round);
    CHECK(tasks.fetch(c) == 4 + round);
    tasks.submit(read(a), write(b), [](const int& from, int& to) { to += from; });
    CHECK(tasks.fetch(b) == 3 + round);
  }
  const std::string what = thrown_by<jackdaw::flow_error>([&] {
    tasks.submit(named("breaks"), write(a), [](int&) { throw 1; });
    tasks.wait(a);
  });
  CHECK(what.find("something that is no std::exception") != std::string::npos);
}

TEST_CASE(
    "a rank that throws between submissions and goes on: one error on all ranks, then all is as before") {
  if (here().ranks() == 1) return;
  const bool is_last = here().rank() == here().ranks() - 1;
  cluster::flow tasks(here());
  cluster::handle<int> a(here(), 0, 1);
  const std::string what = thrown_by<cluster::failure>([&] {
    try {
      tasks.move(a, here().ranks() - 1);
      if (is_last) throw std::runtime_error("no luck here");
      cluster::handle<int> missing(here(), 0, 5);
      tasks.submit(read(missing), write(a), [](const int& from, int& to) { to = from; });
      tasks.wait();
    } catch (const std::runtime_error& error) {
      if (std::string(error.what()) != "no luck here") throw;
      tasks.wait();
    }
  });
  CHECK(what.find("expected the same on all ranks") != std::string::npos);
  CHECK(a.owner() == 0);  // the move was refused, too
  cluster::handle<int> b(here(), here().ranks() - 1, 10);
  tasks.submit(read(b), write(a), [](const int& from, int& to) { to += from; });
  CHECK(tasks.fetch(a) == 11);
  tasks.move(a, here().ranks() - 1);
  CHECK(tasks.fetch(a) == 11);
  CHECK(a.owner() == here().ranks() - 1);
}

TEST_CASE("ranks that submit something else get one error that names the first task that differs") {
  if (here().ranks() == 1) return;
  cluster::handle<int> a(here(), 0, 1);
  cluster::flow tasks(here());
  const bool is_last = here().rank() == here().ranks() - 1;
  const auto nothing = [](int&) {};
  // Another name.
  std::string what = thrown_by<cluster::failure>([&] {
    tasks.submit(named("same"), write(a), nothing);
    tasks.submit(named(is_last ? "odd" : "even"), write(a), nothing);
    tasks.submit(named("same"), write(a), nothing);
    tasks.wait();
  });
  CHECK(what.find("is task 'odd' on rank 0, and on rank 0 task 'even' on rank 0") != std::string::npos);
  // Fewer tasks.
  what = thrown_by<cluster::failure>([&] {
    tasks.submit(named("first"), write(a), nothing);
    if (!is_last) tasks.submit(named("second"), write(a), nothing);
    tasks.wait();
  });
  CHECK(what.find("is a wait, and on rank 0 task 'second' on rank 0") != std::string::npos);
  // Another access.
  what = thrown_by<cluster::failure>([&] {
    if (is_last) {
      tasks.submit(named("third"), read(a), [](const int&) {});
    } else {
      tasks.submit(named("third"), write(a), nothing);
    }
    tasks.wait();
  });
  CHECK(what.find("with other accesses, another function or another priority") != std::string::npos);
  // More than a batch, and one rank waits early.
  what = thrown_by<cluster::failure>([&] {
    for (int i = 0; i < 2000; ++i) {
      if (is_last && i == 100) tasks.wait();
      tasks.submit(named("many"), write(a), nothing);
    }
    tasks.wait();
  });
  CHECK(what.find("is a wait, and on rank 0 task 'many' on rank 0") != std::string::npos);
  tasks.submit(write(a), [](int& n) { n = 42; });
  CHECK(tasks.fetch(a) == 42);
}

TEST_CASE("ranks that wait for different handles, or fetch them, get one error") {
  if (here().ranks() == 1) return;
  cluster::handle<int> of_first(here(), 0, 1);
  cluster::handle<int> too(here(), 0, 2);
  cluster::handle<int> of_last(here(), here().ranks() - 1, 3);
  cluster::flow tasks(here());
  const bool is_last = here().rank() == here().ranks() - 1;
  const auto number = [](const auto& of) { return std::to_string(of.number()); };
  // One owner: each rank would get what another one asked for.
  std::string what =
      thrown_by<cluster::failure>([&] { static_cast<void>(tasks.fetch(is_last ? of_first : too)); });
  CHECK(what.find("is a fetch of handle " + number(of_first) + ", and on rank 0 a fetch of handle " +
                  number(too) + "; expected the same on all ranks") != std::string::npos);
  // Different owners.
  what = thrown_by<cluster::failure>([&] { static_cast<void>(tasks.fetch(is_last ? of_last : of_first)); });
  CHECK(what.find("is a fetch of handle " + number(of_last)) != std::string::npos);
  what = thrown_by<cluster::failure>([&] { tasks.wait(is_last ? of_last : of_first); });
  CHECK(what.find("is a wait for handle " + number(of_last)) != std::string::npos);
  // A wait here, a fetch there.
  what = thrown_by<cluster::failure>([&] {
    if (is_last) {
      tasks.wait(of_first);
    } else {
      static_cast<void>(tasks.fetch(of_first));
    }
  });
  CHECK(what.find("is a wait for handle " + number(of_first) + ", and on rank 0 a fetch of handle " +
                  number(of_first)) != std::string::npos);
  CHECK(tasks.fetch(of_first) + tasks.fetch(too) + tasks.fetch(of_last) == 6);
}

TEST_CASE("ranks that do not exist are refused at once") {
  cluster::handle<int> a(here(), 0, 5);
  cluster::flow tasks(here());
  const std::string expected = "; expected 0 to " + std::to_string(here().ranks() - 1);
  const std::string wrong = " rank " + std::to_string(here().ranks() + 1) + expected;
  CHECK(thrown_by<std::invalid_argument>([&] {
          const cluster::handle<int> b(here(), here().ranks() + 1, 1);
        }) == "a handle is made with its object at" + wrong);
  CHECK(thrown_by<std::invalid_argument>([&] { tasks.move(a, here().ranks() + 1); }) ==
        "a handle is to move to" + wrong);
  CHECK(a.owner() == 0);
  CHECK(thrown_by<std::invalid_argument>([&] {
          tasks.submit(on(here().ranks() + 1), write(a), [](int&) {});
        }).find("is to run on" + wrong) != std::string::npos);
  CHECK(thrown_by<std::invalid_argument>([&] {
          static_cast<void>(here().broadcast(1, here().ranks() + 1));
        }) == "a broadcast is to come from" + wrong);
  CHECK(tasks.fetch(a) == 5);
}

TEST_CASE("a task of a flow may not wait, fetch, submit or call what is collective") {
  cluster::handle<int> a(here(), here().ranks() - 1, 1);
  cluster::handle<int> b(here(), 0, 1);
  cluster::flow tasks(here());
  const auto refused = [&](const std::string& what, auto call) {
    const std::string told = thrown_by<jackdaw::flow_error>([&] {
      tasks.submit(named("inner"), write(a), [call](int&) { call(); });
      tasks.wait();
    });
    CHECK(told.find("task 'inner' of a flow over ranks is to " + what + "; expected that outside of tasks") !=
          std::string::npos);
  };
  refused("wait or fetch", [&] { tasks.wait(); });
  refused("wait or fetch", [&] { tasks.wait(b); });
  refused("wait or fetch", [&] { static_cast<void>(tasks.fetch(b)); });
  refused("submit", [&] { tasks.submit(write(b), [](int&) {}); });
  refused("make a handle", [&] { const cluster::handle<int> c(here(), 0, 1); });
  refused("move a handle", [&] { tasks.move(b, 0); });
  refused("call a collective function of the world", [&] { here().barrier(); });
  tasks.submit(write(a), [](int& n) { n = 7; });
  CHECK(tasks.fetch(a) + tasks.fetch(b) == 8);
}

TEST_CASE("handles that end when an exception leaves the flow, and while StarPU executes their last tasks") {
  cluster::handle<int> sum(here(), 0, 0);
  const std::string what = thrown_by<std::runtime_error>([&] {
    cluster::flow tasks(here());
    cluster::handle<int> a(here(), here().ranks() - 1, 1);
    cluster::handle<double> b(here(), 0, 1.0);
    tasks.submit(read(a), write(sum), [](const int&, int&) {});
    tasks.submit(read(a), reduce(b), [](const int&, double&) {});
    tasks.move(a, 0);
    throw std::runtime_error("all ranks leave");
  });
  CHECK(what == "all ranks leave");
  cluster::flow tasks(here());
  {
    cluster::handle<int> a(here(), here().ranks() - 1, 0);
    for (int i = 0; i < 512; ++i)  // a batch, which begins
      tasks.submit(write(a), [](int& n) {
        std::this_thread::sleep_for(std::chrono::microseconds(100));
        ++n;
      });
  }
  tasks.wait();
  CHECK(tasks.fetch(sum) == 0);
}
