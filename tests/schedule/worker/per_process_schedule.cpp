// An object for each process: several threads come first at the same time, and all get the same one, as it was made.
#include <array>
#include <cstddef>
#include <memory>

#include <jackdaw/simulated/plain.hpp>
#include <jackdaw/worker/per_process.hpp>

#include "tests/support/explore.hpp"

using namespace jackdaw;

namespace {

struct made_once {
  made_once() { value.set(7); }
  simulated::plain<int> value{0};
};

}  // namespace

TEST_CASE("several threads that come first get one object, and see what its constructor has written") {
  tests::explore(3000, [] {
    struct state {
      working::per_process<made_once> only;
      std::array<made_once*, 3> got{};
      base::atomic<int> wrong{0};
    };
    auto s = std::make_shared<state>();
    const auto use = [s](std::size_t as) {
      made_once& here = s->only.get();
      if (here.value.get() != 7 || !s->only.is_made() || &s->only.get() != &here)
        s->wrong.fetch_add(1, base::relaxed);
      s->got[as] = &here;
    };
    const auto look = [s] {
      for (int looks = 0; looks < 2; ++looks) {
        if (s->only.is_made() && s->only.get().value.get() != 7) s->wrong.fetch_add(1, base::relaxed);
      }
    };
    return tests::program{{[=] { use(0); }, [=] { use(1); }, [=] { use(2); }, look}, [s] {
                            return s->wrong.peek() == 0 && s->got[0] == s->got[1] && s->got[1] == s->got[2];
                          }};
  });
}
