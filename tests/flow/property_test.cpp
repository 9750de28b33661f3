// Random programs on all pools against a sequential interpreter of the access rules.
//
// Every task computes from what it reads; adds, products and reductions commute, so that any legal order gives the
// values that the interpreter finds. Objects also count who is inside, so that overlaps show. Some tasks leave their
// changes to subtasks, or to subtasks of these.
#include <array>
#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/base/random.hpp>
#include <jackdaw/flow/flow.hpp>

#include "tests/support/pools.hpp"
#include "tests/support/seeds.hpp"
#include "tests/support/sizes.hpp"

using namespace jackdaw;

namespace {

struct times_access {
  static constexpr bool readonly = false;
  static constexpr bool commutative = true;
  static constexpr bool exclusive = true;
};

enum class way : std::uint8_t { read, write, add, times, reduce, reduce_in_order };

constexpr std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
  a = (a ^ (b + 0x9e3779b97f4a7c15U)) * 0xbf58476d1ce4e5b9U;
  return a ^ (a >> 29U);
}

/// An object that notices who meets whom.
struct cell {
  std::uint64_t value = 1;
  mutable std::atomic<int> readers{0};
  mutable std::atomic<int> others{0};
  mutable std::atomic<bool> clash{false};
};

/// What a task found that reduces a cell.
struct amount {
  std::uint64_t value = 0;
};
struct sum_of_amounts {
  [[nodiscard]] amount make() const { return {}; }
  void apply(cell& object, amount&& found) const {
    if (object.others++ != 0 || object.readers != 0) object.clash = true;
    object.value += found.value;
    --object.others;
  }
};

/// One access of a task of a random program.
struct access_plan {
  std::size_t of = 0;
  way how = way::read;
};

struct task_plan {
  std::vector<access_plan> accesses;
  bool fails = false;
  unsigned depth = 0;  // 0: without subtasks; 1: these do the changes; 2: the subtasks of one of them
};

void change(way how, std::uint64_t& value, std::uint64_t by) {
  if (how == way::write) value = mix(value, by);
  if (how == way::add || how >= way::reduce) value += by;
  if (how == way::times) value *= by | 1U;
}

/// A task inside its objects, until the last copy is gone: that of its last subtask.
class visitor {
 public:
  template <class... Object>
  visitor(std::vector<way> ways, Object&... object) : ways_(std::move(ways)), all_{as_cell(object)...} {
    for (std::size_t i = 0; i < all_.size(); ++i) {
      if (all_[i] == nullptr) continue;  // a partial result: its own
      if (ways_[i] == way::read) {
        ++all_[i]->readers;
        if (all_[i]->others != 0) all_[i]->clash = true;
      } else if (all_[i]->others++ != 0 || all_[i]->readers != 0) {
        all_[i]->clash = true;
      }
    }
  }
  visitor(const visitor&) = delete;
  visitor& operator=(const visitor&) = delete;
  ~visitor() {
    for (std::size_t i = 0; i < all_.size(); ++i) {
      if (all_[i] != nullptr) --(ways_[i] == way::read ? all_[i]->readers : all_[i]->others);
    }
  }

  /// What the task computes from what it reads.
  [[nodiscard]] std::uint64_t seen(std::uint64_t id) const {
    for (std::size_t i = 0; i < all_.size(); ++i) {
      if (ways_[i] == way::read) id = mix(id, all_[i]->value);
    }
    return id;
  }
  [[nodiscard]] way how(std::size_t i) const { return ways_[i]; }

 private:
  static const cell* as_cell(const cell& object) { return &object; }
  static const cell* as_cell(const amount& /*found*/) { return nullptr; }

  std::vector<way> ways_;
  std::vector<const cell*> all_;
};

void change(way how, cell& object, std::uint64_t by) { change(how, object.value, by); }
void change(way /*how*/, const cell& /*only read*/, std::uint64_t /*by*/) {}
void change(way /*how*/, amount& found, std::uint64_t by) { found.value += by; }

/// Calls submit with the declared accesses that a plan says: one or two of nearly any type, and some of three.
class submitter {
 public:
  explicit submitter(std::deque<handle<cell>>& cells) : cells_(&cells) {}

  /// Whether the access at this place of a plan may be of this type.
  static constexpr bool knows(std::size_t at, way how, bool has_subtasks) {
    if (at == 0) return true;
    if (at == 1) return has_subtasks ? how <= way::write : how <= way::times;
    return !has_subtasks && (how == way::read || how == way::add);
  }

  template <class Flow>
  void submit(Flow& tasks, const task_plan& plan, std::uint64_t id) const {
    if (plan.depth == 0) {
      next<false>(tasks, plan, id);
    } else {
      next<true>(tasks, plan, id);
    }
  }

 private:
  template <bool has_subtasks, class Flow, class... Declared>
  void next(Flow& tasks, const task_plan& plan, std::uint64_t id, Declared... declared) const {
    constexpr std::size_t at = sizeof...(Declared);
    if (at == plan.accesses.size()) return finally<has_subtasks>(tasks, plan, id, declared...);
    if constexpr (at < (has_subtasks ? 2 : 3)) {
      handle<cell>& of = (*cells_)[plan.accesses[at].of];
      const auto with = [&]<way how>(auto more) {
        if constexpr (knows(at, how, has_subtasks)) next<has_subtasks>(tasks, plan, id, declared..., more);
      };
      switch (plan.accesses[at].how) {
        case way::read:
          return with.template operator()<way::read>(jackdaw::read(of));
        case way::write:
          return with.template operator()<way::write>(jackdaw::write(of));
        case way::add:
          return with.template operator()<way::add>(add(of));
        case way::times:
          return with.template operator()<way::times>(access<times_access>(of));
        case way::reduce:
          return with.template operator()<way::reduce>(reduce(of, sum_of_amounts()));
        case way::reduce_in_order:
          return with.template operator()<way::reduce_in_order>(reduce_in_order(of, sum_of_amounts()));
      }
    }
  }

  template <bool has_subtasks, class Flow, class... Declared>
  static void finally(Flow& tasks, const task_plan& plan, std::uint64_t id, Declared... declared) {
    std::vector<way> ways;
    for (const auto& a : plan.accesses) ways.push_back(a.how);
    if constexpr (has_subtasks) {
      tasks.submit(with_subtasks, declared...,
                   [id, fails = plan.fails, depth = plan.depth, ways](auto& all, auto&... object) {
                     const auto inside = std::make_shared<visitor>(ways, object...);
                     divide(all, depth, fails, id, inside, object...);
                   });
    } else {
      tasks.submit(declared..., [id, fails = plan.fails, ways](auto&... object) {
        const visitor inside(ways, object...);
        if (fails) throw id;
        [[maybe_unused]] const std::uint64_t seen = inside.seen(id);
        [[maybe_unused]] std::size_t i = 0;
        (change(inside.how(i++), object, seen), ...);
      });
    }
  }

  /// A subtask for each object, or a subtask with these.
  static void divide(auto& all, unsigned depth, bool fails, std::uint64_t id,
                     const std::shared_ptr<visitor>& inside, auto&... object) {
    if (depth > 1) {
      all.submit(with_subtasks, [depth, fails, id, inside, &object...](auto& own) {
        divide(own, depth - 1, fails, id, inside, object...);
      });
    } else if (fails) {
      all.submit([id, inside] { throw id; });
    } else {
      [[maybe_unused]] std::size_t i = 0;
      (all.submit([id, inside, i = i++, &object] { change(inside->how(i), object, inside->seen(id)); }), ...);
    }
  }

  std::deque<handle<cell>>* cells_;
};

/// The rules, one task after another.
class interpreter {
 public:
  explicit interpreter(std::size_t cells) : cells_(cells) {}

  void run(const task_plan& plan, std::uint64_t id) {
    bool skip = false;
    for (const auto& a : plan.accesses) {
      auto& c = cells_[a.of];
      const bool ordered = a.how == way::write || a.how == way::reduce_in_order;
      if (ordered || c.last != a.how || c.registered == 0) c.group = c.registered;
      c.last = a.how;
      ++c.registered;
      skip = skip || (a.how < way::reduce && c.spoiled < c.group);
    }
    if (skip || plan.fails) {
      for (const auto& a : plan.accesses) {
        auto& c = cells_[a.of];
        if (a.how != way::read && c.spoiled > c.group) c.spoiled = c.group;
      }
      ++(skip ? skipped : failed);
      return;
    }
    std::uint64_t seen = id;
    for (const auto& a : plan.accesses) {
      if (a.how == way::read) seen = mix(seen, cells_[a.of].value);
    }
    for (const auto& a : plan.accesses) change(a.how, cells_[a.of].value, seen);
  }

  [[nodiscard]] std::uint64_t value(std::size_t i) const { return cells_[i].value; }
  std::uint64_t skipped = 0;
  std::uint64_t failed = 0;

 private:
  struct state {
    std::uint64_t value = 1;
    std::uint64_t registered = 0;
    std::uint64_t group = 0;
    std::uint64_t spoiled = ~std::uint64_t{0};
    way last = way::read;
  };
  std::vector<state> cells_;
};

task_plan random_task(base::random& random, std::size_t cells, bool may_fail) {
  task_plan plan;
  const std::uint32_t count = random.below(4);
  if (random.below(4) == 0) plan.depth = 1 + random.below(2);
  std::set<std::size_t> used;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::size_t of = random.below(static_cast<std::uint32_t>(cells));
    const auto how = static_cast<way>(random.below(6));
    const std::size_t at = plan.accesses.size();
    if (at < (plan.depth == 0 ? 3 : 2) && submitter::knows(at, how, plan.depth != 0) &&
        used.insert(of).second)
      plan.accesses.push_back({of, how});
  }
  plan.fails = may_fail && random.below(12) == 0;
  return plan;
}

bool clashes(const std::deque<handle<cell>>& cells) {
  for (const auto& c : cells) {
    if (c.value().clash) return true;
  }
  return false;
}

/// One submitter: the result is that of the interpreter, to the last bit.
template <class Scheduler>
void check_exactly(Scheduler& sched, std::uint64_t seed) {
  base::random random(seed);
  const std::size_t count = 1 + random.below(5);
  const std::uint32_t length = 1 + random.below(16);
  const bool may_fail = random.below(3) == 0;
  std::deque<handle<cell>> cells(count);
  interpreter expected(count);
  basic_flow tasks(sched);
  for (std::uint64_t id = 1; id <= length; ++id) {
    const task_plan plan = random_task(random, count, may_fail);
    expected.run(plan, id);
    submitter(cells).submit(tasks, plan, id);
  }
  std::uint64_t failed = 0;
  try {
    tasks.wait();
  } catch (const flow_error& e) { failed = e.failures().size(); }
  REQUIRE(failed == expected.failed);
  REQUIRE(tasks.skipped() == expected.skipped);
  REQUIRE(!clashes(cells));
  for (std::size_t i = 0; i < count; ++i) REQUIRE(cells[i].value().value == expected.value(i));
}

/// Several submitters and tasks that submit: nobody meets whom he must not, and all comes to an end.
template <class Scheduler>
void check_together(Scheduler& sched, std::uint64_t seed) {
  base::random random(seed);
  const std::size_t count = 1 + random.below(4);
  std::deque<handle<cell>> cells(count);
  std::atomic<std::uint64_t> inner{0};
  basic_flow tasks(sched);
  const auto submit_some = [&](std::uint64_t own_seed) {
    base::random own(own_seed);
    for (std::uint64_t id = 1; id <= 12; ++id) {
      submitter(cells).submit(tasks, random_task(own, count, false), id);
      if (id % 4 != 0) continue;
      const task_plan plan = random_task(own, count, false);
      tasks.submit([&, plan, id] {
        submitter(cells).submit(tasks, plan, id);
        ++inner;
      });
    }
  };
  std::thread first([&] { submit_some(2 * seed); });
  std::thread second([&] { submit_some(2 * seed + 1); });
  submit_some(seed + 77);
  first.join();
  second.join();
  tasks.wait();
  REQUIRE(inner == 9);
  REQUIRE(!clashes(cells));
  for (const auto& c : cells) REQUIRE(!c.in_use());
}

}  // namespace

TEST_CASE("random programs do what the interpreter says") {
  std::vector<scheduler_choice> choices;
  tests::for_each_choice({1, 2, 3, 8}, [&](const scheduler_choice& choice) {
    if (choice.idle == idle_of(choice.pool)) choices.push_back(choice);
  });
  const int programs = tests::scaled(60'000) / static_cast<int>(choices.size());
  std::uint64_t seed = tests::first_seed() + 1;
  for (const auto& choice : choices) {
    CAPTURE(tests::text(choice));
    any_scheduler sched = tests::make_scheduler(choice);
    for (int i = 0; i < programs; ++i) {
      CAPTURE(seed);
      check_exactly(sched, seed++);
    }
    for (int i = 0; i < tests::scaled(10); ++i) check_together(sched, seed++);
  }
}

TEST_CASE("random programs on the default scheduler") {
  for (const unsigned workers : {1U, 2U, 4U, 8U}) {
    scheduler sched(workers);
    CAPTURE(workers);
    std::uint64_t seed = tests::first_seed() + 1'000'000;
    for (int i = 0; i < tests::scaled(10'000); ++i) {
      CAPTURE(seed);
      check_exactly(sched, seed++);
    }
    for (int i = 0; i < tests::scaled(300); ++i) check_together(sched, seed++);
  }
}
