// A grammar as a program: its tasks as tasks of a pool, its joins as tasks that wait for others.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <jackdaw/task/join_counter.hpp>
#include <jackdaw/worker/by_name/any_scheduler.hpp>

#include "apps/grammar/expansion/figures.hpp"
#include "apps/support/work/per_worker.hpp"
#include "apps/support/work/work_unit.hpp"

namespace jackdaw::apps::grammar {

/// Types of tasks with a name of their own in recordings: each is a type for the compiler, too.
inline constexpr std::size_t most_types = 100;

/// So many units, of so many turns of a loop each: 2^63 turns at most, which no one waits for.
inline void work_units(std::uint64_t units, double turns) {
  simulate_work(static_cast<std::uint64_t>(std::min(static_cast<double>(units) * turns + 0.5, 0x1p63)));
}

/// What all tasks of one run share.
struct run_state {
  struct own {
    tally done;
    std::vector<action> actions;  ///< of the task that the worker runs: no task runs inside another
  };

  run_state(const expander& expanded_by, const variable_states& known, double turns_of_unit, unsigned workers)
      : by(expanded_by),
        states(by.changes_variables() ? &known : nullptr),
        turns(turns_of_unit),
        of_worker(workers) {
    for (unsigned id = 0; id < workers; ++id) of_worker.of(id).done = tally(by.grammar().types.size());
  }

  const expander& by;
  const variable_states* states;  ///< null: no variable changes
  double turns;                   ///< of the loop that a unit of work takes
  per_worker<own> of_worker;
};

/// A task from its action `from` on. The task that waits for it is told at its end.
inline void follow(any_worker& worker, run_state& state, const instance& task, std::size_t from,
                   std::optional<arrival> done);

/// The rest of a task after a join.
struct rest {
  static constexpr std::string_view name = rest_name;
  run_state* state;
  instance task;
  std::size_t from;
  std::optional<arrival> done;

  void operator()(any_worker& worker) {
    ++state->of_worker.of(worker.id()).done.resumed;
    follow(worker, *state, task, from, std::move(done));
  }
};

/// A task of the type with this number.
template <std::size_t Type>
struct task_of {
  static inline std::string_view name;  ///< what the grammar calls the type; set before a run
  run_state* state;
  instance task;

  void operator()(any_worker& worker) const {
    state->of_worker.of(worker.id()).done.count(task);
    follow(worker, *state, task, 0, {});
  }
};

/// The same, for a task that another one waits for.
template <std::size_t Type>
struct awaited_task_of {
  static inline std::string_view name;
  run_state* state;
  instance task;
  arrival done;

  void operator()(any_worker& worker) {
    state->of_worker.of(worker.id()).done.count(task);
    follow(worker, *state, task, 0, std::move(done));
  }
};

/// For each type its two functions.
struct type_functions {
  void (*put)(any_worker&, run_state&, const instance&, std::optional<arrival>);
  void (*run)(any_scheduler&, run_state&, const std::vector<instance>& initial);
  void (*set_name)(std::string_view);
};

template <std::size_t... Type>
[[nodiscard]] constexpr std::array<type_functions, sizeof...(Type)> functions_of(
    std::index_sequence<Type...>) {
  return {type_functions{
      [](any_worker& worker, run_state& state, const instance& task, std::optional<arrival> done) {
        if (done) {
          worker.put(awaited_task_of<Type>{&state, task, *std::move(done)});
        } else {
          worker.put(task_of<Type>{&state, task});
        }
      },
      [](any_scheduler& scheduler, run_state& state, const std::vector<instance>& initial) {
        std::vector<task_of<Type>> tasks;
        for (const instance& each : initial) tasks.push_back({&state, each});
        scheduler.run_each(tasks);
      },
      [](std::string_view name) { task_of<Type>::name = awaited_task_of<Type>::name = name; }}...};
}
inline constexpr auto by_type = functions_of(std::make_index_sequence<most_types>());

inline void put(any_worker& worker, run_state& state, const instance& task, std::optional<arrival> done) {
  by_type[task.type].put(worker, state, task, std::move(done));
}

/// An initial task where these are of several types: a phase begins with tasks of one.
struct any_initial_task {
  static constexpr std::string_view name = beginning_name;
  run_state* state;
  instance task;

  void operator()(any_worker& worker) const { put(worker, *state, task, {}); }
};

inline void follow(any_worker& worker, run_state& state, const instance& task, std::size_t from,
                   std::optional<arrival> done) {
  auto& own = state.of_worker.of(worker.id());
  std::vector<action>& actions = own.actions;
  state.by.expand(task, actions, state.states);
  std::optional<arrivals> awaited;
  for (std::size_t i = from; i < actions.size(); ++i) {
    const action& each = actions[i];
    if (each.what == action::form::work) {
      work_units(each.count, state.turns);
      own.done.units += each.count;
    } else if (each.what == action::form::put) {
      put(worker, state, each.task, awaited ? std::optional(awaited->next()) : std::nullopt);
    } else if (each.what == action::form::join && each.count != 0) {
      std::size_t end = i;
      while (actions[end].what != action::form::joined) ++end;
      awaited.emplace(
          worker.after(static_cast<unsigned>(each.count) + 1, rest{&state, task, end + 1, std::move(done)}));
    } else if (each.what == action::form::joined && awaited) {
      return awaited->next().arrive(worker);  // this task's own: nothing goes on before its part is done
    }
  }
  if (done) done->arrive(worker);
}

/// Runs `initial` and all that comes of them. How many more tasks the scheduler has had than the grammar, to begin with.
inline std::size_t run_tasks(any_scheduler& scheduler, run_state& state,
                             const std::vector<instance>& initial) {
  if (initial.empty()) return 0;
  const std::uint32_t type = initial.front().type;
  const auto same = [type](const instance& each) { return each.type == type; };
  if (std::all_of(initial.begin(), initial.end(), same)) {
    by_type[type].run(scheduler, state, initial);
    return 0;
  }
  std::vector<any_initial_task> tasks;
  for (const instance& each : initial) tasks.push_back({&state, each});
  scheduler.run_each(tasks);
  return tasks.size();
}

}  // namespace jackdaw::apps::grammar
