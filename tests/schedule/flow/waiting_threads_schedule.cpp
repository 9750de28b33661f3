// Threads that wait for a flow, or for one handle: they hear that it is over, see what the tasks wrote, and leave after
// all threads that still use the flow. The scheduler is a small one: tasks run where the test says.
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <jackdaw/flow/version/access.hpp>
#include <jackdaw/flow/version/access_order.hpp>
#include <jackdaw/flow/version/access_registration.hpp>
#include <jackdaw/flow/version/biased_registration.hpp>
#include <jackdaw/flow/wait/handle_waiter.hpp>
#include <jackdaw/flow/wait/task_counts.hpp>
#include <jackdaw/flow/wait/waiting_threads.hpp>
#include <jackdaw/simulated/plain.hpp>
#include <jackdaw/sync/parking.hpp>
#include <jackdaw/worker/termination/termination.hpp>

#include "tests/support/explore.hpp"

using namespace jackdaw;

namespace {

/// What a flow's waits need of a scheduler. One thread waits, at place 0; no thread works as a worker of it.
struct small_scheduler {
  struct worker_type {
    [[nodiscard]] static unsigned id() noexcept { return 0; }
    [[nodiscard]] static unsigned place() noexcept { return 0; }
  };
  working::termination phase;
  sync::parking sleeper{1};

  [[nodiscard]] std::uint64_t phase_state() const noexcept { return phase.state(); }
  [[nodiscard]] static worker_type* worker_here() noexcept { return nullptr; }
  [[nodiscard]] static unsigned workers() noexcept { return 1; }
  static void help_inside(unsigned /*id*/, auto&& /*over*/) {}
  void help(auto&& over) {
    while (!over()) sleeper.park_unless(0, over);
  }
  void wake(unsigned id) {
    static_cast<void>(alive.get());
    sleeper.wake(id);
  }
  simulated::plain<bool> alive{true};
};

struct small_task : dataflow::linked_waiter {
  explicit small_task(dataflow::flow_base& flow) : linked_waiter(flow, kind_of_all) {}
  std::array<dataflow::requirement, 1> needs;  // right behind the waiter
  std::array<std::uint8_t, 1> place{};
  simulated::plain<int> result;

  static constexpr dataflow::task_kind kind_of_all{nullptr, nullptr, nullptr};
};

/// Three threads may submit and execute tasks, which write one object; as basic_flow.hpp does it.
struct state : dataflow::flow_base {
  static constexpr unsigned actors = 3;

  void resume_from_elsewhere(dataflow::waiter& /*woken*/) override {}

  small_scheduler scheduler;
  base::atomic<unsigned> reserves{0};
  dataflow::task_counts counts{actors, actors, actors, reserves};
  dataflow::waiting_threads<small_scheduler> waiting{scheduler};
  std::array<dataflow::biased_registration, actors> threads;
  handle<int> object;
  simulated::plain<int> value;                          // of the object
  std::array<simulated::plain<int>, actors> flow_of{};  // what a thread looks at after it has counted an end
  std::vector<std::unique_ptr<small_task>> tasks;
  base::atomic<int> submitted{0};
  base::atomic<int> wrong{0};

  explicit state(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) tasks.push_back(std::make_unique<small_task>(*this));
  }

  void expect(bool right) {
    if (!right) wrong.fetch_add(1, base::relaxed);
  }

  void submit(unsigned by, std::size_t which) {
    small_task& task = *tasks[which];
    counts.of(by).count_submitted();
    task.count =
        dataflow::access_registration(write(object)).into(task.needs.data(), task.place.data(), threads[by]);
    submitted.fetch_add(1, base::release);
    dataflow::waiter* woken = nullptr;
    std::vector<small_task*> ready;
    if (dataflow::begin(task, woken)) ready.push_back(&task);
    go_on(by, ready, woken);
  }

  void resume(std::vector<small_task*>& ready, dataflow::waiter* woken) {
    dataflow::waiters::for_each_woken(woken, [&](dataflow::waiter& next) {
      if (next.owner_flow != this) {
        next.owner_flow->resume_from_elsewhere(next);
      } else if (dataflow::go_on(next, woken)) {
        ready.push_back(static_cast<small_task*>(&next));
      }
    });
  }

  void go_on(unsigned by, std::vector<small_task*>& ready, dataflow::waiter* woken) {
    resume(ready, woken);
    while (!ready.empty()) {
      small_task& task = *ready.back();
      ready.pop_back();
      value.set(value.get() + 1);
      task.result.set(1);
      woken = nullptr;
      dataflow::finish(task, woken);
      resume(ready, woken);
      leave(by);
    }
  }

  /// basic_flow::leave
  void leave(unsigned by) {
    counts.of(by).count_over();
    if (waiting.any() && waiting.are_to_hear([this] { return counts.all_over(); })) scheduler.wake(0);
    static_cast<void>(flow_of[by].get());
    counts.of(by).count_left();
  }

  /// basic_flow::wait
  void wait_for_all() {
    const std::string why =
        waiting.until([this] { return counts.all_over(); }, {.flow = this}, [](dataflow::waiter*) {});
    counts.await_leaving();
    expect(why.empty());
    for (const auto& each : tasks) expect(each->result.get() == 1);
    for (auto& each : flow_of) each.set(-1);  // the flow ends
  }

  /// basic_flow::wait(handle); others may go on.
  void wait_for_object(unsigned by) {
    dataflow::waiter* woken = nullptr;
    std::vector<small_task*> ready;
    dataflow::handle_waiter<small_scheduler> end(object, object.close_group(), waiting, scheduler, woken);
    go_on(by, ready, woken);
    const auto resume = [&](dataflow::waiter* more) { go_on(by, ready, more); };
    expect(waiting.until([&] { return end.has_come(); }, {.task = &end.place()}, resume).empty());
    counts.await_leaving();
  }

  [[nodiscard]] bool is_well() const { return wrong.peek() == 0 && !object.in_use(); }
};

}  // namespace

TEST_CASE("a thread that waits for a flow is woken when all is over, and ends it") {
  tests::explore(6000, [] {
    auto s = std::make_shared<state>(4);
    return tests::program{{[s] {
                             s->submit(0, 0);
                             tests::wait_for(s->submitted, 4);
                             s->wait_for_all();
                           },
                           [s] {
                             s->submit(1, 1);
                             s->submit(1, 2);
                           },
                           [s] { s->submit(2, 3); }},
                          [s] { return s->is_well(); }};
  });
}

TEST_CASE("a thread that waits for an object comes when all that was to write it is over, and sees that") {
  tests::explore(6000, [] {
    auto s = std::make_shared<state>(3);
    return tests::program{{[s] {
                             tests::wait_for(s->submitted, 3);
                             s->wait_for_object(0);
                             s->expect(s->value.get() == 3);
                             for (const auto& each : s->tasks) s->expect(each->result.get() == 1);
                           },
                           [s] {
                             s->submit(1, 0);
                             s->submit(1, 1);
                           },
                           [s] { s->submit(2, 2); }},
                          [s] { return s->is_well(); }};
  });
}

TEST_CASE("a thread that waits for an object ceases to, while others wake it") {
  tests::explore(6000, [] {
    auto s = std::make_shared<state>(3);
    return tests::program{{[s] {
                             dataflow::waiter* woken = nullptr;
                             std::vector<small_task*> ready;
                             dataflow::handle_waiter<small_scheduler> end(s->object, s->object.close_group(),
                                                                          s->waiting, s->scheduler, woken);
                             s->go_on(0, ready, woken);
                             simulated::explorer::step();
                             s->go_on(0, ready, end.leave());
                           },
                           [s] {
                             s->submit(1, 0);
                             s->submit(1, 1);
                           },
                           [s] { s->submit(2, 2); }},
                          [s] { return s->is_well() && s->value.peek() == 3; }};
  });
}

TEST_CASE("a flow does not end before a thread elsewhere that wakes a task of it has done with it") {
  tests::explore(4000, [] {
    struct woken_from_elsewhere : state {
      woken_from_elsewhere() : state(1) {}
      simulated::plain<int> flow_of_caller;
      base::atomic<bool> may_go{false};
    };
    auto s = std::make_shared<woken_from_elsewhere>();
    s->counts.of(0).count_submitted();  // a task that another flow's thread wakes
    return tests::program{{[s] {
                             static_cast<void>(s->waiting.until([&] { return s->counts.all_over(); },
                                                                {.flow = s.get()}, [](dataflow::waiter*) {}));
                             s->counts.await_leaving();
                             s->flow_of_caller.set(-1);
                             for (auto& each : s->flow_of) each.set(-1);
                           },
                           [s] {
                             const dataflow::waiting_threads<small_scheduler>::call from_elsewhere(
                                 s->waiting);
                             s->may_go.store(true, base::release);
                             static_cast<void>(s->flow_of_caller.get());
                           },
                           [s] {
                             tests::wait_for(s->may_go, true);
                             s->leave(1);
                           }}};
  });
}

TEST_CASE("a flow may end when it has waited for an object that tasks of another one write") {
  tests::explore(6000, [] {
    struct other_flow {
      small_scheduler scheduler;
      dataflow::waiting_threads<small_scheduler> waiting{scheduler};
    };
    auto s = std::make_shared<state>(2);
    auto w = std::make_shared<other_flow>();
    return tests::program{
        {[s, w] {
           tests::wait_for(s->submitted, 2);
           dataflow::waiter* woken = nullptr;
           dataflow::handle_waiter<small_scheduler> end(s->object, s->object.close_group(), w->waiting,
                                                        w->scheduler, woken);
           std::vector<small_task*> ready;
           s->go_on(0, ready, woken);
           const auto resume = [&](dataflow::waiter* more) { s->go_on(0, ready, more); };
           s->expect(
               w->waiting.until([&] { return end.has_come(); }, {.task = &end.place()}, resume).empty());
           w->scheduler.alive.set(false);
           s->expect(s->value.get() == 2);
           for (const auto& each : s->tasks) s->expect(each->result.get() == 1);
         },
         [s] { s->submit(1, 0); }, [s] { s->submit(2, 1); }},
        [s] { return s->is_well(); }};
  });
}
