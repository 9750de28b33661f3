// What a program says of the default scheduler is there, as it was given, for the thread that makes it.
#include <memory>

#include <jackdaw/fork_join/current.hpp>
#include <jackdaw/worker/options/scheduler_options.hpp>

#include "tests/support/explore.hpp"

using namespace jackdaw;

TEST_CASE("two threads that say how many workers there are to be, and one that reads") {
  tests::explore(2000, [] {
    fork_join::shared_by_all::choose({.workers = 4});  // by the thread that has begun the others
    auto wrong = std::make_shared<base::atomic<bool>>(false);
    const auto say = [](unsigned workers) { fork_join::shared_by_all::choose({.workers = workers}); };
    const auto read = [wrong] {
      for (int i = 0; i < 2; ++i) {
        const unsigned workers = fork_join::shared_by_all::options().workers;
        if (workers < 2 || workers > 4) wrong->store(true, base::relaxed);
      }
    };
    return tests::program{{[=] { say(2); }, [=] { say(3); }, read}, [wrong] { return !wrong->peek(); }};
  });
}
