// join in all its forms, and parallel_invoke.
#include <atomic>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>

#include <doctest/doctest.h>

#include <jackdaw/jackdaw.hpp>

#include "tests/fork_join/support.hpp"
#include "tests/support/schedulers.hpp"
#include "tests/support/sizes.hpp"

namespace join_test {

using namespace jackdaw;
using tests::scaled;

namespace {

long fib(int n) {
  if (n < 2) return n;
  auto [a, b] = join([n] { return fib(n - 1); }, [n] { return fib(n - 2); });
  return a + b;
}

long fib(worker& w, int n) {
  if (n < 2) return n;
  auto [a, b] = join(w, [n](worker& v) { return fib(v, n - 1); }, [n](worker& v) { return fib(v, n - 2); });
  return a + b;
}

/// Lives as long as the scope that made it; a later use is found by AddressSanitizer.
struct counted {
  explicit counted(std::atomic<int>& a) : alive(&a) { ++*alive; }
  counted(const counted& other) : alive(other.alive) { ++*alive; }
  counted& operator=(const counted&) = default;
  ~counted() { --*alive; }
  std::atomic<int>* alive;
};

/// Bears so many moves; the next one throws.
struct fragile {
  fragile(std::atomic<int>& a, int moves) : alive(&a), left(moves) { ++*alive; }
  fragile(fragile&& other) : alive(other.alive), left(other.left - 1) {
    if (other.left == 0) throw std::runtime_error("moved once too often");
    ++*alive;
  }
  ~fragile() { --*alive; }
  std::atomic<int>* alive;
  int left;
};

/// A join whose branch is stolen, and which returns as soon as the thief says that it is over.
[[gnu::noinline]] void leave_a_stolen_join(worker& w) {
  std::atomic<bool> stolen{false};
  join(
      w,
      [&] {
        while (!stolen) std::this_thread::yield();
      },
      [&] { stolen = true; });
}

}  // namespace

TEST_CASE("fib, with the worker handed down and without") {
  const int n = tests::slow ? 15 : 22;
  const long right = tests::slow ? 610 : 17711;
  tests::for_each_size([&](scheduler& sized) {
    CHECK(tests::result_in(sized, [&](worker& w) { return fib(w, n); }) == right);
    CHECK(tests::result_in(sized, [&](worker&) { return fib(n); }) == right);
  });
}

TEST_CASE("results of any type and number come back in order") {
  const auto check = [](auto&& joined) {
    auto [a, b, c, d, e] = joined;
    CHECK(a == 1);
    CHECK(b == "two");
    CHECK(c == std::monostate{});
    CHECK(*d == 4);
    CHECK(e == 5.0);
  };
  tests::for_each_size([&](scheduler& sized) {
    sized.run([&](worker& w) {
      const auto shared = std::make_shared<int>(4);
      int called = 0;
      check(join(
          w, [] { return 1; }, [](worker&) { return std::string("two"); }, [&] { ++called; },
          [&]() -> const std::shared_ptr<int>& { return shared; },
          [](worker& v) { return v.id() * 0 + 5.0; }));
      check(join([] { return 1; }, [](worker&) { return std::string("two"); }, [&] { ++called; },
                 [&] { return shared; }, [] { return 5.0; }));
      CHECK(called == 2);
      auto [only, moved] =
          join(w, [] { return std::make_unique<int>(1); }, [] { return std::make_unique<int>(2); });
      CHECK(*only + *moved == 3);
      auto three = join(w, [] { return 1; }, [] { return 2; }, [] { return 3; });
      static_assert(std::is_same_v<decltype(three), std::tuple<int, int, int>>);
      CHECK(three == std::tuple(1, 2, 3));
    });
  });
}

TEST_CASE("parallel_invoke calls each function once") {
  tests::for_each_size([](scheduler& sized) {
    tests::tally ran(6);
    sized.run([&](worker& w) {
      parallel_invoke(w);
      parallel_invoke(w, [&] { ran(0); });
      parallel_invoke(
          w, [&](worker&) { ran(1); }, [&] { return ran(2), 1; }, [&] { ran(3); }, [&] { ran(4); });
      parallel_invoke();
      parallel_invoke([&] { ran(5); });
    });
    CHECK(ran.wrong() == 0);
  });
}

TEST_CASE("an exception of any branch comes out, after all branches are over") {
  tests::for_each_size([](scheduler& sized) {
    std::atomic<int> alive{0};
    for (int round = 0; round < scaled(200); ++round) {
      const int thrower = round % 4;
      const auto branch = [&](int number) {
        return [&, number] {
          const counted here(alive);
          tests::work(round % 7 * 100);
          if (number == thrower) throw std::out_of_range(std::to_string(number));
          return here;
        };
      };
      std::string said;
      sized.run([&](worker& w) {
        const counted frame(alive);
        try {
          join(w, branch(0), branch(1), branch(2), branch(3));
        } catch (const std::out_of_range& e) { said = e.what(); }
        if (alive != 1) said = "something is still alive";
      });
      CHECK(said == std::to_string(thrower));
      CHECK(alive == 0);
    }
    CHECK_THROWS_WITH_AS(sized.run([](worker& w) {
      join(w, [] { throw std::logic_error("left"); }, [] { throw std::logic_error("right"); });
    }),
                         "left", std::logic_error);
    tests::check_usable(sized);
  });
}

TEST_CASE("a frame that is left at once after a theft (join-after-free)") {
  tests::for_each_size([](scheduler& sized) {
    std::atomic<long> sum{0};
    const int rounds = scaled(200000);
    sized.run([&](worker& w) {
      join(
          w,
          [&](worker& v) {
            for (int i = 0; i < rounds; ++i) {
              auto frame = std::make_unique<int>(i);  // on the heap: freed as soon as the join returns
              const int* const value = frame.get();
              join(v, [i] { tests::work(i % 64); }, [&sum, value] { sum += *value; });
            }
          },
          [&](worker& v) {
            for (int i = 0; i < rounds; ++i) join(v, [i] { tests::work(i % 32); }, [&sum, i] { sum += i; });
          });
    });
    CHECK(sum == static_cast<long>(rounds) * (rounds - 1));
  });
}

TEST_CASE("join-after-free: what lies below a join that has just been left belongs to its caller") {
  scheduler two(2);
  two.run([](worker& w) {
    for (int round = 0; round < scaled(500); ++round) {
      leave_a_stolen_join(w);
      REQUIRE(tests::stack_is_left_alone());
    }
  });
}

TEST_CASE("from outside of any scheduler, also by several threads at once") {
  CHECK(fib(10) == 55);
  std::vector<std::thread> callers;
  std::atomic<int> wrong{0};
  for (int caller = 0; caller < 4; ++caller) {
    callers.emplace_back([&] {
      for (int round = 0; round < scaled(100); ++round) wrong += fib(10) != 55 ? 1 : 0;
    });
  }
  for (auto& caller : callers) caller.join();
  CHECK(wrong == 0);
  CHECK_THROWS_AS(join([] { throw 1; }, [] {}), int);
  CHECK(std::get<2>(join([] { return 1; }, [] { return 2; }, [] { return 3; })) == 3);
}

TEST_CASE("from inside a task of another scheduler, of the same kind and of another") {
  scheduler outer(2);
  scheduler inner(2);
  CHECK(tests::result_in(outer, [&](worker&) {
          return tests::result_in(inner, [](worker& w) { return fib(w, 12) + fib(12); }) + fib(10);
        }) == 2 * 144 + 55);
  auto papers = tests::make_scheduler({.pool = "dq1", .workers = 3});
  std::atomic<int> wrong{0};
  papers.run([&](any_worker& w) {
    for (int i = 0; i < 20; ++i) w.put([&] { wrong += fib(12) != 144 ? 1 : 0; });
  });
  CHECK(wrong == 0);
}

TEST_CASE("a branch with a state of its own is called itself, not a copy, stolen or not") {
  struct counter {
    int calls = 0;
    void operator()() { ++calls; }
  };
  for (const unsigned workers : {1U, 2U}) {
    scheduler sched(workers);
    for (int round = 0; round < 200; ++round) {
      counter first;
      counter second;
      sched.run([&](worker& w) { join(w, first, second); });
      CHECK(first.calls == 1);
      CHECK(second.calls == 1);
    }
  }
}

TEST_CASE("results whose move throws are destroyed, each once, stolen or not") {
  for (const unsigned workers : {1U, 2U}) {
    scheduler sched(workers);
    for (int moves = 0; moves < 4; ++moves) {
      for (int thrower = 0; thrower < 2; ++thrower) {
        CAPTURE(workers);
        CAPTURE(moves);
        CAPTURE(thrower);
        std::atomic<int> alive{0};
        std::atomic<bool> stolen{workers == 1};
        const auto branch = [&](int number) { return fragile(alive, number == thrower ? moves : 100); };
        try {
          sched.run([&](worker& w) {
            join(
                w,
                [&] {
                  while (!stolen) std::this_thread::yield();
                  return branch(0);
                },
                [&] {
                  stolen = true;
                  return branch(1);
                });
          });
        } catch (const std::runtime_error&) {}
        CHECK(alive == 0);
      }
    }
  }
}

}  // namespace join_test
