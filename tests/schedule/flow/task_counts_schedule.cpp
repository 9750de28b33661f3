// The counts of a flow's tasks: a thread that hears that all are over sees what they did, and leaves the flow after all
// that count.
#include <array>
#include <cstddef>
#include <memory>

#include <jackdaw/flow/wait/task_counts.hpp>
#include <jackdaw/simulated/plain.hpp>

#include "tests/support/explore.hpp"

using namespace jackdaw;

namespace {

/// Two workers, and a guest that submits tasks 0 and 1. Each of these submits another one: tasks 2 and 3.
struct state {
  static constexpr unsigned workers = 2;
  static constexpr unsigned guest = 2;
  base::atomic<unsigned> reserves{0};
  dataflow::task_counts counts{workers, workers, 3, reserves};
  std::array<base::atomic<bool>, 4> put{};
  std::array<simulated::plain<int>, 4> results{};
  std::array<simulated::plain<int>, workers> flow_of{};  // what a worker looks at after it has counted an end
  base::atomic<int> submitted{0};                        // by the guest
  base::atomic<int> wrong{0};

  void expect(bool right) {
    if (!right) wrong.fetch_add(1, base::relaxed);
  }

  void submit(unsigned by, std::size_t which) {
    counts.of(by).count_submitted();
    put[which].store(true, base::release);
  }

  void execute(unsigned by, std::size_t which) {
    tests::wait_for(put[which], true);
    results[which].set(1);
    if (which < 2) submit(by, which + 2);
    counts.of(by).count_over();
    static_cast<void>(flow_of[by].get());
    counts.of(by).count_left();
  }

  void look_at_results() {
    for (const auto& each : results) expect(each.get() == 1);
  }
};

}  // namespace

TEST_CASE("a thread that waits for all tasks sees what they did, and may end the flow") {
  tests::explore(4000, [] {
    auto s = std::make_shared<state>();
    return tests::program{{[s] {
                             s->submit(state::guest, 0);
                             s->submit(state::guest, 1);
                             while (!s->counts.all_over()) simulated::explorer::pause();
                             s->look_at_results();
                             s->counts.await_leaving();
                             for (auto& each : s->flow_of) each.set(-1);
                           },
                           [s] {
                             s->execute(0, 0);
                             s->execute(0, 3);
                           },
                           [s] {
                             s->execute(1, 1);
                             s->execute(1, 2);
                           }},
                          [s] { return s->wrong.peek() == 0 && s->counts.pending() == 0; }};
  });
}

TEST_CASE("all tasks are over only when those are that tasks have submitted, wherever they are counted") {
  tests::explore(6000, [] {
    auto s = std::make_shared<state>();
    return tests::program{{[s] {
                             s->submit(state::guest, 0);
                             s->submit(state::guest, 1);
                             s->submitted.store(2, base::release);
                           },
                           [s] {
                             s->execute(0, 0);
                             s->execute(0, 3);
                           },
                           [s] {
                             s->execute(1, 1);
                             s->execute(1, 2);
                           },
                           [s] {
                             tests::wait_for(s->submitted, 2);
                             for (int looks = 0; looks < 6; ++looks) {
                               if (!s->counts.all_over()) continue;
                               s->look_at_results();
                               s->counts.await_leaving();
                               for (auto& each : s->flow_of) each.set(-1);
                               return;
                             }
                           }},
                          [s] { return s->wrong.peek() == 0 && s->counts.all_over(); }};
  });
}
