// Each section under a lock happens before the next one, whether its thread has waited for it or tried.
#include <memory>

#include <jackdaw/simulated/plain.hpp>
#include <jackdaw/sync/blocking_lock.hpp>
#include <jackdaw/sync/spin_lock.hpp>

#include "tests/support/explore.hpp"

using namespace jackdaw;

namespace {

template <class Lock>
struct state {
  Lock lock;
  simulated::plain<int> sections{};  // under the lock
  base::atomic<int> begun{0};

  void section() {
    const int before = sections.get();
    simulated::explorer::step();
    sections.set(before + 1);
    begun.fetch_add(1, base::relaxed);
  }
  void wait_for_it(int times) {
    for (int i = 0; i < times; ++i) {
      lock.lock();
      section();
      lock.unlock();
    }
  }
  void try_it(int times) {
    for (int i = 0; i < times; ++i) {
      if (!lock.try_lock()) continue;
      section();
      lock.unlock();
    }
  }
};

}  // namespace

TEST_CASE_TEMPLATE("sections follow each other", Lock, sync::spin_lock, sync::stubborn_spin_lock,
                   sync::blocking_lock) {
  tests::explore(2000, [] {
    auto s = std::make_shared<state<Lock>>();
    return tests::program{{[s] { s->wait_for_it(3); }, [s] { s->try_it(4); },
                           [s] {
                             s->try_it(1);
                             s->wait_for_it(2);
                           }},
                          [s] { return s->sections.peek() == s->begun.peek(); }};
  });
}

TEST_CASE_TEMPLATE("a thread that only tries sees what the others' sections have written", Lock,
                   sync::spin_lock, sync::stubborn_spin_lock, sync::blocking_lock) {
  tests::explore(1000, [] {
    auto s = std::make_shared<state<Lock>>();
    return tests::program{{[s] { s->try_it(3); }, [s] { s->try_it(3); }, [s] { s->try_it(3); }},
                          [s] { return s->sections.peek() == s->begun.peek(); }};
  });
}
