// Objects of flows over ranks that cannot be made, written or read: they fail on all ranks, and the flow goes on.
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

namespace {

/// Cannot be written, or read, as it says; `short`: less is written than is read.
struct fragile {
  std::string how;
  int value = 0;
};

}  // namespace

template <>
struct jackdaw::cluster::serial<fragile> {
  static void save(const fragile& object, writer& out) {
    out.put(object.how);
    if (object.how == "save") throw std::runtime_error("it is broken");
    if (object.how != "short") out.put(object.value);
  }
  static fragile load(reader& in) {
    const auto how = in.get<std::string>();
    if (how == "load") throw std::runtime_error("it is broken");
    return {how, in.get<int>()};
  }
};

namespace {
struct never_made {
  explicit never_made(int number) { throw std::runtime_error("no room for " + std::to_string(number)); }
  never_made() = default;
  template <class Archive>
  void serialize(Archive& archive) {
    archive(value);
  }
  int value = 0;
};
}  // namespace

TEST_CASE("an object that cannot be written, or read, fails the flow on all ranks, and it goes on") {
  if (here().ranks() == 1) return;
  const unsigned last = here().ranks() - 1;
  for (const std::string how : {"save", "load", "short"}) {
    cluster::handle<fragile> a(here(), 0, fragile{"", 1});
    cluster::handle<int> b(here(), last, 5);
    cluster::flow tasks(here());
    const std::string number = " handle " + std::to_string(a.number()) + ")' has failed: rank ";
    const auto spoil = [&] { tasks.submit(write(a), [how](fragile& object) { object.how = how; }); };
    const auto heal = [&] { tasks.submit(on(0), write(a), [](fragile& object) { object.how = ""; }); };
    // On its way to a task that reads it.
    std::string what = thrown_by<jackdaw::flow_error>([&] {
      spoil();
      tasks.submit(read(a), write(b), [](const fragile& object, int& to) { to = object.value; });
      tasks.wait();
    });
    CHECK(what.find(how == "save" ? "task '(sending" + number + "0: it is broken"
                                  : "task '(receiving" + number + std::to_string(last)) != std::string::npos);
    CHECK(tasks.fetch(b) == 5);
    heal();
    tasks.submit(read(a), write(b), [](const fragile& object, int& to) { to = object.value; });
    CHECK(tasks.fetch(b) == 1);
    // On its way back from a task that has written it elsewhere.
    what = thrown_by<jackdaw::flow_error>([&] {
      tasks.submit(on(last), write(a), [how](fragile& object) { object = {how, 7}; });
      tasks.wait();
    });
    CHECK(what.find(how == "save" ? "task '(sending" + number + std::to_string(last) + ": it is broken"
                                  : "task '(receiving" + number + "0") != std::string::npos);
    CHECK(tasks.fetch(a).value == 1);
    // By a fetch.
    spoil();
    if (how == "save") {
      what = thrown_by<cluster::failure>([&] { static_cast<void>(tasks.fetch(a)); });
      CHECK(what == "rank 0: its value cannot be written: it is broken: malformed bytes");
    } else {
      CHECK_THROWS_AS(static_cast<void>(tasks.fetch(a)), std::runtime_error);  // each says which rank it is
    }
    // By a move: the object does not arrive, and all that needs it fails.
    what = thrown_by<jackdaw::flow_error>([&] {
      tasks.move(a, last);
      tasks.wait();
    });
    CHECK(what.find(number) != std::string::npos);
    what = thrown_by<jackdaw::flow_error>([&] { static_cast<void>(tasks.fetch(a)); });
    CHECK(what.find("there is no object") != std::string::npos);
    what = thrown_by<jackdaw::flow_error>([&] {
      tasks.submit(on(0), read(a), write(b), [](const fragile& object, int& to) { to = object.value; });
      tasks.wait();
    });
    CHECK(what.find("there is no object") != std::string::npos);
    CHECK(tasks.fetch(b) == 1);
  }
}

TEST_CASE("an object whose constructor throws is one that failed, on all ranks, and the flow goes on") {
  const unsigned last = here().ranks() - 1;
  cluster::flow tasks(here());
  cluster::handle<int> b(here(), 0, 2);
  for (int round = 0; round < 2; ++round) {
    cluster::handle<never_made> a(here(), last, 40 + round);
    const std::string what = thrown_by<jackdaw::flow_error>([&] {
      tasks.submit(named("uses"), read(a), write(b),
                   [](const never_made& from, int& to) { to = from.value; });
      tasks.wait();
    });
    CHECK(what.find("task '(making handle ") != std::string::npos);
    CHECK(what.find("no room for " + std::to_string(40 + round)) != std::string::npos);
    CHECK(what.find("; 1 skipped") != std::string::npos);
    if (a.is_here()) CHECK_THROWS_AS(static_cast<void>(a.value()), std::logic_error);
    for (const unsigned place : {0U, last}) {  // also later, here and elsewhere
      const std::string again = thrown_by<jackdaw::flow_error>([&] {
        tasks.submit(on(place), read(a), [](const never_made&) {});
        tasks.wait();
      });
      CHECK(again.find("there is no object") != std::string::npos);
    }
    CHECK_THROWS_AS(static_cast<void>(tasks.fetch(a)), jackdaw::flow_error);
    tasks.submit(write(b), [](int& x) { ++x; });
    CHECK(tasks.fetch(b) == 3 + round);
  }
}
