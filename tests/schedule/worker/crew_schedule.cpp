// A crew in every interleaving that is tried: each item is got once, get() ends with nothing stored, no member
// sleeps for ever; also when a member leaves items behind, and another one comes. When a round is over all members see
// what was done in it; and a member that takes a seat sees what was done there.
#include <array>
#include <cstddef>
#include <memory>

#include <jackdaw/pool/families/private_public.hpp>
#include <jackdaw/pool/families/stealing.hpp>
#include <jackdaw/queue/locked/block.hpp>
#include <jackdaw/queue/locked/linked_list.hpp>
#include <jackdaw/queue/locked/locked.hpp>
#include <jackdaw/simulated/plain.hpp>
#include <jackdaw/sync/spin_lock.hpp>
#include <jackdaw/worker/crew/crew_pool.hpp>
#include <jackdaw/worker/idle/spin_yield_park.hpp>
#include <jackdaw/worker/idle/wake_every_put.hpp>

#include "tests/support/explore.hpp"
#include "tests/support/parcel.hpp"

using namespace jackdaw;

namespace {

template <class Container>
using spinning = queue::locked<Container, sync::spin_lock>;
using open_pool = pool::stealing<spinning<queue::linked_list<>>, queue::end::working>;
using hiding_pool =
    pool::private_public<queue::block<2>,
                         pool::stealing<spinning<queue::linked_list<queue::block<2>>>, queue::end::working>>;
using parking = working::spin_yield_park_for<1, 0>;

/// Item 0 brings items 1 and 2, item 1 brings item 3. Each has a result, which all members read when the round is over.
template <class Pool, class Idle>
struct state {
  explicit state(unsigned members) : crew(members) {}
  working::crew_pool<Pool, Idle> crew;
  std::array<tests::parcel<>, 4> items;
  std::array<std::array<simulated::plain<int>, 4>, 3> results{};  // of each round
  std::array<simulated::plain<int>, 3> seats{};                   // of the member that has this number
  base::atomic<int> wrong{0};

  void expect(bool right) {
    if (!right) wrong.fetch_add(1, base::relaxed);
  }

  void put(unsigned id, std::size_t which) {
    items[which].load();
    crew.put(id, items[which]);
  }

  void take(unsigned id, task& item, std::size_t round = 0) {
    auto& parcel = static_cast<tests::parcel<>&>(item);
    const auto index = static_cast<std::size_t>(&parcel - items.data());
    expect(parcel.take());
    seats[id].set(seats[id].get() + 1);
    if (index == 0) {
      put(id, 1);
      put(id, 2);
    }
    if (index == 1) put(id, 3);
    results[round][index].set(1 + static_cast<int>(index));
  }

  /// After a round that is over.
  void look_at(std::size_t round) {
    for (std::size_t index = 0; index < items.size(); ++index)
      expect(results[round][index].get() == 1 + static_cast<int>(index));
  }

  void work(unsigned id, std::size_t round = 0) {
    while (task* const item = crew.get(id)) take(id, *item, round);
    look_at(round);
  }

  void leave(unsigned id) {
    seats[id].set(seats[id].get() + 1);
    crew.leave(id);
  }

  /// One that takes a seat for one item at most.
  void visit() {
    const auto me = crew.join();
    if (!me) return;
    seats[*me].set(seats[*me].get() + 1);
    if (task* const item = crew.next(*me)) take(*me, *item);
    leave(*me);
  }

  [[nodiscard]] bool well(int rounds = 1) const {
    for (const auto& each : items) {
      if (each.times_taken() != rounds) return false;
    }
    return wrong.peek() == 0;
  }
};

template <class Pool, class Idle>
tests::program known_members(unsigned members) {
  auto s = std::make_shared<state<Pool, Idle>>(members);
  for (unsigned id = 0; id < members; ++id) static_cast<void>(s->crew.expect(id));
  s->put(0, 0);
  tests::program all;
  for (unsigned id = 0; id < members; ++id) all.threads.emplace_back([s, id] { s->work(id); });
  all.holds = [s] { return s->well(); };
  return all;
}

/// The same items come again in each round, by the member whose turn it is.
template <class Pool, class Idle>
tests::program round_after_round() {
  constexpr unsigned members = 2;
  auto s = std::make_shared<state<Pool, Idle>>(members);
  for (unsigned id = 0; id < members; ++id) static_cast<void>(s->crew.expect(id));
  tests::program all;
  for (unsigned id = 0; id < members; ++id) {
    all.threads.emplace_back([s, id] {
      for (std::size_t round = 0; round < 3; ++round) {
        if (round % members == id) s->put(id, 0);
        s->work(id, round);
      }
    });
  }
  all.holds = [s] { return s->well(3); };
  return all;
}

/// Member 0 takes one item, and goes; member 1 stays; a third one comes.
template <class Pool, class Idle>
tests::program coming_and_going() {
  auto s = std::make_shared<state<Pool, Idle>>(3);
  static_cast<void>(s->crew.expect(0));
  static_cast<void>(s->crew.expect(1));
  s->put(0, 0);
  return {{[s] {
             if (task* const item = s->crew.next(0)) s->take(0, *item);
             s->leave(0);
           },
           [s] { s->work(1); }, [s] { s->visit(); }},
          [s] { return s->well(); }};
}

/// As many seats as members, one of which goes, and comes again.
template <class Pool, class Idle>
tests::program coming_again() {
  auto s = std::make_shared<state<Pool, Idle>>(2);
  static_cast<void>(s->crew.expect(0));
  static_cast<void>(s->crew.expect(1));
  s->put(0, 0);
  return {{[s] {
             s->leave(0);
             if (const auto me = s->crew.join()) {
               s->work(*me);
             } else {
               s->expect(false);
             }
           },
           [s] {
             s->work(1);  // the other one may come when the round is over: it shall not wait
             s->leave(1);
           }},
          [s] { return s->well(); }};
}

enum class third { stays_away, is_withdrawn, comes };

/// Two of three announced members come, and give up, one after the other; or the third one comes, too, or is withdrawn
/// meanwhile.
template <class Pool, class Idle>
tests::program small_team(third last) {
  auto s = std::make_shared<state<Pool, Idle>>(3);
  for (unsigned id = 0; id < 3; ++id) static_cast<void>(s->crew.expect(id));
  s->put(2, 0);
  const auto busy = std::make_shared<base::atomic<int>>(0);
  const auto work = [s, busy](unsigned id) {
    for (;;) {
      const auto found = s->crew.get(id, [&](bool all_others_wait) {
        s->expect(!all_others_wait || busy->peek() == 0);
        return all_others_wait;
      });
      if (found.item == nullptr) return;
      busy->fetch_add(1, base::relaxed);
      s->take(id, *found.item);
      busy->fetch_sub(1, base::relaxed);
    }
  };
  tests::program all{{[work] { work(0); }, [work] { work(1); }}, [s] { return s->well(); }};
  if (last == third::is_withdrawn) all.threads.emplace_back([s] { s->crew.withdraw(2); });
  if (last == third::comes) all.threads.emplace_back([work] { work(2); });
  return all;
}

/// Two that come, take an item and go, twice each, while a third one stays.
template <class Pool, class Idle>
tests::program coming_again_and_again() {
  auto s = std::make_shared<state<Pool, Idle>>(3);
  static_cast<void>(s->crew.expect(0));
  s->put(0, 0);
  const auto visitor = [s] {
    s->visit();
    s->visit();
  };
  return {{[s] { s->work(0); }, visitor, visitor}, [s] { return s->well(); }};
}

}  // namespace

TEST_CASE("small-team: members that come give up, or are told that no other one comes") {
  tests::explore(1500, [] { return small_team<open_pool, working::wake_every_put>(third::stays_away); });
  tests::explore(1500, [] { return small_team<open_pool, parking>(third::stays_away); });
  tests::explore(1500, [] { return small_team<open_pool, parking>(third::is_withdrawn); });
  tests::explore(8000, [] { return small_team<open_pool, parking>(third::comes); });
}

TEST_CASE("crew: known members, every item once, and all see the end") {
  tests::explore(1500, [] { return known_members<open_pool, working::wake_every_put>(2); });
  tests::explore(1500, [] { return known_members<open_pool, parking>(2); });
  tests::explore(1500, [] { return known_members<open_pool, parking>(3); });
  tests::explore(1500, [] { return known_members<hiding_pool, parking>(3); });
}

TEST_CASE("crew: rounds that follow each other, with the same items") {
  tests::explore(1500, [] { return round_after_round<open_pool, working::wake_every_put>(); });
  tests::explore(1500, [] { return round_after_round<open_pool, parking>(); });
  tests::explore(1500, [] { return round_after_round<hiding_pool, parking>(); });
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
