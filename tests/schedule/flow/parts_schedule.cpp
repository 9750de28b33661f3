// Pieces are cut while accesses to them are under way: in every interleaving each task sees what those before it have done
// at the indices that it names, and pieces go when no task needs them.
#include <array>
#include <cstddef>
#include <memory>
#include <tuple>
#include <vector>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/flow/access/many_accesses.hpp>
#include <jackdaw/flow/part/part_locks.hpp>
#include <jackdaw/flow/part/partitioned.hpp>
#include <jackdaw/flow/version/access_order.hpp>
#include <jackdaw/simulated/plain.hpp>

#include "tests/support/explore.hpp"

using namespace jackdaw;

namespace {

constexpr std::size_t indices = 4;

struct nowhere final : dataflow::flow_base {
  void resume_from_elsewhere(dataflow::waiter& /*woken*/) override {}
};

/// The accesses of a task, which own pieces.
struct kept_accesses {
  kept_accesses() = default;
  kept_accesses(const kept_accesses&) = delete;
  kept_accesses& operator=(const kept_accesses&) = delete;
  virtual ~kept_accesses() = default;
};
template <class Declared>
struct kept : kept_accesses {
  using all = dataflow::many_accesses<typename Declared::in_task>;
  kept(const std::tuple<const Declared&>& declared, dataflow::requirement_list& needs)
      : room(declared), behind(room.bytes()), accesses(declared, room, needs, behind.data()) {
    accesses.register_now(needs);
  }
  typename all::plan room;
  std::vector<std::byte> behind;
  all accesses;
};

struct small_task : dataflow::linked_waiter {
  small_task() : linked_waiter(home_of_all, kind_of_all) {}
  dataflow::requirement_list needs;
  std::unique_ptr<kept_accesses> accesses;
  index_range where;
  bool writes = false;
  int number = 0;
  std::array<int, indices> seen{};  // the last that wrote each index before
  int runs = 0;

  inline static nowhere home_of_all;
  static constexpr dataflow::task_kind kind_of_all{nullptr, nullptr, nullptr};
};

struct state {
  explicit state(std::size_t count) : tasks(count) {}

  /// Submits task `t` and executes what can run then.
  template <access_type A>
  void submit(std::size_t t, index_range where) {
    small_task& task = tasks[t];
    const auto declared = object.part(where).declare<A>();
    {
      const dataflow::part_locks<1> hold({declared.within});
      task.accesses = std::make_unique<kept<decltype(declared)>>(std::tie(declared), task.needs);
      task.count = dataflow::waiter::in_list;
      task.where = where;
      task.writes = !A::readonly;
      task.number = static_cast<int>(t) + 1;
      for (std::size_t i = where.from; i < where.to; ++i) {
        task.seen[i] = last[i];
        if (task.writes) last[i] = task.number;
      }
    }
    dataflow::waiter* woken = nullptr;
    std::vector<dataflow::waiter*> ready;
    if (dataflow::begin(task, woken)) ready.push_back(&task);
    work(ready, woken);
  }

  void work(std::vector<dataflow::waiter*>& ready, dataflow::waiter* woken) {
    for (;;) {
      dataflow::waiters::for_each_woken(woken, [&](dataflow::waiter& next) {
        if (dataflow::go_on(next, woken)) ready.push_back(&next);
      });
      if (ready.empty()) return;
      auto& task = static_cast<small_task&>(*ready.back());
      ready.pop_back();
      execute(task);
      dataflow::finish<true, true, true>(task, woken);
      task.accesses.reset();
    }
  }

  void execute(small_task& task) {
    ++task.runs;
    for (std::size_t i = task.where.from; i < task.where.to; ++i) {
      if (values[i].get() != task.seen[i]) wrong.fetch_add(1, base::relaxed);
      if (task.writes) values[i].set(task.number);
    }
  }

  [[nodiscard]] bool all_done() {
    for (const auto& t : tasks) {
      if (t.runs != 1) return false;
    }
    return wrong.peek() == 0;
  }

  partitioned<void> object{indices};
  std::array<int, indices> last{};  // under the lock of the object
  std::array<simulated::plain<int>, indices> values;
  std::vector<small_task> tasks;
  base::atomic<int> wrong{0};
};

}  // namespace

TEST_CASE("a piece is cut while a write and a read there are under way") {
  tests::explore(4000, [] {
    auto s = std::make_shared<state>(6);
    return tests::program{{[s] {
                             s->submit<write_access>(0, {0, 4});
                             s->submit<read_access>(1, {0, 3});
                           },
                           [s] {
                             s->submit<write_access>(2, {1, 2});
                             s->submit<read_access>(3, {1, 4});
                           },
                           [s] {
                             s->submit<read_access>(4, {2, 3});
                             s->submit<write_access>(5, {0, 3});
                           }},
                          [s] { return s->all_done(); }};
  });
}

TEST_CASE("a piece is cut twice, and what is left of it waits for the first") {
  tests::explore(4000, [] {
    auto s = std::make_shared<state>(6);
    return tests::program{{[s] {
                             s->submit<write_access>(0, {0, 4});
                             s->submit<read_access>(1, {0, 2});
                             s->submit<read_access>(2, {0, 1});
                             s->submit<write_access>(3, {0, 1});
                           },
                           [s] {
                             s->submit<read_access>(4, {1, 4});
                             s->submit<write_access>(5, {1, 3});
                           }},
                          [s] { return s->all_done(); }};
  });
}
