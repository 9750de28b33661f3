// Random programs as tasks of a flow.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include <jackdaw/flow/basic_flow.hpp>

#include "tests/flow/random_programs/random_program.hpp"
#include "tests/flow/random_programs/task_bodies.hpp"

namespace jackdaw::tests {

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
      case manner::ranged:
        return submit_ranged(plan, task);
      case manner::completed:
        return next<false, manner::completed>(plan, task);
      case manner::always:
        return next<false, manner::always>(plan, task);
      case manner::limited:
        return next<false, manner::limited>(plan, task);
      case manner::valued:
        return next<false, manner::valued>(plan, task);
      case manner::reserved:
        return next<false, manner::reserved>(plan, task);
      case manner::read_late:
        return next<false, manner::read_late>(plan, task);
    }
  }

  /// Brings the tasks of those reservations that are open.
  void use_reservations() {
    for (const auto& use : std::exchange(reserved_, {})) use();
  }

  /// When all is over: whether each task that is a value says what it has seen, or that there is nothing.
  [[nodiscard]] bool results_are_right() const {
    return std::all_of(results_.begin(), results_.end(), [](const auto& is_right) { return is_right(); });
  }

 private:
  using manner = task_plan::manner;

  /// Calls `with` with the way, and with what declares that access to a handle or a range.
  static void with_way(way how, auto& of, auto with) {
    switch (how) {
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

  template <bool has_subtasks, manner m, class... Declared>
  void next(const task_plan& plan, std::size_t task, Declared... declared) {
    constexpr std::size_t at = sizeof...(Declared);
    if (at == plan.count) return finally<has_subtasks, m>(plan, task, declared...);
    if constexpr (at < (has_subtasks ? 2 : 3)) {
      const access_plan& access = plan.accesses[at];
      with_way(access.how, in_->cells[access.of], [&]<way how>(auto declare) {
        if constexpr (task_plan::knows(at, how, has_subtasks, m))
          next<has_subtasks, m>(plan, task, declared..., declare());
      });
    }
  }

  /// The first two accesses, which are of one type, as a range.
  void submit_ranged(const task_plan& plan, std::size_t task) {
    std::vector<handle<cell>*> range;
    for (std::size_t i = 0; i < std::min<std::size_t>(plan.count, 2); ++i)
      range.push_back(&in_->cells[plan.accesses[i].of]);
    const ranged_body work{{in_, plan, task}};
    with_way(plan.accesses[0].how, range, [&]<way how>(auto declare) {
      if (plan.count == 3) {
        tasks_->submit(declare(), read(in_->cells[plan.accesses[2].of]), work);
      } else {
        tasks_->submit(declare(), work);
      }
    });
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
    } else if constexpr (m == manner::completed) {
      tasks_->submit(with_completion, declared..., completed_body<Flow>{work, tasks_});
    } else if constexpr (m == manner::always) {
      tasks_->submit(always, declared..., always_body{work});
    } else if constexpr (m == manner::limited) {
      tasks_->submit(require(in_->few, limited_body::units_of_few(plan)),
                     require(in_->many, limited_body::units_of_many(plan)), declared..., limited_body{work});
    } else if constexpr (m == manner::valued) {
      const auto result = tasks_->submit(with_result, declared..., valued_body{work});
      results_.push_back([result, in = in_, task] {
        const std::uint64_t seen = in->seen[task].load(std::memory_order_relaxed);
        if (!result.is_over()) return false;
        try {
          return result.get() == seen && seen != 0;
        } catch (...) { return seen == 0; }
      });
    } else if constexpr (m == manner::reserved) {
      auto place = std::make_shared<decltype(tasks_->reserve(declared...))>(tasks_->reserve(declared...));
      reserved_.push_back([place, work] { place->submit(work); });
    } else if constexpr (m == manner::read_late) {
      reserve_and_submit(work, declared...);
    } else {
      tasks_->submit(declared..., work);
    }
  }

  void reserve_and_submit(const body& work, const auto&... declared) {
    if constexpr (sizeof...(declared) == 2) {
      [&](const auto& first, const auto& late) { tasks_->reserve(first).submit(late, work); }(declared...);
    } else {
      tasks_->reserve(declared...).submit(work);
    }
  }

  Flow* tasks_;
  program_run* in_;
  std::vector<std::function<void()>> reserved_;
  std::vector<std::function<bool()>> results_;
};

}  // namespace jackdaw::tests
