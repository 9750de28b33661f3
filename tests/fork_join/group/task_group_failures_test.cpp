// Exceptions in tasks of a group: which come out of wait(), and what becomes of the other tasks.
#include <atomic>
#include <exception>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/jackdaw.hpp>

#include "tests/fork_join/support.hpp"
#include "tests/support/sizes.hpp"

namespace task_group_failures_test {

using namespace jackdaw;
using tests::scaled;

TEST_CASE("the first exception comes out of wait, all tasks are accounted for, the group can be used again") {
  tests::for_each_size([](scheduler& sized) {
    const auto witness = std::make_shared<int>(0);
    for (int round = 0; round < scaled(100); ++round) {
      sized.run([&](worker& w) {
        task_group group(w);
        std::atomic<int> over{0};
        for (int i = 0; i < 50; ++i) {
          group.spawn(w, [&over, i, round, held = witness] {
            ++over;
            if (i == round % 50) throw std::runtime_error("one");
          });
        }
        CHECK_THROWS_AS(group.wait(), std::runtime_error);
        CHECK(over >= 1);
        CHECK(witness.use_count() == 1);
        over = 0;
        for (int i = 0; i < 10; ++i) group.spawn(w, [&over, held = witness] { ++over; });
        group.wait();
        CHECK(over == 10);
        CHECK(witness.use_count() == 1);
        group.spawn(w, [] { throw 1; });  // dropped by the destructor
      });
    }
    tests::check_usable(sized);
  });
}

TEST_CASE("collected: every task runs, every exception is listed") {
  tests::for_each_size([](scheduler& sized) {
    tests::tally ran(100);
    std::size_t listed = 0;
    sized.run([&](worker& w) {
      task_group group(w, on_failure::collect);
      for (std::size_t i = 0; i < 100; ++i) {
        group.spawn(w, [&ran, i] {
          ran(i);
          if (i % 10 == 3) throw i;
        });
      }
      try {
        group.wait();
      } catch (const task_failures& all) {
        CHECK(all.count == 10);
        const std::string none = "something that is no std::exception";
        CHECK(all.what() == "10 tasks of a group failed: " + none + "; " + none + "; " + none + "; …");
        for (const auto& each : all.each) {
          try {
            std::rethrow_exception(each);
          } catch (std::size_t i) { listed += i; }
        }
      }
      group.spawn(w, [] {});
      group.wait();
    });
    CHECK(ran.wrong() == 0);
    CHECK(listed == 3 + 13 + 23 + 33 + 43 + 53 + 63 + 73 + 83 + 93);
  });
}

TEST_CASE("what failures of a group say: how many, and the texts of the first ones, in one short line") {
  const auto said = [](const std::vector<std::string>& texts, std::size_t count) {
    std::vector<std::exception_ptr> each;
    for (const std::string& text : texts) each.push_back(std::make_exception_ptr(std::runtime_error(text)));
    const task_failures all(std::move(each), count);
    static_assert(noexcept(all.what()));
    return std::string(all.what());
  };
  CHECK(said({"a"}, 1) == "1 task of a group failed: a");
  CHECK(said({"a", "", "c"}, 3) == "3 tasks of a group failed: a; ; c");
  CHECK(said({"a", "b", "c", "d"}, 4) == "4 tasks of a group failed: a; b; c; …");
  CHECK(said({"a"}, 2) == "2 tasks of a group failed: a; …");  // there was no memory for the other
  CHECK(said({}, 2) == "2 tasks of a group failed");
  std::string euros = "x";
  for (int i = 0; i < 1000; ++i) euros += "€";
  const std::string longest =
      said({euros, std::string(120, 'a'), std::string(500, 'b'), "c"}, ~std::size_t{0});
  CHECK(longest == std::to_string(~std::size_t{0}) + " tasks of a group failed: " + euros.substr(0, 118) +
                       "…; " + std::string(120, 'a') + "; " + std::string(120, 'b') + "…; …");
}

TEST_CASE("an exception whose what() is null is one of them") {
  struct silent : std::exception {
    [[nodiscard]] const char* what() const noexcept override { return nullptr; }
  };
  const task_failures all({std::make_exception_ptr(silent())}, 1);
  CHECK(std::string(all.what()) == "1 task of a group failed: an exception whose what() is null");
}

TEST_CASE("an exception while a closure is copied spawns nothing") {
  struct fragile {
    fragile() = default;
    fragile(const fragile&) { throw std::bad_alloc(); }
    void operator()() const {}
  };
  scheduler two(2);
  two.run([](worker& w) {
    task_group group(w);
    const fragile bad;
    CHECK_THROWS_AS(group.spawn(w, bad), std::bad_alloc);
    group.wait();
  });
}

TEST_CASE("tasks of a group run although another task of the run has failed: a frame waits for them") {
  tests::for_each_size([](scheduler& sized) {
    tests::tally ran(200);
    CHECK_THROWS_AS(sized.run([&](worker& w) {
      task_group group(w);
      group.spawn(w, [](worker& v) { v.put([] { throw 1; }); });
      for (std::size_t i = 0; i < 200; ++i) group.spawn(w, [&ran, i] { ran(i); });
      group.wait();
      CHECK(ran.wrong() == 0);
    }),
                    int);
    tests::check_usable(sized);
  });
}

}  // namespace task_group_failures_test
