// The first exception of a run: the thread that has seen the phase closed throws it, whichever worker has recorded it.
#include <array>
#include <cstddef>
#include <exception>
#include <memory>
#include <string_view>

#include <jackdaw/simulated/plain.hpp>
#include <jackdaw/worker/engine/first_exception.hpp>
#include <jackdaw/worker/termination/termination.hpp>

#include "tests/support/explore.hpp"

using namespace jackdaw;

namespace {

struct thrown {
  int by;
};

struct state {
  // Made before: their memory is the C++ library's, which is not watched.
  std::array<std::exception_ptr, 2> made{std::make_exception_ptr(thrown{0}),
                                         std::make_exception_ptr(thrown{1})};
  working::termination phase;
  working::failure failure;
  base::atomic<int> recorded{0};
  base::atomic<int> wrong{0};
  simulated::plain<int> caught;

  void fail(int as) {
    failure.record(made[static_cast<std::size_t>(as)], as == 0 ? "first" : "second");
    recorded.fetch_add(1, base::relaxed);
    if (failure.verdict() != task_verb::drop) wrong.fetch_add(1, base::relaxed);
  }

  void help() {
    for (int tries = 0; tries < 6; ++tries) {
      if (!phase.enter()) continue;
      fail(1);
      static_cast<void>(phase.leave());
      return;
    }
  }

  /// Runs a phase, and hears what went wrong there.
  void run(bool fails) {
    phase.open(1);
    if (fails) fail(0);
    static_cast<void>(phase.leave());
    while (phase.is_open()) simulated::explorer::pause();
    try {
      failure.rethrow();
    } catch (const thrown& what) {
      caught.set(caught.get() + 1);
      if (failure.task() != (what.by == 0 ? "first" : "second")) wrong.fetch_add(1, base::relaxed);
    }
    if (failure.raised()) wrong.fetch_add(1, base::relaxed);
  }
};

}  // namespace

TEST_CASE("a thread that runs a phase hears of its failures once, also in the next phase") {
  tests::explore(3000, [] {
    auto s = std::make_shared<state>();
    return tests::program{{[s] {
                             s->run(true);
                             static_cast<void>(s->phase.claim());
                             s->run(false);
                           },
                           [s] { s->help(); }, [s] { s->help(); }},
                          [s] {
                            const int heard = s->caught.peek();
                            return s->wrong.peek() == 0 && heard >= 1 && heard <= 2 &&
                                   heard <= s->recorded.peek();
                          }};
  });
}
