// The parts of a task: exactly one is the last, and it sees what all others did.
#include <array>
#include <cstddef>
#include <memory>

#include <jackdaw/flow/task/part_count.hpp>
#include <jackdaw/simulated/plain.hpp>

#include "tests/support/explore.hpp"

using namespace jackdaw;

namespace {

struct state {
  dataflow::part_count parts;
  std::array<simulated::plain<int>, 4> results{};  // of each part
  base::atomic<int> last{0};
  bool right = false;

  /// One part runs, and ends.
  void run(std::size_t which, bool fails) {
    results[which].set(1);
    if (!parts.one_is_over(fails)) return;
    last.fetch_add(1, base::relaxed);
    right = parts.failed();
    for (auto& each : results) {
      right = right && each.get() == 1;
      each.set(0);
    }
  }
};

}  // namespace

TEST_CASE("the end of a task comes with its last part, once, and knows of the part that has failed") {
  for (std::size_t failing = 0; failing < 4; ++failing) {
    tests::explore(2000, [failing] {
      auto s = std::make_shared<state>();
      s->parts.add_one();  // by the function, which has two subtasks, and has not ended
      s->parts.add_one();
      const auto run = [s, failing](std::size_t which) { s->run(which, which == failing); };
      return tests::program{{[run] { run(0); },
                             [s, run] {
                               s->parts.add_one();  // a sibling
                               run(1);
                               run(2);
                             },
                             [run] { run(3); }},
                            [s] { return s->last.peek() == 1 && s->right; }};
    });
  }
}
