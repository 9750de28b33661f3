// The parts of a task: exactly one is the last, and it sees what all others did.
#include <memory>

#include <jackdaw/flow/task/part_count.hpp>

#include "tests/support/explore.hpp"

using namespace jackdaw;

namespace {

struct state {
  dataflow::part_count parts;
  base::atomic<int> ran{0};
  base::atomic<int> last{0};
  bool right = false;

  /// One part runs, and ends.
  void run(bool fails) {
    ran.fetch_add(1);
    if (!parts.one_is_over(fails)) return;
    last.fetch_add(1);
    right = ran.load() == 4 && parts.failed();
  }
};

}  // namespace

TEST_CASE("the end of a task comes with its last part, once, and knows of the part that has failed") {
  tests::explore(3000, [] {
    auto s = std::make_shared<state>();
    s->parts.add_one();  // by the function, which has two subtasks, and has not ended
    s->parts.add_one();
    return tests::program{{[s] { s->run(false); },
                           [s] {
                             s->parts.add_one();  // a sibling
                             s->run(true);
                             s->run(false);
                           },
                           [s] { s->run(false); }},
                          [s] { return s->last.peek() == 1 && s->right; }};
  });
}
