// The mutex of the library in an exploration: one thread has it at a time, and sees what the last one did.
#include <memory>
#include <mutex>

#include <jackdaw/base/threads/mutex.hpp>
#include <jackdaw/simulated/plain.hpp>

#include "tests/support/explore.hpp"

using namespace jackdaw;

TEST_CASE("a mutex is a lock, and a thread that waits for it gets no turn") {
  tests::explore(2000, [] {
    struct state {
      base::mutex mutex;
      simulated::plain<int> value;
      base::atomic<int> tried{0};
    };
    auto s = std::make_shared<state>();
    const auto add = [s] {
      for (int i = 0; i < 2; ++i) {
        const std::lock_guard hold(s->mutex);
        const int before = s->value.get();
        simulated::explorer::step();
        s->value.set(before + 1);
      }
    };
    const auto try_to_add = [s] {
      const std::unique_lock hold(s->mutex, std::try_to_lock);
      if (!hold.owns_lock()) return;
      s->tried.fetch_add(1, base::relaxed);
      s->value.set(s->value.get() + 1);
    };
    return tests::program{{add, add, try_to_add}, [s] { return s->value.peek() == 4 + s->tried.peek(); }};
  });
}

TEST_CASE("two mutexes that are taken in both orders are a deadlock") {
  bool found = false;
  for (std::uint64_t seed = 0; seed < 200 && !found; ++seed) {
    base::mutex a;
    base::mutex b;
    const auto both = [](base::mutex& first, base::mutex& second) {
      const std::lock_guard one(first);
      const std::lock_guard other(second);
    };
    try {
      simulated::explorer::run(seed, {[&] { both(a, b); }, [&] { both(b, a); }});
    } catch (const simulated::explorer::failed&) { found = true; }
  }
  CHECK(found);
}

TEST_CASE("a thread that counts a shared pointer down to nothing has seen what all its owners did") {
  struct state {
    base::atomic<int> x{0};
    base::atomic<int> y{0};
    base::atomic<int> seen{0};
    std::shared_ptr<void> one;
    std::shared_ptr<void> other;
  };
  tests::explore(2000, [] {
    auto s = std::make_shared<state>();
    state& words = *s;
    words.one = std::shared_ptr<void>(nullptr, [&words](void*) {
      words.seen.store(10 * words.x.load(base::relaxed) + words.y.load(base::relaxed), base::relaxed);
    });
    words.other = words.one;
    return tests::program{{[&words] {
                             words.x.store(1, base::relaxed);
                             words.one.reset();
                           },
                           [&words] {
                             words.y.store(1, base::relaxed);
                             words.other.reset();
                           }},
                          [s] { return s->seen.peek() == 11; }};
  });
}
