// Whether the right-hand side of a production can have created a sequence of tasks, and with which arguments.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "apps/grammar/expansion/evaluator.hpp"
#include "apps/grammar/language/model.hpp"

namespace jackdaw::apps::grammar {

/// The arguments that a task can have had.
struct possible_arguments {
  static constexpr std::size_t most = 64;  ///< beyond that: any

  bool any = false;
  std::set<argument_values> some;

  void add(const argument_values& one) {
    if (some.size() == most) any = true;
    if (!any) some.insert(one);
  }
  void add(const possible_arguments& more) {
    any = any || more.any;
    for (const argument_values& each : more.some) add(each);
    if (any) some.clear();
  }
};

/// For one task; `given` is null where its arguments are not known. What a recording does not tell, what was drawn and what
/// variables were that change, may have been anything.
class course_matcher {
 public:
  using names = std::vector<std::string>;

  /// Everything outlives the matcher.
  course_matcher(const task_grammar& of, const std::vector<std::int64_t>& variables,
                 const argument_values* given, const names& created);

  /// Whether the condition holds; nothing: it is not known.
  [[nodiscard]] std::optional<bool> holds(const condition& of) const;

  [[nodiscard]] bool creates_all(const body& items);

  /// After creates_all(): of each created task.
  [[nodiscard]] const std::vector<possible_arguments>& arguments() const { return arguments_; }

 private:
  /// Element i stands for the first i tasks.
  using reached = std::vector<bool>;

  [[nodiscard]] reached after(const body& items, reached from);
  [[nodiscard]] reached repeated(const item& each, reached from);
  [[nodiscard]] reached once(const item& each, const reached& from);
  [[nodiscard]] bool is_known(const expression& of) const;
  [[nodiscard]] std::optional<std::int64_t> value(const expression& of) const;
  void note_arguments(const item& put, std::size_t task);

  const task_grammar& of_;
  const argument_values* given_;
  const names& created_;
  argument_values none_;
  mutable base::random draw_;
  mutable step_budget endless_;
  evaluator values_;
  std::vector<possible_arguments> arguments_;
};

}  // namespace jackdaw::apps::grammar
