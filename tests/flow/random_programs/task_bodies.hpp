// What the tasks of random programs do: each notes when it is inside its objects, and what it has seen there.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include <jackdaw/flow/basic_flow.hpp>
#include <jackdaw/flow/resource/resource.hpp>

#include "tests/flow/random_programs/history.hpp"
#include "tests/flow/random_programs/random_program.hpp"

namespace jackdaw::tests {

struct times_access {
  static constexpr bool readonly = false;
  static constexpr bool commutative = true;
  static constexpr bool exclusive = true;
};

/// An object that notes which task is inside; or a partial result of its type, which notes the tasks that it stands
/// for.
struct cell {
  explicit cell(std::uint64_t start = 1) : value(start) {}
  cell(cell&& from) noexcept
      : value(from.value), empty_answers_allowed(from.empty_answers_allowed), is_partial(from.is_partial) {}
  cell& operator=(cell&&) = delete;

  std::uint64_t value;
  task_set empty_answers_allowed = 0;
  bool is_partial = false;
  mutable history log;
};

/// Adds what tasks have found.
inline void add_to(cell& object, way how, std::uint64_t by, task_set tasks) {
  const std::size_t visit = object.log.begin(how, tasks);
  object.value += by;
  object.log.end(visit);
}

/// Partial results of the object's own type, which are merged.
struct merged_sum {
  [[nodiscard]] cell make() const {
    cell one(0);
    one.is_partial = true;
    return one;
  }
  void apply(cell& object, cell&& found) const {
    add_to(object, way::merge, found.value, found.empty_answers_allowed);
  }
  void merge(cell& into, cell&& from) const {
    into.value += from.value;
    into.empty_answers_allowed |= from.empty_answers_allowed;
  }
};

/// Partial results of another type, which are not.
struct amount {
  std::uint64_t value = 0;
  task_set empty_answers_allowed = 0;
};
struct sum_of_amounts {
  way how;
  [[nodiscard]] amount make() const { return {}; }
  void apply(cell& object, amount&& found) const {
    add_to(object, how, found.value, found.empty_answers_allowed);
  }
};

/// A program that runs, and what its tasks have seen; 0: nothing, they did not come to their end.
struct program_run {
  program_run(std::size_t count, std::size_t length) : cells(count) {
    for (handle<cell>& c : cells) c.value().log.prepare(3 * length);
  }
  std::deque<handle<cell>> cells;
  resource few{2};
  resource many{4};
  std::atomic<std::uint64_t> few_in_use{0};
  std::atomic<std::uint64_t> many_in_use{0};
  std::atomic<bool> overused{false};
  bool lingers = false;  // some tasks, inside their objects: that takes long on a busy machine
  std::array<std::atomic<std::uint64_t>, most_tasks> seen{};
};

/// A task inside its objects, until the last copy is gone: that of its last subtask.
class visitor {
 public:
  template <class... Object>
  visitor(program_run& in, const task_plan& plan, std::size_t task, Object&... object)
      : in_(&in), plan_(plan), task_(task), objects_{as_cell(object, task)...} {
    for (std::size_t i = 0; i < sizeof...(Object); ++i) {
      if (objects_[i] == nullptr ||
          std::find(objects_.begin(), objects_.begin() + i, objects_[i]) != objects_.begin() + i)
        continue;
      visits_[i] = 1 + objects_[i]->log.begin(plan_.as(i), set_of(task));
    }
    if (in.lingers && task % 8 == 3) std::this_thread::yield();  // so that others come by
  }
  visitor(const visitor&) = delete;
  visitor& operator=(const visitor&) = delete;
  ~visitor() {
    for (std::size_t i = 0; i < visits_.size(); ++i) {
      if (visits_[i] != 0) objects_[i]->log.end(visits_[i] - 1);
    }
  }

  /// What the task computes from what it reads.
  std::uint64_t look(std::size_t damaged = 0) const {
    std::uint64_t seen = task_ + 1 + damaged * most_tasks;
    for (std::size_t i = 0; i < plan_.count; ++i) {
      if (plan_.accesses[i].how == way::read) seen = mix(seen, objects_[i]->value);
    }
    in_->seen[task_].store(seen, std::memory_order_relaxed);
    return seen;
  }
  void change(std::size_t i, cell& object, std::uint64_t by) const {
    tests::change(plan_.accesses[i].how, object.value, by);
  }
  void change(std::size_t /*i*/, const cell& /*only read*/, std::uint64_t /*by*/) const {}
  void change(std::size_t /*i*/, amount& found, std::uint64_t by) const {
    found.value += by;
    found.empty_answers_allowed |= set_of(task_);
  }

 private:
  static const cell* as_cell(const cell& object, std::size_t /*task*/) { return &object; }
  static const cell* as_cell(cell& object, std::size_t task) {
    if (!object.is_partial) return &object;
    object.empty_answers_allowed |= set_of(task);
    return nullptr;
  }
  static const cell* as_cell(const amount& /*found*/, std::size_t /*task*/) { return nullptr; }

  program_run* in_;
  task_plan plan_;
  std::size_t task_;
  std::array<const cell*, 3> objects_{};
  std::array<std::size_t, 3> visits_{};  // 0: none; else one more than its place
};

/// What a task does, by itself or with subtasks.
struct body {
  program_run* in;
  task_plan plan;
  std::size_t task;

  void operator()(auto&... object) const {
    const visitor inside(*in, plan, task, object...);
    if (plan.fails) throw task;
    [[maybe_unused]] const std::uint64_t seen = inside.look();
    [[maybe_unused]] std::size_t i = 0;
    (inside.change(i++, object, seen), ...);
  }
};
struct divided_body : body {
  template <class S>
  void operator()(basic_subtasks<S>& all, auto&... object) const {
    const auto inside = std::make_shared<visitor>(*in, plan, task, object...);
    if (!plan.fails) inside->look();
    divide(all, plan.depth, inside, object...);
  }

  /// A subtask for each object, or a subtask with these.
  void divide(auto& all, unsigned depth, const std::shared_ptr<visitor>& inside, auto&... object) const {
    if (depth > 1) {
      all.submit(with_subtasks, [self = *this, depth, inside, &object...](auto& own) {
        self.divide(own, depth - 1, inside, object...);
      });
    } else if (plan.fails) {
      all.submit([task = task, inside] { throw task; });
    } else {
      [[maybe_unused]] std::size_t i = 0;
      (all.submit([inside, i = i++, &object] { inside->change(i, object, inside->look()); }), ...);
    }
  }
};

/// What a task does that names the first ones in a range.
struct ranged_body : body {
  template <class T>
  void operator()(references<T> all, auto&... beside) const {
    switch (all.size()) {
      case 0:
        return body::operator()(beside...);
      case 1:
        return body::operator()(all[0], beside...);
      default:
        return body::operator()(all[0], all[1], beside...);
    }
  }
};

/// What a task does that is over when another one says so, which it submits; or before it has returned.
template <class Flow>
struct completed_body : body {
  Flow* tasks;

  void operator()(completion done, auto&... object) const {
    if (plan.fails && plan.number % 4 == 3) throw task;  // and so drops it
    auto rest = [self = *this, done = std::move(done),
                 inside = std::make_shared<visitor>(*in, plan, task, object...), &object...]() mutable {
      if (self.plan.fails) {
        inside.reset();
        return done.fail(std::make_exception_ptr(self.task));
      }
      [[maybe_unused]] const std::uint64_t seen = inside->look();
      [[maybe_unused]] std::size_t i = 0;
      (inside->change(i++, object, seen), ...);
      inside.reset();
      done.fulfil();
    };
    if (plan.number % 2 == 0) {
      tasks->submit(std::move(rest));
    } else {
      rest();
    }
  }
};

/// What a task does that runs always.
struct always_body : body {
  void operator()(const flow_failures& before, auto&... object) const {
    const visitor inside(*in, plan, task, object...);
    if (plan.handles()) before.set_handled();
    if (plan.fails) throw task;
    const auto damaged = std::count_if(
        plan.begin(), plan.end(), [&](const access_plan& a) { return before.is_damaged(in->cells[a.of]); });
    [[maybe_unused]] const std::uint64_t seen = inside.look(static_cast<std::size_t>(damaged));
    [[maybe_unused]] std::size_t i = 0;
    (inside.change(i++, object, seen), ...);
  }
};

/// What a task does that requires units of both resources.
struct limited_body : body {
  static std::uint64_t units_of_few(const task_plan& plan) { return 1 + plan.number % 2; }
  static std::uint64_t units_of_many(const task_plan& plan) { return plan.number / 2; }

  void operator()(auto&... object) const {
    const use here(*in, units_of_few(plan), units_of_many(plan));
    body::operator()(object...);
  }

 private:
  class use {
   public:
    use(program_run& in, std::uint64_t few, std::uint64_t many) : in_(&in), few_(few), many_(many) {
      if (in.few_in_use.fetch_add(few) + few > in.few.units()) in.overused = true;
      if (in.many_in_use.fetch_add(many) + many > in.many.units()) in.overused = true;
    }
    use(const use&) = delete;
    use& operator=(const use&) = delete;
    ~use() {
      in_->few_in_use -= few_;
      in_->many_in_use -= many_;
    }

   private:
    program_run* in_;
    std::uint64_t few_;
    std::uint64_t many_;
  };
};

/// What a task does that is a value: it returns what it has seen.
struct valued_body : body {
  std::uint64_t operator()(auto&... object) const {
    body::operator()(object...);
    return in->seen[task].load(std::memory_order_relaxed);
  }
};

}  // namespace jackdaw::tests
