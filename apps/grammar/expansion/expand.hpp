// What a task of a grammar does: its production, with every choice made.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

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

/// How many steps may still be made: an action, a repetition, an operation of an expression is one, so that what expands to
/// nothing counts, too.
struct step_budget {
  std::uint64_t left = UINT64_MAX;
  std::uint64_t all = UINT64_MAX;  ///< there were
};

/// Finds out what tasks do. Two calls with the same instance give the same. May be used by several threads.
class expander {
 public:
  /// `of` outlives the expander. `values`: of the shared variables.
  expander(const task_grammar& of, std::vector<std::int64_t> values) : of_(of), values_(std::move(values)) {}

  [[nodiscard]] const task_grammar& grammar() const noexcept { return of_; }

  /// The initial tasks of a run. Throws input_error, also when they are more than `most`.
  [[nodiscard]] std::vector<instance> initial(std::uint64_t seed, std::uint64_t most = UINT64_MAX) const;

  /// Replaces what is in `actions`. Throws input_error: no production applies, a number is out of range, the budget is
  /// used up.
  void expand(const instance& task, std::vector<action>& actions, step_budget& budget) const;
  /// The same for a task that was expanded before within a budget.
  void expand(const instance& task, std::vector<action>& actions) const {
    step_budget endless;
    expand(task, actions, endless);
  }

 private:
  class walk;

  const task_grammar& of_;
  std::vector<std::int64_t> values_;
};

/// Throws input_error: more than `most` tasks.
[[noreturn]] void refuse_tasks(const task_grammar& of, std::uint64_t most);

/// "A(1)", for messages.
[[nodiscard]] std::string written(const task_grammar& of, const instance& task);

}  // namespace jackdaw::apps::grammar
