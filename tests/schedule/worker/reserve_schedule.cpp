// Reserve threads come when they are engaged, and are part of the pool while they work
// (docs/internals/verification/bugs-of-others.md: wait-for-strangers).
#include <array>
#include <memory>
#include <new>

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
        [this](unsigned post) {
          if (post >= threads) throw std::bad_alloc();
          made[post].store(true, base::release);  // as a thread begins
        },
        include());
  }

  void live(unsigned post) {
    simulated::explorer::block_until([this, post] { return made[post].peek() || stopping.peek(); });
    static_cast<void>(made[post].show_newest());
    if (!made[post].load(base::acquire)) return;
    reserve.live(
        post, [this] { return stopping.load(base::acquire); }, include(), [this, post] { work(post); });
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

}  // namespace

TEST_CASE(
    "wait-for-strangers, posts: a thread comes each time that it is engaged, and the pool knows it before") {
  tests::explore(4000, [] { return engaging(1, 3); });
  tests::explore(4000, [] { return engaging(2, 3); });
}
