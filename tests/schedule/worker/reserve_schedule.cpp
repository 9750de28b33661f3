// Reserve threads come when they are engaged, and are part of the pool while they work
// (docs/internals/verification/bugs-of-others.md: wait-for-strangers). As many work in the place of threads that are
// blocked inside tasks as are blocked, and some thread is always left.
#include <array>
#include <memory>
#include <new>

#include <jackdaw/worker/external/blocked_workers.hpp>
#include <jackdaw/worker/external/reserve_threads.hpp>

#include "tests/support/explore.hpp"

using namespace jackdaw;

namespace {

/// A caller that engages, and threads that work as long as there are tasks. The system has so many of them.
struct posts {
  explicit posts(unsigned count) : threads(count) {}

  const unsigned threads;
  working::reserve_threads reserve;
  std::array<base::atomic<bool>, working::reserve_threads::most> made{};
  std::array<base::atomic<int>, working::reserve_threads::most> inside{};
  base::atomic<unsigned> part_of_pool{0};
  base::atomic<int> tasks{0};
  base::atomic<int> executed{0};
  base::atomic<int> wrong{0};
  base::atomic<bool> stopping{false};

  [[nodiscard]] auto include() {
    return [this](unsigned count) { part_of_pool.store(count, base::relaxed); };
  }

  void engage() {
    reserve.engage(
        [this](unsigned post, unsigned /*tries*/) {
          if (post >= threads) throw std::bad_alloc();
          made[post].store(true, base::release);  // as a thread begins
        },
        include(), [](unsigned /*post*/) {});
  }

  void live(unsigned post) {
    simulated::explorer::block_until([this, post] { return made[post].peek() || stopping.peek(); });
    static_cast<void>(made[post].show_newest());
    if (!made[post].load(base::acquire)) return;
    reserve.live(
        post, [this] { return stopping.load(base::acquire); }, include(),
        [this, post] {
          work(post);
          return false;
        });
  }

  void work(unsigned post) {
    if (inside[post].fetch_add(1, base::relaxed) != 0) wrong.fetch_add(1, base::relaxed);
    while (tasks.load(base::relaxed) > 0) {
      if (part_of_pool.load(base::relaxed) <= post) wrong.fetch_add(1, base::relaxed);
      if (tasks.fetch_sub(1, base::relaxed) > 0) {
        executed.fetch_add(1, base::relaxed);
      } else {
        tasks.fetch_add(1, base::relaxed);
      }
    }
    inside[post].fetch_sub(1, base::relaxed);
  }

  /// Puts tasks, one at a time, and engages until each is executed.
  void call(int count) {
    for (int i = 1; i <= count; ++i) {
      tasks.fetch_add(1, base::relaxed);
      do { engage(); } while (executed.load(base::relaxed) < i);
    }
    stopping.store(true, base::release);
    reserve.stop();
  }
};

tests::program engaging(unsigned threads, int tasks) {
  auto s = std::make_shared<posts>(threads);
  tests::program all;
  for (unsigned post = 0; post < threads; ++post) all.threads.emplace_back([s, post] { s->live(post); });
  all.threads.emplace_back([s, tasks] { s->call(tasks); });
  all.holds = [s, tasks] { return s->wrong.peek() == 0 && s->executed.peek() == tasks; };
  return all;
}

/// Workers whose tasks block until others have done something for them, and reliefs that do that. A number of things to
/// do stands for the tasks.
struct blocking {
  blocking(unsigned of_workers, unsigned of_threads) : workers(of_workers), threads(of_threads) {}

  const unsigned workers;
  const unsigned threads;
  working::blocked_workers blocked;
  working::reserve_threads reserve;
  std::array<base::atomic<bool>, working::reserve_threads::most> made{};
  base::atomic<int> to_do{0};
  base::atomic<int> done{0};
  base::atomic<int> changes{0};
  base::atomic<unsigned> able{workers};  // to do something: workers that are not blocked, and reliefs
  base::atomic<int> refused{0};
  base::atomic<int> wrong{0};
  base::atomic<unsigned> over{0};
  base::atomic<bool> stopping{false};

  static auto include() {
    return [](unsigned /*count*/) {};
  }

  void one_less_able() {
    if (able.fetch_sub(1, base::relaxed) <= 1) wrong.fetch_add(1, base::relaxed);
  }

  /// Until there was a change since the caller has seen so many.
  void await_change(int& seen) {
    simulated::explorer::block_until([&] { return changes.peek() != seen; });
    static_cast<void>(changes.show_newest());
    seen = changes.load(base::acquire);
  }

  [[nodiscard]] bool engage() {
    const bool engaged = reserve.engage_surely(
        [this](unsigned post, unsigned /*tries*/) {
          if (post >= threads) throw std::bad_alloc();
          made[post].store(true, base::release);  // as a thread begins
        },
        include(), [](unsigned /*post*/) {});
    if (engaged) able.fetch_add(1, base::relaxed);
    return engaged;
  }

  void live(unsigned post) {
    simulated::explorer::block_until([this, post] { return made[post].peek() || stopping.peek(); });
    static_cast<void>(made[post].show_newest());
    if (!made[post].load(base::acquire)) return;
    reserve.live(
        post, [this] { return stopping.load(base::acquire); }, include(),
        [this, post] {
          relieve(post);
          return true;
        });
  }

  void relieve(unsigned post) {
    const auto rest = [this, post] {
      one_less_able();
      reserve.rest(post, include());
    };
    for (int seen = 0; !blocked.dismisses(rest); await_change(seen)) do_some();
  }

  void do_some() {
    for (int left = to_do.load(base::relaxed);
         left > 0;) {  // never below 0: two could hide what there is from each other
      if (!to_do.compare_exchange_weak(left, left - 1, base::acquire, base::relaxed)) continue;
      done.fetch_add(1, base::release);
      changes.fetch_add(1, base::release);
      left = to_do.load(base::relaxed);
    }
  }

  /// Tasks, each of which puts one and waits until it is done, or another one for it.
  void work(int tasks) {
    for (int i = 0; i < tasks; ++i) {
      if (!blocked.enter(workers, [this] { return engage(); })) {
        refused.fetch_add(1, base::relaxed);
        do_some();
        continue;
      }
      one_less_able();
      const int wanted = done.fetch_add(0, base::relaxed) + 1;
      to_do.fetch_add(1, base::release);
      changes.fetch_add(1, base::release);
      simulated::explorer::block_until([this, wanted] { return done.peek() >= wanted; });
      static_cast<void>(done.fetch_add(0, base::acquire));
      able.fetch_add(1, base::relaxed);
      blocked.leave();
      changes.fetch_add(1, base::release);
    }
    const bool is_last = over.fetch_add(1, base::acq_rel) + 1 == workers;
    changes.fetch_add(1, base::release);
    if (is_last) {
      stopping.store(true, base::release);
      reserve.stop();
    }
    for (int seen = 0; over.fetch_add(0, base::acquire) < workers; await_change(seen)) do_some();
  }
};

tests::program blocking_in(unsigned workers, unsigned threads, int tasks, bool may_refuse) {
  auto s = std::make_shared<blocking>(workers, threads);
  tests::program all;
  for (unsigned post = 0; post < threads; ++post) all.threads.emplace_back([s, post] { s->live(post); });
  for (unsigned id = 0; id < workers; ++id) all.threads.emplace_back([s, tasks] { s->work(tasks); });
  all.holds = [s, may_refuse] {
    return s->wrong.peek() == 0 && s->blocked.count() == 0 && (may_refuse || s->refused.peek() == 0);
  };
  return all;
}

}  // namespace

TEST_CASE("buried-wait: a thread comes for each one that blocks, and is free when that goes on") {
  tests::explore(4000, [] { return blocking_in(1, 1, 3, false); });
  tests::explore(4000, [] { return blocking_in(2, 2, 2, false); });
}

TEST_CASE("buried-wait: where no thread would be left, the one that would block is refused") {
  tests::explore(4000, [] { return blocking_in(2, 1, 2, false); });
  tests::explore(4000, [] { return blocking_in(2, 0, 2, true); });
  tests::explore(4000, [] { return blocking_in(1, 0, 2, true); });
}

TEST_CASE(
    "wait-for-strangers, posts: a thread comes each time that it is engaged, and the pool knows it before") {
  tests::explore(4000, [] { return engaging(1, 3); });
  tests::explore(4000, [] { return engaging(2, 3); });
}
