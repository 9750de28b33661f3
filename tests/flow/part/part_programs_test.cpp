// Random programs over parts of objects, with subtasks over parts of these: they do what one task after another does.
#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <stdexcept>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/base/random.hpp>
#include <jackdaw/flow/basic_flow.hpp>
#include <jackdaw/flow/part/partitioned.hpp>

#include "tests/support/pools.hpp"
#include "tests/support/seeds.hpp"
#include "tests/support/sizes.hpp"

namespace part_programs_test {

using namespace jackdaw;

namespace {

constexpr std::size_t objects = 2;
using contents = std::vector<std::uint64_t>;
using ranges = std::vector<index_range>;

std::uint64_t mixed(std::uint64_t a, std::uint64_t b) { return base::mix(a ^ (b * 0x9e3779b97f4a7c15U + 1)); }

struct part_access {
  enum kind : std::uint8_t { reads, writes, adds };
  std::size_t of = 0;
  ranges where;
  kind how = reads;
};

struct node {
  enum kind : std::uint8_t { leaf, strong, weak };
  std::size_t number = 0;
  kind what = leaf;
  bool fails = false;
  std::vector<part_access> accesses;  // one or two; the second one reads
  std::vector<node> inner;            // subtasks
};

void for_each_index(const part_access& of, auto&& see) {
  std::vector<bool> seen(64);
  for (const index_range& each : of.where) {
    for (std::size_t i = each.from; i < each.to; ++i) {
      if (!seen[i]) see(i);
      seen[i] = true;
    }
  }
}

/// What the function of a task does with the objects. Returns what it has seen.
std::uint64_t work(const node& task, const auto& object) {
  std::uint64_t seen = task.number + 1;
  for (const part_access& each : task.accesses) {
    if (each.how == part_access::adds) continue;
    for_each_index(each, [&](std::size_t i) { seen = mixed(seen, object(each.of)[i]); });
  }
  for (const part_access& each : task.accesses) {
    for_each_index(each, [&](std::size_t i) {
      if (each.how == part_access::writes) const_cast<contents&>(object(each.of))[i] = mixed(seen, i);
      if (each.how == part_access::adds) const_cast<contents&>(object(each.of))[i] += task.number * 7 + i;
    });
  }
  return seen;
}

// ---- programs ----

class maker {
 public:
  explicit maker(std::uint64_t seed)
      : random_(seed), size_(1 + random_.below(40)), may_fail_(random_.below(4) == 0) {}

  std::vector<node> program() {
    std::vector<node> all;
    for (std::uint32_t left = 2 + random_.below(20); left != 0; --left) all.push_back(task(nullptr, 0));
    return all;
  }
  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  std::size_t below(std::size_t bound) { return random_.below(static_cast<std::uint32_t>(bound)); }

  index_range within(index_range all) {
    const std::size_t from = all.from + below(all.to - all.from + 1);
    return {from, from + below(all.to - from + 1)};
  }

  part_access access(const node* around, bool only_reads) {
    part_access made;
    const part_access* outer = nullptr;
    if (around != nullptr) outer = &around->accesses[below(around->accesses.size())];
    made.of = outer != nullptr ? outer->of : below(objects);
    const bool several = below(3) == 0;
    for (std::size_t i = 0; i < (several ? 3U : 1U); ++i) {
      const index_range all =
          outer != nullptr ? outer->where[below(outer->where.size())] : index_range{0, size_};
      made.where.push_back(below(6) == 0 ? all : within(all));
    }
    if (only_reads || (outer != nullptr && outer->how == part_access::reads)) return made;
    const std::size_t chosen = below(may_fail_ ? 5 : 7);
    made.how = chosen < 2 ? part_access::reads : chosen < 5 ? part_access::writes : part_access::adds;
    return made;
  }

  node task(const node* around, unsigned depth) {
    node made;
    made.number = count_++;
    made.fails = may_fail_ && below(12) == 0;
    made.accesses.push_back(access(around, false));
    if (depth < 3 && below(3) == 0 && made.accesses[0].how != part_access::adds) {
      made.what = below(2) == 0 ? node::weak : node::strong;
      made.fails = made.fails && made.what == node::strong;
    }
    if (below(3) == 0) made.accesses.push_back(access(around, true));
    if (made.what == node::leaf) return made;
    for (std::size_t left = below(6); left != 0; --left) made.inner.push_back(task(&made, depth + 1));
    return made;
  }

  base::random random_;
  std::size_t size_;
  bool may_fail_;
  std::size_t count_ = 0;
};

// ---- one task after another ----

struct interpreter {
  explicit interpreter(const maker& of) : seen(of.count()) {
    for (std::size_t o = 0; o < objects; ++o) {
      values[o].resize(of.size());
      damaged[o].resize(of.size());
    }
  }

  /// False: it has failed, or was skipped.
  bool run(const node& task) {
    bool right = true;
    for (std::size_t a = 0; a < task.accesses.size(); ++a) {
      if (a == 0 && task.what == node::weak) continue;
      const part_access& each = task.accesses[a];
      for_each_index(each, [&](std::size_t i) { right = right && !damaged[each.of][i]; });
    }
    if (right && task.fails) right = false;
    if (right) {
      seen[task.number] = 1;
      if (task.what != node::weak)
        seen[task.number] = work(task, [this](std::size_t o) -> contents& { return values[o]; });
      for (const node& each : task.inner) {
        if (!run(each)) right = false;
      }
    }
    if (right) return true;
    for (const part_access& each : task.accesses) {
      if (each.how != part_access::reads)
        for_each_index(each, [&](std::size_t i) { damaged[each.of][i] = true; });
    }
    return false;
  }

  std::array<contents, objects> values;
  std::array<std::vector<bool>, objects> damaged;
  std::vector<std::uint64_t> seen;
};

// ---- as a flow ----

struct as_given {
  template <class Object>
  Object& operator()(Object& all) const {
    return all;
  }
};

struct flow_run {
  explicit flow_run(const maker& of) : seen(of.count()) {
    for (std::size_t o = 0; o < objects; ++o) values.emplace_back(of.size(), of.size());
  }

  auto part_of(const part_access& each) { return values[each.of].part(each.where, as_given()); }

  std::uint64_t run(const node& task) {
    if (task.fails) throw std::runtime_error("as planned");
    return seen[task.number] = work(task, [this](std::size_t o) -> contents& { return values[o].value(); });
  }

  void submit(auto& to, const node& task) {
    const auto leaf = [this, &task](auto&&... /*objects*/) { run(task); };
    const auto with_inner = [this, &task](auto& own, auto&&... /*objects*/) {
      if (task.what == node::strong) run(task);
      if (task.what == node::weak) seen[task.number] = 1;
      for (const node& each : task.inner) submit(own, each);
    };
    const part_access& first = task.accesses[0];
    const bool changes = first.how != part_access::reads;
    if (task.what == node::leaf && first.how == part_access::adds) {
      submit_with(to, task, leaf, add(part_of(first)));
    } else if (task.what == node::leaf) {
      changes ? submit_with(to, task, leaf, write(part_of(first)))
              : submit_with(to, task, leaf, read(part_of(first)));
    } else if (task.what == node::strong) {
      changes ? submit_with(to, task, with_inner, write(part_of(first)))
              : submit_with(to, task, with_inner, read(part_of(first)));
    } else {
      changes ? submit_with(to, task, with_inner, weak_write(part_of(first)))
              : submit_with(to, task, with_inner, weak_read(part_of(first)));
    }
  }

  template <class F>
  void submit_with(auto& to, const node& task, const F& function, auto&& access) {
    constexpr bool inner = !std::is_invocable_v<const F&>;
    if constexpr (inner) {
      if (task.accesses.size() == 1) {
        to.submit(with_subtasks, access, function);
      } else {
        to.submit(with_subtasks, access, read(part_of(task.accesses[1])), function);
      }
    } else if (task.accesses.size() == 1) {
      to.submit(access, function);
    } else {
      to.submit(access, read(part_of(task.accesses[1])), function);
    }
  }

  std::deque<partitioned<contents>> values;
  std::vector<std::uint64_t> seen;
};

template <class Scheduler>
void check_programs(Scheduler& sched, std::uint64_t first, int programs) {
  for (int p = 0; p < programs; ++p) {
    const std::uint64_t seed = first + static_cast<std::uint64_t>(p);
    CAPTURE(seed);
    maker made(seed);
    const std::vector<node> program = made.program();
    interpreter expected(made);
    bool right = true;
    for (const node& each : program) right = expected.run(each) && right;
    flow_run now(made);
    basic_flow tasks(sched);
    for (const node& each : program) now.submit(tasks, each);
    bool is_right = true;
    try {
      tasks.wait();
    } catch (const flow_error&) { is_right = false; }
    REQUIRE(is_right == right);
    REQUIRE(now.seen == expected.seen);
    for (std::size_t o = 0; o < objects; ++o) {
      for (std::size_t i = 0; i < made.size(); ++i) {
        if (!expected.damaged[o][i]) REQUIRE(now.values[o].value()[i] == expected.values[o][i]);
      }
    }
  }
}

}  // namespace

TEST_CASE("random programs over parts on the default scheduler") {
  for (unsigned workers = 1; workers <= 3; ++workers) {
    CAPTURE(workers);
    scheduler sched(workers);
    check_programs(sched, tests::first_seed() + workers * 1'000'000,
                   static_cast<int>(tests::scaled_seeds(tests::scaled(3000))));
  }
}

TEST_CASE("random programs over parts on every pool") {
  std::uint64_t seed = tests::first_seed() + 5'000'000;
  tests::for_each_choice({1, 3}, [&](const scheduler_choice& choice) {
    if (choice.idle != idle_of(choice.pool)) return;
    CAPTURE(tests::text(choice));
    any_scheduler sched = tests::make_scheduler(choice);
    const int programs = static_cast<int>(tests::scaled_seeds(tests::scaled(40)));
    check_programs(sched, seed, programs);
    seed += static_cast<std::uint64_t>(programs);
  });
}

}  // namespace part_programs_test
