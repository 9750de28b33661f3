// Registering, parking, finishing and waking: in every interleaving each task runs once, alone where it must be.
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <new>
#include <vector>

#include <jackdaw/flow/version/access.hpp>
#include <jackdaw/flow/version/access_order.hpp>
#include <jackdaw/flow/version/access_registration.hpp>
#include <jackdaw/flow/version/biased_registration.hpp>
#include <jackdaw/flow/version/many_registration.hpp>
#include <jackdaw/simulated/plain.hpp>

#include "tests/support/explore.hpp"

using namespace jackdaw;

namespace {

struct nowhere final : dataflow::flow_base {
  void resume_from_elsewhere(dataflow::waiter& /*woken*/) override {}
};

struct small_task : dataflow::linked_waiter {
  small_task() : linked_waiter(home_of_all, kind_of_all) {}
  std::array<dataflow::requirement, 2> needs;
  std::array<std::uint8_t, 2> place{};
  std::array<dataflow::requirement, 3> listed;  // of a task that names a range
  int runs = 0;
  simulated::plain<int> result;  // written once, when it runs
  std::array<base::atomic<std::uint64_t>, 2>
      after;  // 1 more than the version that it requires of each object; 0: none

  inline static nowhere home_of_all;
  static constexpr dataflow::task_kind kind_of_all{nullptr, nullptr, nullptr};
};

/// Two handles, and what runs on them.
struct state {
  explicit state(std::size_t count, unsigned losses = dataflow::biased_registration::most_losses)
      : threads{biased_registration(losses), biased_registration(losses), biased_registration(losses)},
        tasks(count) {}

  using biased_registration = dataflow::biased_registration;
  std::array<biased_registration, 3> threads;
  std::array<handle<int>, 2> objects;
  std::array<simulated::plain<int>, 2> values{};  // of the objects: how many accesses have written them
  std::array<base::atomic<int>, 2> inside{};
  std::vector<small_task> tasks;
  base::atomic<int> clashes{0};
  base::atomic<int> seen{0};
  small_task awaiting;
  base::atomic<int> came{0};

  /// Thread `by` submits task `t` and executes what can run then.
  void submit(std::size_t by, std::size_t t, auto... declared) {
    small_task& task = tasks[t];
    task.count =
        dataflow::access_registration(declared...).into(task.needs.data(), task.place.data(), threads[by]);
    begin(task);
  }

  /// The same for a task that names a range of these objects.
  template <access_type A>
  void submit_range(std::size_t by, std::size_t t, std::initializer_list<std::size_t> which) {
    small_task& task = tasks[t];
    auto& list = *new (task.needs.data()) dataflow::requirement_list{task.listed.data()};
    for (const std::size_t each : which) {
      task.listed[list.count] = dataflow::many_registration::note(objects[each], 0, list.count);
      ++list.count;
    }
    const std::array from{dataflow::many_registration::source{&dataflow::terms_of<A>, nullptr}};
    list.count = dataflow::many_registration({list.first, list.count}, from).run(threads[by]);
    task.count = dataflow::waiter::in_list;
    begin(task);
  }

  void begin(small_task& task) {
    for (const auto& each : task.all_requirements()) {
      task.contends = task.contends || each.contends();
      task.after[place_of(each.of())].store(each.version() + 1, base::relaxed);
    }
    dataflow::waiter* woken = nullptr;
    std::vector<dataflow::waiter*> ready;
    if (dataflow::begin(task, woken)) ready.push_back(&task);
    work(ready, woken);
  }

  /// As a thread that looks whether it waits in vain; resumes the tasks that this has woken.
  void look(std::size_t which) {
    dataflow::waiter* woken = nullptr;
    objects[which].look_at_waiting(
        [this](const dataflow::waiter& w) { seen.fetch_add(w.count > 0 ? 1 : 100, base::relaxed); }, woken);
    std::vector<dataflow::waiter*> ready;
    work(ready, woken);
  }

  /// A thread that knows that the object has that version sees what the tasks before it have done.
  void look_at_results(std::size_t which, std::uint64_t version) {
    for (const auto& each : tasks) {
      const std::uint64_t after = each.after[which].load(base::relaxed);
      if (after != 0 && after <= version && each.result.get() != 1) clashes.fetch_add(1, base::relaxed);
    }
  }

  /// As a thread that waits for an object, and soon no longer (flow/wait/handle_waiter.hpp).
  void wait_a_little(std::size_t by, std::size_t which) {
    dataflow::versions& of = objects[which];
    awaiting.needs[0] =
        dataflow::requirement(of, dataflow::requirement::readonly, of.close_group(threads[by]));
    awaiting.count = 1;
    dataflow::waiter* woken = nullptr;
    std::vector<dataflow::waiter*> ready;
    const bool parked = of.park(awaiting, woken);
    if (!parked) {
      came.fetch_add(1, base::relaxed);
      look_at_results(which, awaiting.needs[0].version());
    }
    if (of.take_out(awaiting, woken)) came.fetch_add(1, base::relaxed);
    work(ready, woken);
  }

  void work(std::vector<dataflow::waiter*>& ready, dataflow::waiter* woken) {
    for (;;) {
      dataflow::waiters::for_each_woken(woken, [&](dataflow::waiter& next) {
        if (&next == &awaiting) {
          look_at_results(place_of(next.awaited().of()), next.wanted());
          came.fetch_add(1, base::relaxed);
          if (!next.awaited().of().reached(next.wanted())) clashes.fetch_add(1, base::relaxed);
        } else if (dataflow::go_on(next, woken))
          ready.push_back(&next);
      });
      if (ready.empty()) return;
      auto& task = static_cast<small_task&>(*ready.back());
      ready.pop_back();
      if (task.contends && !dataflow::take_turns(task, woken)) continue;
      execute(task);
      dataflow::finish(task, woken);
    }
  }

  void execute(small_task& task) {
    for (const auto& each : task.all_requirements()) enter(each, 1);
    ++task.runs;
    task.result.set(1);
    for (const auto& each : task.all_requirements()) access(each);
    for (const auto& each : task.all_requirements()) enter(each, -1);
  }

  [[nodiscard]] std::size_t place_of(const dataflow::versions& of) const {
    return &of == &objects[0] ? 0 : 1;
  }

  void access(const dataflow::requirement& need) {
    auto& value = values[place_of(need.of())];
    const int before = value.get();
    if (!need.reads_only()) value.set(before + 1);
  }

  /// Readers count 1, others 100: none may ever see another one beside it unless both read.
  void enter(const dataflow::requirement& need, int direction) {
    const std::size_t which = place_of(need.of());
    const int weight = need.reads_only() ? 1 : 100;
    const int before = inside[which].fetch_add(direction * weight, base::relaxed);
    if (direction > 0 && (before >= 100 || (before > 0 && weight == 100)))
      clashes.fetch_add(1, base::relaxed);
  }

  [[nodiscard]] bool all_done() {
    for (const auto& t : tasks) {
      if (t.runs != 1) return false;
    }
    return clashes.peek() == 0 && !objects[0].in_use() && !objects[1].in_use();
  }
};

}  // namespace

TEST_CASE("submit-cycle: tasks over the same two handles, named in both orders") {
  tests::explore(3000, [] {
    auto s = std::make_shared<state>(4);
    auto& [a, b] = s->objects;
    return tests::program{{[s, &a, &b] {
                             s->submit(0, 0, write(a), write(b));
                             s->submit(0, 1, read(a), write(b));
                           },
                           [s, &a, &b] {
                             s->submit(1, 2, write(b), write(a));
                             s->submit(1, 3, read(b), write(a));
                           }},
                          [s] { return s->all_done(); }};
  });
}

TEST_CASE("submit-cycle: tasks that name ranges of the same two handles, in both orders") {
  tests::explore(6000, [] {
    auto s = std::make_shared<state>(7);
    auto& [a, b] = s->objects;
    return tests::program{{[s] {
                             s->submit_range<write_access>(0, 0, {0, 1});  // from now on they are its own
                             s->submit_range<read_access>(0, 1, {1, 0});
                             s->submit_range<write_access>(0, 2, {1, 0, 1});
                           },
                           [s, &a] {
                             s->submit_range<write_access>(1, 3, {1, 0});
                             s->submit(1, 4, read(a));
                           },
                           [s, &b] {
                             s->submit_range<add_access>(2, 5, {0, 1});
                             s->submit(2, 6, write(b));
                           }},
                          [s] { return s->all_done(); }};
  });
}

TEST_CASE("a writer waits for readers, and readers for a writer") {
  tests::explore(3000, [] {
    auto s = std::make_shared<state>(6);
    auto& [a, b] = s->objects;
    return tests::program{{[s, &a] {
                             s->submit(0, 0, write(a));
                             s->submit(0, 1, read(a));
                           },
                           [s, &a, &b] {
                             s->submit(1, 2, read(a), write(b));
                             s->submit(1, 3, write(a));
                           },
                           [s, &a, &b] {
                             s->submit(2, 4, read(b), read(a));
                             s->submit(2, 5, write(b));
                           }},
                          [s] { return s->all_done(); }};
  });
}

TEST_CASE("adds to two handles at once: each gets both turns, none is forgotten") {
  tests::explore(4000, [] {
    auto s = std::make_shared<state>(6);
    auto& [a, b] = s->objects;
    return tests::program{{[s, &a, &b] {
                             s->submit(0, 0, add(a), add(b));
                             s->submit(0, 1, add(b));
                           },
                           [s, &a, &b] {
                             s->submit(1, 2, add(b), add(a));
                             s->submit(1, 3, add(a));
                           },
                           [s, &a, &b] {
                             s->submit(2, 4, add(a), add(b));
                             s->submit(2, 5, read(a), add(b));
                           }},
                          [s] { return s->all_done(); }};
  });
}

TEST_CASE("no task is forgotten that becomes ready while a thread looks at those that wait") {
  tests::explore(4000, [] {
    auto s = std::make_shared<state>(2);
    auto& a = s->objects[0];
    return tests::program{{[s, &a] { s->submit(0, 0, write(a)); }, [s, &a] { s->submit(1, 1, write(a)); },
                           [s] {
                             s->look(0);
                             s->look(0);
                           }},
                          [s] { return s->all_done() && s->seen.peek() < 100; }};
  });
}

TEST_CASE("no task is forgotten whose turn could come while a thread looks at those that wait") {
  tests::explore(4000, [] {
    auto s = std::make_shared<state>(6);
    auto& [a, b] = s->objects;
    return tests::program{{[s, &a, &b] {
                             s->submit(0, 0, write(a));
                             s->submit(0, 1, add(a), add(b));
                           },
                           [s, &a, &b] {
                             s->submit(1, 2, add(a), add(b));
                             s->submit(1, 3, read(a), write(b));
                             s->submit(1, 4, read(a));
                           },
                           [s, &a] {
                             s->look(0);
                             s->submit(2, 5, write(a));
                             s->look(1);
                             s->look(0);
                           }},
                          [s] { return s->all_done() && s->seen.peek() < 100; }};
  });
}

TEST_CASE("handles go from one thread to another while the first registers there without a lock") {
  tests::explore(6000, [] {
    auto s = std::make_shared<state>(7);
    auto& [a, b] = s->objects;
    return tests::program{{[s, &a, &b] {
                             s->submit(0, 0, write(a), write(b));  // from now on they are its own
                             s->submit(0, 1, read(a), write(b));
                             s->submit(0, 2, write(a), read(b));
                           },
                           [s, &a, &b] {
                             s->submit(1, 3, write(b), write(a));
                             s->submit(1, 4, read(b), write(a));
                           },
                           [s, &a, &b] {
                             s->submit(2, 5, write(a));
                             s->submit(2, 6, read(b), write(a));
                           }},
                          [s] { return s->all_done(); }};
  });
}

TEST_CASE("a thread that has lost a handle too often is retired, and no thread waits for it any more") {
  tests::explore(6000, [] {
    auto s = std::make_shared<state>(5, 1U);
    auto& [a, b] = s->objects;
    return tests::program{{[s, &a, &b] {
                             s->submit(0, 0, write(a), write(b));
                             s->submit(0, 1, write(b));
                             s->submit(0, 2, write(b));
                           },
                           [s, &a] { s->submit(1, 3, write(a)); }, [s, &b] { s->submit(2, 4, write(b)); }},
                          [s] { return s->all_done(); }};
  });
}

TEST_CASE("a thread that waits for an object comes once, when all before it is over, or leaves") {
  tests::explore(6000, [] {
    auto s = std::make_shared<state>(4);
    auto& [a, b] = s->objects;
    return tests::program{{[s, &a, &b] {
                             s->submit(0, 0, write(b), add(a));
                             s->submit(0, 1, add(a));
                           },
                           [s] { s->wait_a_little(1, 0); },
                           [s, &a, &b] {
                             s->submit(2, 2, write(b), add(a));
                             s->submit(2, 3, add(a));
                           }},
                          [s] { return s->all_done() && s->came.peek() == 1; }};
  });
}
