// A crew in every interleaving that is tried: each item is got once, get() ends with nothing stored, no member
// sleeps for ever; also when a member leaves items behind, and another one comes.
#include <array>
#include <memory>

#include <jackdaw/pool/families/private_public.hpp>
#include <jackdaw/pool/families/stealing.hpp>
#include <jackdaw/queue/locked/block.hpp>
#include <jackdaw/queue/locked/linked_list.hpp>
#include <jackdaw/queue/locked/locked.hpp>
#include <jackdaw/sync/spin_lock.hpp>
#include <jackdaw/worker/crew/crew_pool.hpp>
#include <jackdaw/worker/idle/spin_yield_park.hpp>
#include <jackdaw/worker/idle/wake_every_put.hpp>

#include "tests/support/explore.hpp"

using namespace jackdaw;

namespace {

template <class Container>
using spinning = queue::locked<Container, sync::spin_lock>;
using open_pool = pool::stealing<spinning<queue::linked_list<>>, queue::end::working>;
using hiding_pool =
    pool::private_public<queue::block<2>,
                         pool::stealing<spinning<queue::linked_list<queue::block<2>>>, queue::end::working>>;
using parking = working::spin_yield_park_for<1, 0>;

/// Item 0 brings items 1 and 2, item 1 brings item 3.
template <class Pool, class Idle>
struct state {
  explicit state(unsigned members) : crew(members) {}
  working::crew_pool<Pool, Idle> crew;
  std::array<task, 4> items;
  std::array<base::atomic<int>, 4> got{};
  base::atomic<int> early{0};

  void take(unsigned id, task& item) {
    const auto index = static_cast<std::size_t>(&item - items.data());
    if (index == 0) {
      crew.put(id, items[1]);
      crew.put(id, items[2]);
    }
    if (index == 1) crew.put(id, items[3]);
    got[index].fetch_add(1);
  }

  void work(unsigned id) {
    while (task* const item = crew.get(id)) take(id, *item);
    for (const auto& each : got) {
      if (each.load() != 1) early.fetch_add(1);
    }
  }

  [[nodiscard]] bool well() const {
    for (const auto& each : got) {
      if (each.peek() != 1) return false;
    }
    return early.peek() == 0;
  }
};

template <class Pool, class Idle>
tests::program known_members(unsigned members) {
  auto s = std::make_shared<state<Pool, Idle>>(members);
  for (unsigned id = 0; id < members; ++id) static_cast<void>(s->crew.expect(id));
  s->crew.put(0, s->items[0]);
  tests::program all;
  for (unsigned id = 0; id < members; ++id) all.threads.emplace_back([s, id] { s->work(id); });
  all.holds = [s] { return s->well(); };
  return all;
}

/// Member 0 takes one item, and goes; member 1 stays; a third one comes.
template <class Pool, class Idle>
tests::program coming_and_going() {
  auto s = std::make_shared<state<Pool, Idle>>(3);
  static_cast<void>(s->crew.expect(0));
  static_cast<void>(s->crew.expect(1));
  s->crew.put(0, s->items[0]);
  return {{[s] {
             if (task* const item = s->crew.next(0)) s->take(0, *item);
             s->crew.leave(0);
           },
           [s] { s->work(1); },
           [s] {
             const auto me = s->crew.join();
             if (task* const item = s->crew.next(*me)) s->take(*me, *item);
             s->crew.leave(*me);
           }},
          [s] { return s->well(); }};
}

/// As many seats as members, one of which goes, and comes again.
template <class Pool, class Idle>
tests::program coming_again() {
  auto s = std::make_shared<state<Pool, Idle>>(2);
  static_cast<void>(s->crew.expect(0));
  static_cast<void>(s->crew.expect(1));
  s->crew.put(0, s->items[0]);
  return {{[s] {
             s->crew.leave(0);
             if (const auto me = s->crew.join()) {
               s->work(*me);
             } else {
               s->early.fetch_add(1);
             }
           },
           [s] {
             s->work(1);  // the other one may come when the round is over: it shall not wait
             s->crew.leave(1);
           }},
          [s] { return s->well(); }};
}

/// Two of three announced members come, and give up, one after the other; or the third one is withdrawn meanwhile.
template <class Pool, class Idle>
tests::program small_team(bool withdraws) {
  auto s = std::make_shared<state<Pool, Idle>>(3);
  for (unsigned id = 0; id < 3; ++id) static_cast<void>(s->crew.expect(id));
  s->crew.put(2, s->items[0]);
  const auto busy = std::make_shared<base::atomic<int>>(0);
  const auto work = [s, busy](unsigned id) {
    for (;;) {
      const auto found = s->crew.get(id, [&](bool all_others_wait) {
        if (all_others_wait && busy->peek() != 0) s->early.fetch_add(1);
        return all_others_wait;
      });
      if (found.item == nullptr) return;
      busy->fetch_add(1);
      s->take(id, *found.item);
      busy->fetch_sub(1);
    }
  };
  tests::program all{{[work] { work(0); }, [work] { work(1); }}, [s] { return s->well(); }};
  if (withdraws) {
    all.threads.emplace_back([s] { s->crew.withdraw(2); });
  }
  return all;
}

/// Two that come, take an item and go, twice each, while a third one stays.
template <class Pool, class Idle>
tests::program coming_again_and_again() {
  auto s = std::make_shared<state<Pool, Idle>>(3);
  static_cast<void>(s->crew.expect(0));
  s->crew.put(0, s->items[0]);
  const auto visitor = [s] {
    for (int times = 0; times < 2; ++times) {
      const auto me = s->crew.join();
      if (!me) continue;
      if (task* const item = s->crew.next(*me)) s->take(*me, *item);
      s->crew.leave(*me);
    }
  };
  return {{[s] { s->work(0); }, visitor, visitor}, [s] { return s->well(); }};
}

}  // namespace

TEST_CASE("small-team: members that come give up, or are told that no other comes") {
  tests::explore(1500, [] { return small_team<open_pool, working::wake_every_put>(false); });
  tests::explore(1500, [] { return small_team<open_pool, parking>(false); });
  tests::explore(1500, [] { return small_team<open_pool, parking>(true); });
}

TEST_CASE("crew: known members, every item once, and all see the end") {
  tests::explore(1500, [] { return known_members<open_pool, working::wake_every_put>(2); });
  tests::explore(1500, [] { return known_members<open_pool, parking>(2); });
  tests::explore(1500, [] { return known_members<open_pool, parking>(3); });
  tests::explore(1500, [] { return known_members<hiding_pool, parking>(3); });
}

TEST_CASE("crew: one goes, one comes: nothing is left behind") {
  tests::explore(2000, [] { return coming_and_going<open_pool, working::wake_every_put>(); });
  tests::explore(2000, [] { return coming_and_going<open_pool, parking>(); });
  tests::explore(2000, [] { return coming_and_going<hiding_pool, parking>(); });
}

TEST_CASE("crew: there is always a seat for a thread that has left one") {
  tests::explore(1500, [] { return coming_again<open_pool, parking>(); });
  tests::explore(1500, [] { return coming_again<hiding_pool, parking>(); });
}

TEST_CASE("crew: two come and go again and again, and one stays until all is done") {
  tests::explore(1500, [] { return coming_again_and_again<open_pool, parking>(); });
  tests::explore(1500, [] { return coming_again_and_again<hiding_pool, parking>(); });
}
