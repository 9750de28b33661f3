// How costs grow: twice as many tasks, handles or reservations are looked at about twice as often, never four times.
// Elements of lists that flows look at are counted, so that no time and no machine matters.
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/base/random.hpp>
#include <jackdaw/flow/basic_flow.hpp>
#include <jackdaw/flow/deadlock/cycles.hpp>
#include <jackdaw/flow/version/look_count.hpp>
#include <jackdaw/flow/version/waiters.hpp>

using namespace jackdaw;

namespace {

/// How many elements of lists are looked at by work().
std::uint64_t looks_of(auto&& work) {
  const std::uint64_t before = dataflow::looks_so_far.load();
  work();
  return dataflow::looks_so_far.load() - before;
}

/// Twice as much work takes at most 2.6 times as many looks, where a few for each element do not count: n log n is allowed,
/// a walk of all for each is not. `looks(n)` is called with n and 2n, again where one run does not do: the least counts.
void check_looks(auto&& looks, std::size_t n) {
  std::uint64_t once = ~std::uint64_t{0};
  std::uint64_t twice = once;
  for (int runs = 0; runs < 10 && (runs == 0 || 10 * twice > 26 * once + 10 * 8 * n); ++runs) {
    once = std::min<std::uint64_t>(once, looks(n));
    twice = std::min<std::uint64_t>(twice, looks(2 * n));
  }
  CAPTURE(n);
  CAPTURE(once);
  CAPTURE(twice);
  CHECK(10 * twice <= 26 * once + 10 * 8 * n);
}

/// The same of all looks of work(n). Threads that wait look through the flow whenever it comes to rest, which is more often
/// in some runs than in others.
void check_growth(auto&& work, std::size_t n = 4000) {
  check_looks([&](std::size_t many) { return looks_of([&] { work(many); }); }, n);
}

struct nowhere final : dataflow::flow_base {
  void resume_from_elsewhere(dataflow::waiter& /*woken*/) override {}
};

/// A task that wants some version.
struct small_waiter : dataflow::waiter {
  small_waiter(dataflow::versions& of, std::uint64_t version)
      : waiter(home_of_all, kind_of_all), need(of, dataflow::requirement::ordered, version) {
    count = 1;
  }
  dataflow::requirement need;  // right behind the waiter

  inline static nowhere home_of_all;
  static constexpr dataflow::task_kind kind_of_all{nullptr, nullptr, nullptr};
};

using small_waiters = std::vector<std::unique_ptr<small_waiter>>;

/// For the versions 0 to n - 1, `each` times.
small_waiters wanting_each_version(dataflow::versions& of, std::uint64_t n, unsigned each = 1) {
  small_waiters all;
  for (std::uint64_t i = 0; i < n * each; ++i) all.push_back(std::make_unique<small_waiter>(of, i / each));
  return all;
}

void shuffle(small_waiters& all, base::random& random) {
  for (std::size_t i = all.size(); i > 1; --i)
    std::swap(all[i - 1], all[random.below(static_cast<std::uint32_t>(i))]);
}

std::vector<dataflow::waiter*> taken_up_to(dataflow::waiters& from, std::uint64_t version,
                                           bool held = false) {
  dataflow::waiter* woken = nullptr;
  from.take_ready(version, held, woken);
  std::vector<dataflow::waiter*> all;
  dataflow::waiters::for_each_woken(woken, [&all](dataflow::waiter& w) { all.push_back(&w); });
  return all;
}

}  // namespace

TEST_CASE("waiters come out by version, in whatever order they went in, and none is lost") {
  dataflow::versions of;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    CAPTURE(seed);
    base::random random(seed);
    dataflow::waiters list;
    small_waiters all = wanting_each_version(of, 1 + random.below(40), 1 + random.below(4));
    shuffle(all, random);
    std::vector<dataflow::waiter*> in;  // those that are there
    std::uint64_t reached = 0;
    for (auto& each : all) {
      if (each->wanted() < reached || (each->wanted() == reached && reached > 0))
        continue;  // would not have to wait
      list.insert(*each);
      in.push_back(each.get());
      if (random.below(4) == 0) {  // one leaves that fits, as merging does
        dataflow::waiter* const wanted = in[random.below(static_cast<std::uint32_t>(in.size()))];
        const bool exactly = random.below(2) == 0;
        dataflow::waiter* const left =
            exactly ? (list.take_out(*wanted) ? wanted : nullptr)
                    : list.take(wanted->wanted(), [&](const dataflow::waiter& w) { return &w == wanted; });
        if (exactly) CHECK(left == wanted);
        if (left != nullptr) std::erase(in, left);
        CHECK((left == nullptr || left == wanted));
      }
      if (random.below(8) == 0) {
        reached += random.below(3);
        for (dataflow::waiter* const out : taken_up_to(list, reached)) {
          CHECK(out->wanted() <= reached);
          CHECK(std::erase(in, out) == 1);
        }
        CHECK(std::ranges::none_of(in, [&](const auto* w) { return w->wanted() <= reached; }));
      }
    }
    std::size_t seen = 0;
    list.for_each([&](dataflow::waiter& w) { seen += static_cast<std::size_t>(std::ranges::count(in, &w)); });
    CHECK(seen == in.size());
    for (std::uint64_t version = reached; !in.empty(); ++version) {
      for (dataflow::waiter* const out : taken_up_to(list, version)) {
        CHECK(out->wanted() <= version);
        CHECK(std::erase(in, out) == 1);
      }
      REQUIRE(std::ranges::none_of(in, [&](const auto* w) { return w->wanted() <= version; }));
    }
    CHECK(list.empty());
  }
}

TEST_CASE("of those who await their turn one comes at a time, and none while the handle is held") {
  dataflow::versions of;
  dataflow::waiters list;
  small_waiters all = wanting_each_version(of, 3, 4);
  for (const std::size_t i : {11U, 0U, 5U, 4U, 1U, 6U, 8U, 2U, 7U}) {  // versions 2, 0, 1, 1, 0, 1, 2, 0, 1
    all[i]->awaits_turn = all[i]->wanted() == 1;
    list.insert(*all[i]);
  }
  CHECK(taken_up_to(list, 1).size() == 4);  // all of version 0, and one of those of version 1
  for (int left = 3; left > 0; --left) {
    CHECK(taken_up_to(list, 1, true).empty());
    CHECK(taken_up_to(list, 1).size() == 1);
  }
  CHECK(taken_up_to(list, 1).empty());
  CHECK(taken_up_to(list, 2).size() == 2);
}

TEST_CASE("looks at waiters grow as their number, in whatever order they come") {
  dataflow::versions of;
  enum class order { ascending, descending, first_last, random, two_runs };
  for (const order by :
       {order::ascending, order::descending, order::first_last, order::random, order::two_runs}) {
    CAPTURE(static_cast<int>(by));
    check_growth([&](std::size_t n) {
      small_waiters all = wanting_each_version(of, n);
      base::random random(5);
      if (by == order::descending) std::ranges::reverse(all);
      if (by == order::first_last) std::rotate(all.begin(), all.begin() + 1, all.end());
      if (by == order::random) shuffle(all, random);
      if (by == order::two_runs)
        std::rotate(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(n / 2), all.end());
      dataflow::waiters list;
      for (auto& each : all) list.insert(*each);
      for (std::uint64_t version = 0; version < n; ++version) CHECK(taken_up_to(list, version).size() == 1);
    });
  }
}

TEST_CASE("reductions in order whose tasks end in any order are looked at as often as they are many") {
  for (const unsigned workers : {1U, 2U}) {
    CAPTURE(workers);
    scheduler sched(workers);
    check_growth(
        [&](std::size_t n) {
          flow tasks(sched);
          handle<long> gate(0);
          std::vector<handle<int>> before(n);
          handle<std::uint64_t> total(std::uint64_t{0});
          tasks.submit(write(gate), [](long&) {});
          base::random random(3);
          std::vector<std::size_t> order(n);
          for (std::size_t i = 0; i < n; ++i) order[i] = i;
          for (std::size_t i = n; i > 1; --i)
            std::swap(order[i - 1], order[random.below(static_cast<std::uint32_t>(i))]);
          std::vector<decltype(tasks.reserve(write(before[0])))> places;
          for (std::size_t i = 0; i < n; ++i) places.push_back(tasks.reserve(write(before[i])));
          for (std::size_t i = 0; i < n; ++i) {
            tasks.submit(reduce_in_order(total), read(before[i]), [i](std::uint64_t& t, int) { t += i; });
          }
          for (const std::size_t i : order) {
            places[i].submit([](int& x) { x = 1; });
            if (i % 64 == 0) tasks.wait(before[i]);
          }
          tasks.wait();
          CHECK(total.value() == n * (n - 1) / 2);
        },
        1000);
  }
}

namespace {

/// n tasks reduce `total` while a task of another scheduler has it, until all have run. `second`: a flow that has some of
/// them.
template <class Scheduler>
void reduce_while_busy(Scheduler& sched, basic_flow<Scheduler>& second, std::size_t n, auto&& submit) {
  scheduler other(2);
  handle<std::uint64_t> total(std::uint64_t{0});
  std::atomic<std::size_t> ran{0};
  flow there(other);
  there.submit(write(total), [&](std::uint64_t&) {
    while (ran < n) std::this_thread::yield();
  });
  {
    basic_flow tasks(sched);
    for (std::size_t i = 0; i < n; ++i) submit(tasks, total, ran, i);
    try {
      tasks.wait();
    } catch (const flow_error&) { CHECK(total.value() < n); }
  }
  there.wait();
  second.wait();
}

auto add_one(std::atomic<std::size_t>& ran) {
  return [&ran](std::uint64_t& t) {
    ++t;
    ++ran;
  };
}

}  // namespace

TEST_CASE("reductions of a busy object: with reservations elsewhere, beside another flow, when they fail") {
  enum class beside { nothing, reservation, other_flow, failures, reads };
  for (const auto what :
       {beside::nothing, beside::reservation, beside::other_flow, beside::failures, beside::reads}) {
    CAPTURE(static_cast<int>(what));
    scheduler elsewhere(1);
    handle<int> strange_handle(0);
    flow strange(elsewhere);
    std::optional<decltype(strange.reserve(write(strange_handle)))> unused;
    if (what == beside::reservation) unused.emplace(strange.reserve(write(strange_handle)));
    scheduler sched(1);
    check_growth(
        [&](std::size_t n) {
          flow second(sched);
          reduce_while_busy(sched, second, n,
                            [&](flow& tasks, handle<std::uint64_t>& total, auto& ran, std::size_t i) {
                              flow& by = what == beside::other_flow && i % 2 == 0 ? second : tasks;
                              if (what == beside::failures && i < n / 2) {
                                by.submit(reduce(total), [&ran](std::uint64_t&) {
                                  ++ran;
                                  throw 1;
                                });
                              } else {
                                by.submit(reduce(total), add_one(ran));
                              }
                              if (what == beside::reads) by.submit(read(total), [](std::uint64_t) {});
                            });
        },
        1000);
  }
}

TEST_CASE("many reservations are used in any order, given up one by one, and by the end of their flow") {
  scheduler sched(2);
  base::random random(9);
  for (const std::size_t n : {1U, 2U, 50U}) {
    CAPTURE(n);
    std::vector<handle<int>> objects(n);
    auto tasks = std::make_unique<flow>(sched);
    flow other(sched);
    using place = decltype(tasks->reserve(write(objects[0])));
    std::vector<std::optional<place>> places;
    std::vector<std::optional<place>> others;
    for (auto& each : objects) {
      places.emplace_back(tasks->reserve(write(each)));
      others.emplace_back(other.reserve(write(each)));
    }
    std::vector<int> uses(n, 0);
    for (std::size_t k = 0; k < n; ++k) {
      const std::size_t i = random.below(static_cast<std::uint32_t>(n));
      if (!places[i].has_value()) continue;
      if (k % 3 != 0) {
        places[i]->submit([](int& x) { ++x; });
        uses[i] = 1;
      }
      places[i].reset();  // else given up
    }
    tasks.reset();  // gives up the rest
    for (std::size_t i = 0; i < n; ++i) {
      if (places[i].has_value()) CHECK_THROWS_AS(places[i]->submit([](int&) {}), std::logic_error);
      others[n - 1 - i]->submit([](int& x) { x += 10; });
    }
    other.wait();
    for (std::size_t i = 0; i < n; ++i) CHECK(objects[i].value() == uses[i] + 10);
    CHECK(!dataflow::reservations::any());
  }
}

TEST_CASE("who looks for what reservations hold up looks at each of those who wait about once") {
  scheduler sched(1);
  for (const bool at_one_handle : {false, true}) {
    CAPTURE(at_one_handle);
    check_growth(
        [&](std::size_t n) {
          std::vector<handle<int>> objects(n + 1);
          flow tasks(sched);
          using place = decltype(tasks.reserve(write(objects[0])));
          std::vector<place> places;
          for (std::size_t i = 0; i < n; ++i) {
            auto& at = objects[at_one_handle ? 0 : i];
            places.push_back(tasks.reserve(write(at)));
            tasks.submit(write(at), write(objects[i + 1]), [](int&, int&) {});
            tasks.submit(read(objects[i + 1]), [](int) {});
          }
          CHECK_THROWS_AS(tasks.wait(), stuck);
        },
        500);
  }
}

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
    "a row of tasks whose subtasks wait for each other, and the last for nobody, is searched through once") {
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
        for (std::size_t i = 0; i < n; ++i) {
          tasks.submit(with_subtasks, write(a[i]), [&, i](subtasks& all, int&) {
            if (i + 1 < n) {
              all.submit(read(a[i + 1]), [](int) {});
            } else {
              all.submit(read(gate), [](int) {});
            }
          });
        }
        sched.await_rest();
        std::string why;
        dataflow::waiter* woken = nullptr;
        const std::uint64_t looks =  // of the search alone: how often waits search is a matter of chance
            looks_of([&] { CHECK(!dataflow::cycles::hold_up({.flow = &tasks}, why, woken)); });
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
