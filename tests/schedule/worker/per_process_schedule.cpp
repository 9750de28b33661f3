// One object for each process: threads that come first at the same time get the same one, with what its constructor has
// written, and the others' are gone.
#include <array>
#include <cstddef>
#include <memory>

#include <jackdaw/simulated/plain.hpp>
#include <jackdaw/worker/per_process.hpp>

#include "tests/support/explore.hpp"

using namespace jackdaw;

namespace {

struct thing {
  static constexpr int made = 7;
  static inline base::atomic<int> alive{0};

  thing() {
    simulated::explorer::step();
    data.set(made);
    alive.fetch_add(1, base::relaxed);
  }
  ~thing() {
    data.set(0);
    alive.fetch_sub(1, base::relaxed);
  }
  thing(const thing&) = delete;
  thing& operator=(const thing&) = delete;

  simulated::plain<int> data{};
};

struct state {
  // Its owner is one of the threads, or none.
  std::unique_ptr<working::per_process<thing>> owner = std::make_unique<working::per_process<thing>>();
  working::per_process<thing>* const one = owner.get();
  std::array<thing*, 3> got{};
  base::atomic<bool> wrong{false};
  base::atomic<bool> is_over{false};

  void get(std::size_t thread) {
    thing& mine = one->get();
    if (mine.data.get() != thing::made) wrong.store(true, base::relaxed);
    got[thread] = &mine;
  }
  void look() {
    if (!one->is_made()) return;
    if (one->get().data.get() != thing::made) wrong.store(true, base::relaxed);
  }
};

}  // namespace

TEST_CASE("three threads that come first at the same time, and one that looks") {
  tests::explore(3000, [] {
    thing::alive.store(0, base::relaxed);
    auto s = std::make_shared<state>();
    return tests::program{{[s] { s->get(0); }, [s] { s->get(1); }, [s] { s->get(2); },
                           [s] {
                             s->look();
                             s->look();
                           }},
                          [s] {
                            if (s->got[0] != s->got[1] || s->got[1] != s->got[2] || thing::alive.peek() != 1)
                              return false;
                            s->owner.reset();
                            return !s->wrong.peek() && thing::alive.peek() == 0;
                          }};
  });
}

TEST_CASE("the one that destroys it sees what another thread's constructor has written") {
  tests::explore(1000, [] {
    thing::alive.store(0, base::relaxed);
    auto s = std::make_shared<state>();
    return tests::program{{[s] {
                             static_cast<void>(s->one->get());
                             s->is_over.store(true, base::relaxed);
                           },
                           [s] {
                             simulated::explorer::block_until([s] { return s->is_over.peek(); });
                             s->owner.reset();
                           }},
                          [] { return thing::alive.peek() == 0; }};
  });
}
