// What a task of a grammar does: its production, with every choice made.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "apps/grammar/expansion/evaluator.hpp"
#include "apps/grammar/expansion/variable_states.hpp"
#include "apps/grammar/language/model.hpp"

namespace jackdaw::apps::grammar {

/// A task of a run.
struct instance {
  std::uint32_t type;
  argument_values given{};
  std::uint64_t key = 0;  ///< where its choices come from: of the run's seed and the way to the task
};

/// A step of a task, in order.
struct action {
  enum class form : unsigned char {
    work,  ///< so many units
    put,   ///< a task
    join,  ///< what is put until `joined`, so many tasks, is waited for there
    joined
  };
  form what;
  std::uint64_t count = 0;
  instance task{};
};

/// Finds out what tasks do. Two calls with the same instance, and the same values of variables, give the same. May be used
/// by several threads.
class expander {
 public:
  /// `of` outlives the expander. `values`: of the shared variables, when a run begins.
  expander(const task_grammar& of, std::vector<std::int64_t> values)
      : of_(of),
        values_{std::move(values)},
        changes_variables_(of.changes_variables()),
        of_type_(of.types.size()) {
    for (const production& each : of.productions) of_type_[each.type].push_back(&each);
  }

  [[nodiscard]] const task_grammar& grammar() const noexcept { return of_; }
  /// Of the shared variables, when a run begins.
  [[nodiscard]] const std::vector<std::int64_t>& values() const noexcept { return values_.front(); }
  /// Whether productions assign to shared variables: then expand() has to be told what they are.
  [[nodiscard]] bool changes_variables() const noexcept { return changes_variables_; }

  /// The initial tasks of a run. Throws input_error, also when they are more than `most`.
  [[nodiscard]] std::vector<instance> initial(std::uint64_t seed, std::uint64_t most = UINT64_MAX) const;

  /// Replaces what is in `actions`. Throws input_error: no production applies, a number is out of range, the budget is
  /// used up. `states`: of the shared variables when the task begins, and goes on after joins. It is expanded to the first join
  /// after which they are not known. Returns what they are there, or at its end.
  std::vector<std::int64_t> expand(const instance& task, const task_states& states,
                                   std::vector<action>& actions, step_budget& budget) const;
  /// The same for a grammar that does not change its variables.
  void expand(const instance& task, std::vector<action>& actions, step_budget& budget) const {
    (void)expand(task, values_, actions, budget);
  }
  /// For a task that was expanded before within a budget; `states` is null where no variable changes.
  void expand(const instance& task, std::vector<action>& actions, const variable_states* states) const {
    step_budget endless;
    (void)expand(task, states == nullptr ? values_ : states->of(task.key), actions, endless);
  }

 private:
  class walk;

  const task_grammar& of_;
  task_states values_;
  bool changes_variables_;
  std::vector<std::vector<const production*>> of_type_;  // in their order
};

/// Throws input_error: more than `most` tasks.
[[noreturn]] void refuse_tasks(const task_grammar& of, std::uint64_t most);

/// "A(1)", for messages.
[[nodiscard]] std::string written(const task_grammar& of, const instance& task);

}  // namespace jackdaw::apps::grammar
