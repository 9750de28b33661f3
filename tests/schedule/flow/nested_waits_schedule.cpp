// Waits inside tasks of other flows: a thread that would wait for itself is told so, and no other; and one that waits
// until a flow is over sees what its tasks did.
#include <array>
#include <cstddef>
#include <memory>

#include <jackdaw/flow/deadlock/flow_error.hpp>
#include <jackdaw/flow/deadlock/nested_waits.hpp>
#include <jackdaw/simulated/plain.hpp>
#include <jackdaw/sync/parking.hpp>
#include <jackdaw/worker/engine/current_worker.hpp>

#include "tests/support/explore.hpp"

using namespace jackdaw;

namespace {

constexpr std::size_t most_flows = 3;
constexpr unsigned threads = 3;

/// How many tasks of each flow are on the stack of the calling thread.
thread_local std::array<int, most_flows> on_stack{};

/// A flow of a few tasks, which run where the test says.
class small_flow final : public dataflow::flow_base {
 public:
  small_flow(std::size_t number, sync::parking& sleepers)
      : number_(number), sleepers_(&sleepers), listed_(*this) {}

  [[nodiscard]] bool has_task_here() const { return on_stack[number_] != 0; }
  void wake_all() { sleepers_->wake_all(); }
  void resume_from_elsewhere(dataflow::waiter& /*woken*/) override {}

  void submit() { submitted_.fetch_add(1, base::release); }

  /// One of its tasks, on the calling thread, which is worker `id`.
  void run(auto&& body) {
    ++on_stack[number_];
    ++working::worker_scopes_here;
    body();
    results.set(results.get() + 1);
    --working::worker_scopes_here;
    --on_stack[number_];
    over_.fetch_add(1, base::release);
    wake_all();
  }

  [[nodiscard]] bool all_over() const {
    const int ended = over_.load(base::acquire);
    return submitted_.load(base::acquire) == ended;
  }

  /// As flow_waits. Whether it was not called off, or refused.
  bool wait(unsigned id, dataflow::nested_wait::ending how) {
    try {
      dataflow::nested_wait here(listed_, how);
      const auto over = [&] { return here.over([this] { return all_over(); }); };
      while (!over()) sleepers_->park_unless(id, over);
      here.require_over();
    } catch (const stuck&) { return false; }
    return true;
  }

  simulated::plain<int> results;  // of its tasks, which run one after the other

 private:
  std::size_t number_;
  sync::parking* sleepers_;
  base::atomic<int> submitted_{0};
  base::atomic<int> over_{0};
  dataflow::listed_flow listed_;
};

struct state {
  sync::parking sleepers{threads};
  std::array<small_flow, most_flows> flows{small_flow(0, sleepers), small_flow(1, sleepers),
                                           small_flow(2, sleepers)};
  base::atomic<int> refused{0};
  base::atomic<int> wrong{0};

  /// Worker `id` executes the only task of flow `of`, which waits for another one.
  void wait_in_task(unsigned id, std::size_t of, std::size_t for_flow, dataflow::nested_wait::ending how) {
    flows[of].run([&] {
      if (!flows[for_flow].wait(id, how)) {
        refused.fetch_add(1, base::relaxed);
      } else if (flows[for_flow].results.get() != 1) {
        wrong.fetch_add(1, base::relaxed);
      }
    });
  }
};

using dataflow::nested_wait;

std::shared_ptr<state> with_one_task_each(std::size_t flows) {
  auto s = std::make_shared<state>();
  for (std::size_t i = 0; i < flows; ++i) s->flows[i].submit();
  return s;
}

}  // namespace

TEST_CASE("two tasks wait for the flow of the other one: one is refused") {
  tests::explore(3000, [] {
    auto s = with_one_task_each(2);
    return tests::program{{[s] { s->wait_in_task(0, 0, 1, nested_wait::throws); },
                           [s] { s->wait_in_task(1, 1, 0, nested_wait::throws); }},
                          [s] { return s->refused.peek() == 1 && s->wrong.peek() == 0; }};
  });
}

TEST_CASE("three tasks wait for each other's flows in a circle: one is refused") {
  tests::explore(3000, [] {
    auto s = with_one_task_each(3);
    tests::program all;
    for (unsigned id = 0; id < 3; ++id)
      all.threads.emplace_back([s, id] { s->wait_in_task(id, id, (id + 1) % 3, nested_wait::throws); });
    all.holds = [s] { return s->refused.peek() == 1 && s->wrong.peek() == 0; };
    return all;
  });
}

TEST_CASE("the end of a flow, which cannot throw, has the other wait called off") {
  tests::explore(3000, [] {
    auto s = with_one_task_each(2);
    return tests::program{{[s] { s->wait_in_task(0, 0, 1, nested_wait::throws); },
                           [s] { s->wait_in_task(1, 1, 0, nested_wait::cannot_throw); }},
                          [s] { return s->refused.peek() == 1 && s->wrong.peek() == 0; }};
  });
}

TEST_CASE("a wait that is over while a thread looks for a circle is none that is called off") {
  tests::explore(6000, [] {
    auto s = with_one_task_each(2);
    return tests::program{
        {[s] {  // waits for flow 1, whose only task ends without a wait
           s->flows[0].run([&] {
             if (!s->flows[1].wait(0, nested_wait::throws)) s->wrong.fetch_add(1, base::relaxed);
             if (s->flows[1].results.get() != 1) s->wrong.fetch_add(1, base::relaxed);
           });
         },
         [s] {
           s->flows[1].run([] {});
           s->flows[2].submit();
           s->flows[2].run([&] {  // on the same thread later: no task of flow 1 is there any more
             if (!s->flows[0].wait(1, nested_wait::cannot_throw)) s->wrong.fetch_add(1, base::relaxed);
           });
         }},
        [s] { return s->wrong.peek() == 0; }};
  });
}

namespace {

/// Flow 1 gets a second task when its first one is over. It waits for flow 0, whose task waits for flow 1.
tests::program second_task(nested_wait::ending how) {
  struct timed : state {
    base::atomic<int> clock{1};  // read-modify-writes alone, so that the times are those of the exploration
    base::atomic<int> returned{0};
    base::atomic<int> refused_at{0};
  };
  auto s = std::make_shared<timed>();
  s->flows[0].submit();
  s->flows[1].submit();
  return {{[s] {
             s->flows[0].run([&] {
               const bool over = s->flows[1].wait(0, nested_wait::throws);
               if (over) s->returned.store(s->clock.fetch_add(1, base::relaxed), base::relaxed);
               if (!over) s->refused.fetch_add(1, base::relaxed);
             });
           },
           [s, how] {
             s->flows[1].run([] {});
             s->flows[1].submit();
             s->flows[1].run([&] {
               if (s->flows[0].wait(1, how)) return;
               s->refused_at.store(s->clock.fetch_add(1, base::relaxed), base::relaxed);
               s->refused.fetch_add(1, base::relaxed);
             });
           }},
          [s] {
            // D1: a thread that is refused has found the other one waiting. That cannot return before this task is over.
            const int at = s->refused_at.peek();
            return s->refused.peek() <= 1 && (at == 0 || s->returned.peek() > at);
          }};
}

}  // namespace

TEST_CASE("a flow gets another task, which waits, while a thread may hear that it is over") {
  tests::explore(10'000, [] { return second_task(nested_wait::throws); });
}

TEST_CASE("a flow gets another task, which ends a flow, while a thread may hear that it is over") {
  tests::explore(10'000, [] { return second_task(nested_wait::cannot_throw); });
}
