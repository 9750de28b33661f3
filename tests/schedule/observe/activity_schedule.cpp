// What a worker does, as any thread may ask while it does it: each answer fits a task that it has run.
#include <array>
#include <cstddef>
#include <memory>
#include <string>

#include <jackdaw/observe/watch/activity.hpp>
#include <jackdaw/task/name.hpp>
#include <jackdaw/task/task.hpp>

#include "tests/support/explore.hpp"

using namespace jackdaw;

namespace {

/// A task of a kind of its own, or one with a name of its own.
template <int Kind>
void execute_of_kind(task& /*self*/, void* executing, task_verb verb) {
  if (verb != task_verb::describe) return;
  constexpr std::array<std::string_view, 3> names{"one", "two", "three"};
  *static_cast<task_kind*>(executing) = {names[Kind], {}, Kind == 2};
}

struct state {
  observe::activity watched{1};
  std::array<task, 3> tasks{task(&execute_of_kind<0>), task(&execute_of_kind<1>), task(&execute_of_kind<2>)};
  std::array<observe::activity::note, 3> notes{};
  base::atomic<int> wrong{0};

  void run(std::size_t which, bool with_another) {
    const auto outer = watched.task_started(0, tasks[which], notes[which]);
    if (with_another) {
      watched.wait_begun(0);
      run((which + 1) % tasks.size(), false);
      watched.wait_over(0);
    }
    watched.task_finished(0, outer);
  }

  void look() {
    const observe::moment all = watched.now();
    const auto& worker = all.workers[0];
    if (worker.what != observe::doing::runs && worker.what != observe::doing::waits) return;
    if (worker.task != "one" && worker.task != "two" && worker.task != "three")
      wrong.fetch_add(1, base::relaxed);
    static_cast<void>(watched.under_way());
  }
};

}  // namespace

TEST_CASE("what a worker runs is told by its name, while it meets kinds of tasks that are new") {
  tests::explore(2000, [] {
    auto s = std::make_shared<state>();
    return tests::program{{[s] {
                             s->watched.worker_busy(0);
                             s->run(0, true);
                             s->run(2, true);
                             s->watched.worker_idle(0);
                           },
                           [s] {
                             for (int looks = 0; looks < 4; ++looks) s->look();
                           },
                           [s] { s->look(); }},
                          [s] { return s->wrong.peek() == 0 && s->watched.finished() == 4; }};
  });
}

TEST_CASE("tasks that wait for others are listed as long as they do") {
  tests::explore(2000, [] {
    auto s = std::make_shared<state>();
    return tests::program{{[s] {
                             for (std::size_t i = 0; i < 2; ++i) {
                               s->watched.task_held(0, s->tasks[i], s->notes[i]);
                               s->watched.task_arrived(0, s->notes[i]);
                               s->watched.task_created(0, s->tasks[i], s->notes[i]);
                             }
                           },
                           [s] {
                             for (int looks = 0; looks < 4; ++looks) {
                               for (const auto& each : s->watched.now().waiting) {
                                 if (each.name != "one" && each.name != "two")
                                   s->wrong.fetch_add(1, base::relaxed);
                               }
                             }
                           }},
                          [s] { return s->wrong.peek() == 0 && s->watched.now().waiting.empty(); }};
  });
}
