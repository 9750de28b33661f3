// A task that is over when its function has returned and its event has come: in every interleaving one of the two
// halves goes on, once, and sees what the other did.
#include <exception>
#include <memory>
#include <stdexcept>
#include <utility>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/threads/bounded_spin.hpp>
#include <jackdaw/flow/event/awaited_event.hpp>
#include <jackdaw/flow/event/completion.hpp>
#include <jackdaw/flow/version/waiter.hpp>
#include <jackdaw/simulated/plain.hpp>

#include "tests/support/explore.hpp"

using namespace jackdaw;

namespace {

struct nowhere final : dataflow::flow_base {
  void resume_from_elsewhere(dataflow::waiter& /*woken*/) override {}
};

/// The task of one program.
struct task_with_event : dataflow::linked_waiter {
  task_with_event() : linked_waiter(home, kind_of_all), event(*this, &resume) {}

  dataflow::awaited_event event;
  simulated::plain<int> by_function;
  simulated::plain<int> by_event;
  base::atomic<int> ends{0};
  bool right = false;
  bool failed = false;

  /// The worker that calls the function.
  void call(auto&& function) {
    event.open();
    function();
    by_function.set(1);
    if (!event.comes_later()) go_on();
  }
  /// The last half is over; as in a task, nothing of it may be touched by the other one from now on.
  void go_on() {
    ends.fetch_add(1, base::relaxed);
    right = by_function.get() == 1 && by_event.get() == 1;
    by_function.set(0);
    by_event.set(0);
    try {
      event.require_success(false);
    } catch (const std::exception&) { failed = true; }
  }
  static void resume(dataflow::waiter& task) {
    auto& t = static_cast<task_with_event&>(task);
    if (t.event.has_returned()) t.go_on();
  }

  inline static nowhere home;
  static constexpr dataflow::task_kind kind_of_all{nullptr, nullptr, nullptr};
};

enum class way { fulfilled, failed, dropped };

void let_it_come(task_with_event& t, completion done, way how) {
  t.by_event.set(1);
  if (how == way::fulfilled) done.fulfil();
  if (how == way::failed) done.fail(std::make_exception_ptr(std::runtime_error("no")));
}

}  // namespace

TEST_CASE("a task goes on after its function and its event, once, whichever comes last") {
  for (const way how : {way::fulfilled, way::failed, way::dropped}) {
    tests::explore(2000, [how] {
      struct state {
        task_with_event task;
        base::atomic<bool> is_open{false};
      };
      auto s = std::make_shared<state>();
      return tests::program{{[s] { s->task.call([s] { s->is_open.store(true, base::release); }); },
                             [s, how] {
                               for (base::bounded_spin p; !s->is_open.load(base::acquire); p.wait()) {}
                               let_it_come(s->task, completion(s->task.event), how);
                             }},
                            [s, how] {
                              return s->task.ends.peek() == 1 && s->task.right &&
                                     s->task.failed == (how != way::fulfilled);
                            }};
    });
  }
}
