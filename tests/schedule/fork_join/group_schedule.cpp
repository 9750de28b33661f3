// Task groups: what its tasks have written and thrown is there after the wait; and a group that is over is left alone,
// so that another one lies in its place at once (docs/internals/verification/bugs-of-others.md: join-after-free).
#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <stdexcept>

#include <jackdaw/base/random.hpp>
#include <jackdaw/fork_join/group/counted_ahead.hpp>
#include <jackdaw/fork_join/group/group_count.hpp>
#include <jackdaw/simulated/plain.hpp>
#include <jackdaw/sync/waiting_room.hpp>

#include "tests/schedule/fork_join/forking_crew.hpp"
#include "tests/support/explore.hpp"

using namespace jackdaw;
using tests::forking_crew;
using worker_type = forking_crew::member;
using group_type = basic_task_group<worker_type>;

namespace {

constexpr std::size_t pieces = 6;

struct failure {
  std::size_t piece;
};

/// Pieces of work, each with a word of its own: 0, 1 while it is done, 2 when the one that waits has seen it.
struct work {
  forking_crew crew;
  std::array<simulated::plain<int>, pieces> words{};
  std::array<bool, pieces> fails{};
  base::atomic<bool> wrong{false};

  void check(bool holds) {
    if (!holds) wrong.store(true, base::relaxed);
  }
  void do_piece(std::size_t i) {
    check(words[i].get() == 0);
    words[i].set(1);
    simulated::explorer::step();
    if (fails[i]) throw failure{i};
  }
  /// Even pieces put the next one.
  void spawn(worker_type& w, group_type& group, std::size_t i) {
    group.spawn(w, [this, &group, i](worker_type& v) {
      if (i % 2 == 0) group.spawn(v, [this, i] { do_piece(i + 1); });
      do_piece(i);
    });
  }
  void spawn_all(worker_type& w, group_type& group) {
    for (auto& each : words) each.set(0);
    for (std::size_t i = 0; i < pieces; i += 2) spawn(w, group, i);
  }
  /// How many pieces were done. After a wait.
  std::size_t see_all() {
    std::size_t done = 0;
    for (auto& each : words) {
      done += each.get() == 1 ? 1 : 0;
      each.set(2);
    }
    return done;
  }
};

tests::program with_thieves(const std::shared_ptr<work>& all, int acts, auto own) {
  return {{[all, own] { all->crew.work(0, own); }, [=] { all->crew.steal(1, acts); },
           [=] { all->crew.steal(2, acts); }},
          [all] { return !all->wrong.peek() && all->crew.is_empty(); }};
}

}  // namespace

TEST_CASE("join-after-free: groups in the same place, one after the other, and one that is used again") {
  tests::explore(5000, [] {
    auto all = std::make_shared<work>();
    return with_thieves(all, 6, [all](worker_type& w) {
      std::optional<group_type> group;
      for (int round = 0; round < 3; ++round) {
        if (round != 1) group.emplace(w);
        all->spawn_all(w, *group);
        group->wait();
        all->check(all->see_all() == pieces);
      }
    });
  });
}

TEST_CASE("join-after-free: a group that was not waited for ends in its destructor") {
  tests::explore(3000, [] {
    auto all = std::make_shared<work>();
    return with_thieves(all, 5, [all](worker_type& w) {
      for (int round = 0; round < 2; ++round) {
        {
          group_type group(w);
          all->spawn_all(w, group);
        }
        all->check(all->see_all() == pieces);
      }
    });
  });
}

TEST_CASE("a group that is limited: all is done, and seen, whoever executes what is in the way") {
  tests::explore_programs(4000, [](std::uint64_t seed) {
    auto all = std::make_shared<work>();
    return with_thieves(all, 6, [all, seed](worker_type& w) {
      group_type group(w);
      group.limit_tasks(1 + seed % 3);
      for (int round = 0; round < 2; ++round) {
        all->spawn_all(w, group);
        group.wait();
        all->check(all->see_all() == pieces);
      }
    });
  });
}

TEST_CASE("a thread that waits for room, and then for the end, is told by tasks that end meanwhile") {
  tests::explore(4000, [] {
    struct state {
      fork_join::group_count count;
      sync::waiting_room waiting;
      std::array<simulated::plain<int>, 4> words{};
      base::atomic<bool> has_room{false};
      base::atomic<bool> wrong{false};

      void end(std::size_t i) {
        words[i].set(1);
        if (count.remove(1)) waiting.tell();
      }
    };
    auto s = std::make_shared<state>();
    for (int i = 0; i < 3; ++i) s->count.add();
    return tests::program{{[s] {
                             s->waiting.wait([s] { return s->count.value() <= 1; });
                             s->count.add();
                             s->has_room.store(true, base::release);
                             s->waiting.tell();
                             s->waiting.wait([s] { return s->count.is_zero(); });
                             for (auto& each : s->words) {
                               if (each.get() != 1) s->wrong.store(true, base::relaxed);
                             }
                           },
                           [s] { s->end(0); }, [s] { s->end(1); },
                           [s] {
                             s->waiting.wait([s] { return s->has_room.load(base::acquire); });
                             s->end(2);
                             s->end(3);
                           }},
                          [s] { return !s->wrong.peek() && !s->waiting.anybody(); }};
  });
}

TEST_CASE(
    "counted-ahead: a maker outside of tasks waits for what it has spawned, not for what it has counted") {
  tests::explore(4000, [] {
    struct state {
      fork_join::group_count count;
      fork_join::counted_ahead ahead;
      sync::waiting_room waiting;
      std::array<simulated::plain<int>, 5> words{};
      base::atomic<std::size_t> spawned{0};
      base::atomic<bool> wrong{false};

      void spawn() {
        if (ahead.is_empty()) ahead.add(count, 100);  // 1, 2, 4: so two are left in the end
        ahead.take();
        spawned.fetch_add(1, base::release);
        waiting.tell();
      }
      void end(std::size_t i) {
        waiting.wait([this, i] { return spawned.load(base::acquire) > i; });
        words[i].set(1);
        if (count.remove(0)) waiting.tell();
      }
    };
    auto s = std::make_shared<state>();
    return tests::program{{[s] {
                             for (std::size_t i = 0; i < s->words.size(); ++i) s->spawn();
                             s->ahead.give_back(s->count);
                             s->waiting.wait([s] { return s->count.is_zero(); });
                             for (auto& each : s->words) {
                               if (each.get() != 1) s->wrong.store(true, base::relaxed);
                             }
                           },
                           [s] {
                             for (const std::size_t i : {0U, 2U, 4U}) s->end(i);
                           },
                           [s] {
                             for (const std::size_t i : {1U, 3U}) s->end(i);
                           }},
                          [s] { return !s->wrong.peek() && !s->waiting.anybody(); }};
  });
}

TEST_CASE("the result of a task is there after the wait") {
  tests::explore(3000, [] {
    auto all = std::make_shared<work>();
    return with_thieves(all, 4, [all](worker_type& w) {
      std::array<std::size_t, 4> results{};
      for (std::size_t round = 0; round < 2; ++round) {
        group_type group(w);
        for (std::size_t i = 0; i < results.size(); ++i)
          group.spawn(w, [=] { return i + round; }, results[i]);
        group.wait();
        for (std::size_t i = 0; i < results.size(); ++i) all->check(results[i] == i + round);
        results.fill(0);
      }
    });
  });
}

TEST_CASE("tasks of a group that throw: the wait throws what one of them has thrown") {
  tests::explore_programs(4000, [](std::uint64_t seed) {
    auto all = std::make_shared<work>();
    base::random random(seed);
    for (auto& each : all->fails) each = random.below(3) == 0;
    return with_thieves(all, 5, [all](worker_type& w) {
      std::size_t failed = 0;
      for (const bool each : all->fails) failed += each ? 1 : 0;
      group_type group(w);
      for (int round = 0; round < 2; ++round) {
        all->spawn_all(w, group);
        try {
          group.wait();
          all->check(failed == 0 && all->see_all() == pieces);
        } catch (const failure& thrown) {
          all->check(all->fails[thrown.piece] && all->words[thrown.piece].get() == 1);
          static_cast<void>(all->see_all());
        }
      }
    });
  });
}

TEST_CASE("tasks of a group that collects its failures: the wait throws all of them") {
  tests::explore_programs(4000, [](std::uint64_t seed) {
    auto all = std::make_shared<work>();
    base::random random(seed);
    for (auto& each : all->fails) each = random.below(2) == 0;
    return with_thieves(all, 5, [all](worker_type& w) {
      std::size_t failed = 0;
      for (const bool each : all->fails) failed += each ? 1 : 0;
      group_type group(w, on_failure::collect);
      for (int round = 0; round < 2; ++round) {
        all->spawn_all(w, group);
        std::size_t seen = 0;
        try {
          group.wait();
        } catch (const task_failures& thrown) {
          all->check(thrown.count == thrown.each.size());
          for (const auto& each : thrown.each) {
            try {
              std::rethrow_exception(each);
            } catch (const failure& one) { seen += all->fails[one.piece] ? 1 : 0; }
          }
        }
        all->check(seen == failed && all->see_all() == pieces);
      }
    });
  });
}
