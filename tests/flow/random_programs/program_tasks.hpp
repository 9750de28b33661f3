// Random programs as tasks of a flow: each task notes when it is inside its objects, and what it has seen there.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include <jackdaw/flow/basic_flow.hpp>

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
  std::uint64_t look() const {
    std::uint64_t seen = task_ + 1;
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

/// Submits tasks of random programs.
template <class Flow>
class submitter {
 public:
  submitter(Flow& tasks, program_run& in) : tasks_(&tasks), in_(&in) {}

  void submit(const task_plan& plan, std::size_t task) {
    if (plan.depth != 0) return next<true, manner::plain>(plan, task);
    switch (plan.how) {
      case manner::plain:
        return next<false, manner::plain>(plan, task);
      case manner::priority:
        return next<false, manner::priority>(plan, task);
      case manner::pinned:
        return next<false, manner::pinned>(plan, task);
      case manner::reserved:
        return next<false, manner::reserved>(plan, task);
    }
  }

  /// Brings the tasks of those reservations that are open.
  void use_reservations() {
    for (const auto& use : std::exchange(reserved_, {})) use();
  }

 private:
  using manner = task_plan::manner;

  template <bool has_subtasks, manner m, class... Declared>
  void next(const task_plan& plan, std::size_t task, Declared... declared) {
    constexpr std::size_t at = sizeof...(Declared);
    if (at == plan.count) return finally<has_subtasks, m>(plan, task, declared...);
    if constexpr (at < (has_subtasks ? 2 : 3)) {
      const access_plan& access = plan.accesses[at];
      handle<cell>& of = in_->cells[access.of];
      const auto with = [&]<way how>(auto declare) {
        if constexpr (task_plan::knows(at, how, has_subtasks, m))
          next<has_subtasks, m>(plan, task, declared..., declare());
      };
      switch (access.how) {
        case way::read:
          return with.template operator()<way::read>([&of] { return read(of); });
        case way::write:
          return with.template operator()<way::write>([&of] { return write(of); });
        case way::add:
          return with.template operator()<way::add>([&of] { return add(of); });
        case way::times:
          return with.template operator()<way::times>([&of] { return jackdaw::access<times_access>(of); });
        case way::merge:
          return with.template operator()<way::merge>([&of] { return reduce(of, merged_sum()); });
        case way::reduce:
          return with.template operator()<way::reduce>(
              [&of] { return reduce(of, sum_of_amounts{way::reduce}); });
        case way::reduce_in_order:
          return with.template operator()<way::reduce_in_order>(
              [&of] { return reduce_in_order(of, sum_of_amounts{way::reduce_in_order}); });
      }
    }
  }

  template <bool has_subtasks, manner m, class... Declared>
  void finally(const task_plan& plan, std::size_t task, Declared... declared) {
    const body work{in_, plan, task};
    if constexpr (has_subtasks) {
      tasks_->submit(with_subtasks, declared..., divided_body{work});
    } else if constexpr (m == manner::priority) {
      tasks_->submit(priority(static_cast<int>(plan.number)), declared..., work);
    } else if constexpr (m == manner::pinned) {
      tasks_->submit(pinned(plan.number % tasks_->on().workers()), declared..., work);
    } else if constexpr (m == manner::reserved) {
      auto place = std::make_shared<decltype(tasks_->reserve(declared...))>(tasks_->reserve(declared...));
      reserved_.push_back([place, work] { place->submit(work); });
    } else {
      tasks_->submit(declared..., work);
    }
  }

  Flow* tasks_;
  program_run* in_;
  std::vector<std::function<void()>> reserved_;
};

}  // namespace jackdaw::tests
