// Tasks that add to one object meet while it is busy: in every interleaving each part arrives there once.
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <jackdaw/flow/reduction/reduction.hpp>
#include <jackdaw/flow/version/access_order.hpp>
#include <jackdaw/flow/version/access_registration.hpp>
#include <jackdaw/flow/version/biased_registration.hpp>
#include <jackdaw/simulated/plain.hpp>

#include "tests/support/explore.hpp"

using namespace jackdaw;

namespace {

using declared = dataflow::declared_reduction<dataflow::reduce_access<sum_of<int>>, int, sum_of<int>>;

struct nowhere final : dataflow::flow_base {
  void resume_from_elsewhere(dataflow::waiter& /*woken*/) override {}
};

/// A task that adds 1, or one that needs the object for itself.
struct small_task : dataflow::linked_waiter {
  small_task() : linked_waiter(home_of_all, kind_of_all) {}
  std::array<dataflow::requirement, 1> needs;
  std::array<std::uint8_t, 1> place{};
  std::optional<int> partial;
  std::uint64_t others = 0;
  int ends = 0;

  static void hand_over(dataflow::waiter& from, const dataflow::versions& /*of*/,
                        const dataflow::partial_taker& to) {
    auto& t = static_cast<small_task&>(from);
    to.take(to.self, &*t.partial, t.others);
    t.partial.reset();
  }

  inline static nowhere home_of_all;
  static constexpr dataflow::task_kind kind_of_all{nullptr, nullptr, &hand_over};
};

struct state {
  explicit state(std::size_t count) : tasks(count) {}

  std::array<dataflow::biased_registration, 3> threads;
  handle<int> object{0};
  simulated::plain<int> seen_by_all;  // as the object's value, but watched in mutants, too
  base::atomic<int> inside{0};
  base::atomic<int> clashes{0};
  std::vector<small_task> tasks;

  /// Thread `by` submits task `t`, which adds, and executes it, and what can go on then.
  void submit_adding(std::size_t by, std::size_t t) {
    small_task& task = registered(by, t, declared{&object, {}});
    task.contends = true;
    dataflow::waiter* woken = nullptr;
    if (!dataflow::begin(task, woken)) clashes.fetch_add(1, base::relaxed);  // it waits for nothing
    dataflow::take_what_is_free(task);
    if (task.needs[0].comes_later()) {
      task.partial = 1;
      task.is_later = true;
      dataflow::gather(
          sum_of<int>(), *task.partial, task.others, task.needs[0], task, [](auto&& change) { change(); },
          woken);
      if (dataflow::begin_later(task, woken) && dataflow::take_turns(task, woken)) end(task, woken);
    } else {
      add(1);
      end(task, woken);
    }
    go_on(woken);
  }

  void submit_writing(std::size_t by, std::size_t t) {
    small_task& task = registered(by, t, write(object));
    dataflow::waiter* woken = nullptr;
    if (dataflow::begin(task, woken)) end(task, woken);
    go_on(woken);
  }

  small_task& registered(std::size_t by, std::size_t t, auto access) {
    small_task& task = tasks[t];
    task.count =
        dataflow::access_registration(access).into(task.needs.data(), task.place.data(), threads[by]);
    return task;
  }

  void go_on(dataflow::waiter*& woken) {
    while (woken != nullptr) {
      std::vector<dataflow::waiter*> ready;
      dataflow::waiters::for_each_woken(woken, [&](dataflow::waiter& next) {
        if (dataflow::go_on(next, woken)) ready.push_back(&next);
      });
      for (dataflow::waiter* next : ready) {
        if (dataflow::take_turns(*next, woken)) end(static_cast<small_task&>(*next), woken);
      }
    }
  }

  void end(small_task& task, dataflow::waiter*& woken) {
    if (!task.contends) add(1);
    if (task.needs[0].comes_later()) {
      add(*task.partial);
      object.count_over(task.others);
    }
    ++task.ends;
    dataflow::finish(task, woken);
  }

  void add(int part) {
    if (inside.fetch_add(1, base::relaxed) != 0) clashes.fetch_add(1, base::relaxed);
    object.value() += part;
    seen_by_all.set(seen_by_all.get() + part);
    inside.fetch_sub(1, base::relaxed);
  }

  [[nodiscard]] bool all_done() {
    for (const auto& t : tasks) {
      if (t.ends != 1) return false;
    }
    return clashes.peek() == 0 && !object.in_use() && object.value() == static_cast<int>(tasks.size());
  }
};

}  // namespace

TEST_CASE("a task that finds the object busy takes over the partial result of another that waits") {
  tests::explore(8000, [] {
    auto s = std::make_shared<state>(6);
    return tests::program{{[s] {
                             s->submit_writing(0, 0);
                             s->submit_adding(0, 1);
                           },
                           [s] {
                             s->submit_adding(1, 2);
                             s->submit_adding(1, 3);
                           },
                           [s] {
                             s->submit_adding(2, 4);
                             s->submit_writing(2, 5);
                           }},
                          [s] { return s->all_done(); }};
  });
}
