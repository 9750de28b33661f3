// Threads of the program's own around a pool: every item is got once, and get() ends exactly when none is left
// and every member waits; members come and go.
#include <atomic>
#include <chrono>
#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/worker/crew/basic_crew.hpp>

#include "tests/support/crews.hpp"
#include "tests/support/sizes.hpp"

using namespace jackdaw;

namespace {

/// An item: a node of a binary heap; its children are items, too.
struct node {
  int index;
};

/// How often each node was got.
class counts {
 public:
  explicit counts(int nodes) : got_(static_cast<std::size_t>(nodes)) {}
  void got(const node& item) { ++got_.at(static_cast<std::size_t>(item.index)); }
  [[nodiscard]] bool all(int times) const {
    for (const auto& each : got_) {
      if (each != times) return false;
    }
    return true;
  }
  [[nodiscard]] int size() const { return static_cast<int>(got_.size()); }

 private:
  std::vector<std::atomic<int>> got_;
};

void put_children(any_crew& crew, unsigned me, const node& parent, int nodes) {
  for (int child = 2 * parent.index + 1; child <= 2 * parent.index + 2 && child < nodes; ++child) {
    const node item{child};
    crew.put(me, &item);
  }
}

/// Member `me` works until the round is over.
void work(any_crew& crew, unsigned me, counts& seen) {
  for (node item{}; crew.get(me, &item);) {
    seen.got(item);
    put_children(crew, me, item, seen.size());
  }
}

/// Calls `test(choice)` for every catalogued pool, with one manager and one idle policy in turn.
void for_each_crew(const auto& test) {
  const auto managers = memory_names();
  std::size_t turn = 0;
  std::vector<std::string> policies{"source"};
  working::idle_catalogue.for_each([&](const auto& entry) {
    if (!entry.spins) policies.emplace_back(entry.name);
  });
  pool::catalogue.for_each([&]<class Pool>(const pool::catalogue_entry<Pool>& entry) {
    test(crew_choice{std::string(entry.name), managers[turn % managers.size()],
                     policies[turn % policies.size()]},
         Pool::balances);
    ++turn;
  });
}

void in_threads(unsigned count, const auto& body) {
  std::vector<std::jthread> threads;
  for (unsigned i = 0; i < count; ++i) threads.emplace_back([&body, i] { body(i); });
}

}  // namespace

TEST_CASE("crew: every pool, known members: every item once, and all rounds end") {
  for_each_crew([](const crew_choice& choice, bool /*balances*/) {
    CAPTURE(choice.pool);
    CAPTURE(choice.idle);
    for (const unsigned members : {1U, 2U, 4U}) {
      const auto crew = tests::make_crew(members, sizeof(node), choice);
      for (unsigned id = 0; id < members; ++id) REQUIRE(crew->expect(id));
      counts seen(tests::scaled(2000));
      const node root{0};
      crew->put(0, &root);
      in_threads(members, [&](unsigned me) {
        work(*crew, me, seen);  // the first round, which member 0 began
        for (int round = 0; round < 5; ++round) {
          if (me == static_cast<unsigned>(round) % members) crew->put(me, &root);
          work(*crew, me, seen);
        }
      });
      CHECK(seen.all(6));
    }
  });
}

TEST_CASE("crew: no member is told of the end while a member may still put something") {
  const auto crew = tests::make_crew(2, sizeof(node));
  REQUIRE(crew->expect(0));
  REQUIRE(crew->expect(1));
  std::atomic<bool> over{false};
  std::jthread other([&] {
    node item{};
    CHECK(crew->get(1, &item));
    CHECK(item.index == 7);
    CHECK(!crew->get(1, &item));
    over = true;
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));  // the other one waits, alone
  CHECK(!over);
  const node late{7};
  crew->put(0, &late);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  CHECK(!over);
  node item{};
  CHECK(!crew->get(0, &item));
}

TEST_CASE("crew: a member that leaves leaves its items to the others, whatever the pool hides") {
  for_each_crew([](const crew_choice& choice, bool /*balances*/) {
    CAPTURE(choice.pool);
    const auto crew = tests::make_crew(3, sizeof(node), choice);
    counts seen(100);
    const auto first = crew->join();
    REQUIRE(first);
    for (int i = 0; i < seen.size(); ++i) {
      const node item{i};
      crew->put(*first, &item);
    }
    const auto second = crew->join();
    REQUIRE(second);
    CHECK(crew->members() == 2);
    crew->leave(*first);
    for (node item{}; crew->get(*second, &item);) seen.got(item);
    CHECK(seen.all(1));
    CHECK(crew->members() == 1);
    // The last one leaves items to no member; the next one that comes finds them.
    const node left{0};
    crew->put(*second, &left);
    crew->leave(*second);
    const auto third = crew->join();
    REQUIRE(third);
    node item{};
    CHECK(crew->get(*third, &item));
    CHECK(!crew->get(*third, &item));
  });
}

TEST_CASE("crew: members come and go all the time") {
  for_each_crew([](const crew_choice& choice, bool /*balances*/) {
    CAPTURE(choice.pool);
    constexpr unsigned most = 4;
    const auto crew = tests::make_crew(most, sizeof(node), choice);
    counts seen(tests::scaled(4000));
    {
      const auto me = crew->join();
      const node root{0};
      crew->put(*me, &root);
      crew->leave(*me);
    }
    std::atomic<int> done{0};
    in_threads(most - 1, [&](unsigned thread) {
      while (done < seen.size()) {
        const auto me = crew->join();
        if (!me) continue;
        node item{};
        for (unsigned i = 0; i < 5 + thread && crew->try_get(*me, &item); ++i) {
          seen.got(item);
          put_children(*crew, *me, item, seen.size());
          ++done;
        }
        crew->leave(*me);
      }
    });
    CHECK(seen.all(1));
    CHECK(crew->members() == 0);
  });
}

TEST_CASE(
    "small-team: a member that waits for others that do not come is told so, and the round goes on when they "
    "do") {
  const auto crew = tests::make_crew(3, sizeof(node));
  for (unsigned id = 0; id < 3; ++id) REQUIRE(crew->expect(id));
  constexpr double patience = 0.02;
  in_threads(2, [&](unsigned me) {
    node item{};
    CHECK(crew->get(me, &item, patience) == any_crew::got::members_missing);
  });
  CHECK(crew->is_missing(2));
  CHECK(crew->is_away(0));
  CHECK(crew->is_away(1));
  CHECK(!crew->is_member(1));
  std::atomic<int> items{0};
  in_threads(3, [&](unsigned me) {
    node item{};
    if (me == 2) crew->put(me, &item);
    while (crew->get(me, &item)) ++items;
  });
  CHECK(items == 1);
  CHECK(crew->is_member(1));
}

TEST_CASE("small-team: members that were announced, and do not come after all, are not waited for") {
  for_each_crew([](const crew_choice& choice, bool /*balances*/) {
    CAPTURE(choice.pool);
    const auto crew = tests::make_crew(4, sizeof(node), choice);
    for (unsigned id = 0; id < 4; ++id) REQUIRE(crew->expect(id));
    node item{7};
    for (unsigned id = 0; id < 4; ++id) crew->put(id, &item);  // dealt to all
    for (unsigned id = 1; id < 4; ++id) crew->withdraw(id);
    int items = 0;
    while (crew->get(0, &item)) ++items;
    CHECK(items == 4);
    CHECK(crew->expect(3));  // a larger team again
    crew->put(3, &item);
    in_threads(2, [&](unsigned i) {
      node mine{};
      while (crew->get(3 * i, &mine)) {}
    });
  });
}

TEST_CASE("crew: one member too many, a seat twice, no members at all, items of every size") {
  const auto crew = tests::make_crew(2, 1);
  REQUIRE(crew->join());
  REQUIRE(crew->join());
  CHECK(!crew->join());
  CHECK(!crew->expect(0));
  CHECK(!crew->expect(2));
  crew->leave(0);
  CHECK(crew->join() == 0U);
  CHECK_THROWS_AS(static_cast<void>(tests::make_crew(0, 1)), std::invalid_argument);
  CHECK_THROWS_AS(static_cast<void>(tests::make_crew(2, 1, {.pool = "dq99"})), unknown_name);
  CHECK(tests::make_crew(2, 1, {.pool = "", .memory = "", .idle = ""})->most_members() == 2);
  for (const std::size_t bytes : {1U, 8U, 100U, 5000U, 65536U}) {
    const auto sized = tests::make_crew(1, bytes);
    const auto me = sized->join();
    std::vector<std::byte> item(bytes);
    std::vector<std::byte> back(bytes);
    for (int i = 0; i < 3; ++i) {
      for (std::size_t b = 0; b < bytes; ++b)
        item[b] = static_cast<std::byte>(b * 7 + static_cast<std::size_t>(i));
      sized->put(*me, item.data());
      REQUIRE(sized->get(*me, back.data()));
      CHECK(back == item);
    }
    sized->put(*me, item.data());  // left behind
  }
}

TEST_CASE("crew<Item>: items that are moved, members that leave at the end of their block") {
  auto owned = std::make_shared<int>(1);
  {
    crew<std::shared_ptr<int>> all(2);
    CHECK(all.most_members() == 2);
    {
      auto me = all.join();
      for (int i = 0; i < 10; ++i) me.put(owned);
      CHECK(owned.use_count() == 11);
      CHECK(*me.get().value() == 1);
    }
    auto next = all.join();
    auto other = all.join();
    CHECK(next.id() != other.id());
    CHECK_THROWS_AS(static_cast<void>(all.join()), std::length_error);
    CHECK(next.try_get().has_value());
    CHECK(owned.use_count() == 9);
  }
  CHECK(owned.use_count() == 1);  // what was left has been destroyed
}

TEST_CASE("crew<Item>: the sum of a tree, by threads of our own") {
  crew<long> all(3);
  std::atomic<long> sum{0};
  all.join().put(1);  // and leaves it to the others
  in_threads(3, [&](unsigned) {
    auto me = all.join();
    while (const auto item = me.get()) {
      sum += *item;
      if (*item < 1000) {
        me.put(2 * *item);
        me.put(2 * *item + 1);
      }
    }
  });
  CHECK(sum == 1999 * 2000 / 2);
}
