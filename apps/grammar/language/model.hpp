// A task grammar as data. Source: KR02 section 2.2; the text form: docs/guide/command/grammars.md.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "apps/grammar/language/argument_values.hpp"
#include "apps/support/text/input_error.hpp"
#include "apps/support/text/quoted.hpp"

namespace jackdaw::apps::grammar {

/// Where something stands in the text, both from 1.
struct place {
  unsigned line = 1;
  unsigned column = 1;
};

/// Of a name in a message.
inline constexpr std::size_t most_quoted = 200;

/// Throws input_error "file:line:column: problem; expected what".
[[noreturn]] inline void refuse(const std::string& file, place where, const std::string& problem,
                                const std::string& expected) {
  throw input_error(quoted(file, most_quoted) + ":" + std::to_string(where.line) + ":" +
                    std::to_string(where.column) + ": " + quoted(problem, most_quoted) + "; expected " +
                    quoted(expected, most_quoted));
}

/// A program for a stack of numbers: each step pushes one, or replaces the upper one or two.
struct expression {
  enum class operation : unsigned char {
    number,
    argument,
    variable,
    add,
    subtract,
    multiply,
    divide,
    modulo,
    uniform,      ///< draws from the upper two: from the least to the most, each as often
    exponential,  ///< draws, by the upper one: the mean
    normal,       ///< by the upper two: mean and standard deviation
    lognormal     ///< likewise, both of what is drawn
  };
  struct step {
    operation what;
    std::int64_t value;  ///< the number, or which argument or variable
  };
  static constexpr std::size_t most_depth = 32;  ///< of the stack; the parser sees to it

  std::vector<step> steps;
  place where;

  [[nodiscard]] bool is_number() const { return steps.size() == 1 && steps[0].what == operation::number; }
  /// Whether two calls may have different values.
  [[nodiscard]] bool is_drawn() const {
    return std::any_of(steps.begin(), steps.end(),
                       [](const step& each) { return each.what >= operation::uniform; });
  }
};

/// least..most: what a number is drawn from, each as often; or one expression alone.
struct range {
  expression least;
  expression most;  ///< the same as `least` where there is one
  bool has_two = false;
};

/// In a recording, the rest of a task after a join is a task of its own with this name.
inline constexpr std::string_view rest_name = "(goes on)";
/// In a recording, what puts an initial task where these are of several types is a task with this name.
inline constexpr std::string_view beginning_name = "(initial)";

struct item;
using body = std::vector<item>;

struct alternative {
  double weight;
  body items;
};

/// A part of the right-hand side of a production.
struct item {
  enum class form : unsigned char {
    work,    ///< {count}: time passes
    put,     ///< NAME(arguments): a task is created
    choice,  ///< [… | …]: one of the alternatives
    join,    ///< <…>: its tasks are done before the production goes on
    assign   ///< NAME = expression: a shared variable has another value from then on
  };

  form what;
  place where;
  range count;                            ///< units of work; how often, for all others
  std::uint32_t type = 0;                 ///< put; assign: which variable
  std::vector<expression> given;          ///< put: the arguments; assign: the value
  std::vector<alternative> alternatives;  ///< choice; join: one
};

struct condition {
  enum class relation : unsigned char { equal, unequal, less, at_most, greater, at_least };
  expression left;
  relation how;
  expression right;
};

/// A production applies to tasks of its type for which all conditions hold.
struct production {
  std::uint32_t type;
  place where;
  std::vector<condition> conditions;
  body items;
};

struct variable {
  std::string name;
  std::int64_t value;        ///< when a run begins
  bool is_assigned = false;  ///< by some production
};

/// How many tasks one entry of an initial line stands for at most.
inline constexpr std::int64_t most_initial = 1'000'000;

struct initial_task {
  std::uint32_t type;
  place where;
  std::vector<expression> given;
  expression count;
};

/// KR02's tuple: task types, initial tasks, productions; arguments and shared variables are whole numbers.
struct task_grammar {
  std::string file;  ///< for messages
  std::vector<std::string> types;
  std::vector<std::size_t> arity;  ///< of each type: its number of arguments
  std::vector<initial_task> initial;
  std::vector<variable> variables;
  std::vector<production> productions;  ///< of those that apply the first is taken
  std::int64_t unit = 0;                ///< nanoseconds of a unit of time; 0: it does not say

  /// Whether what a task does may depend on what others did before.
  [[nodiscard]] bool changes_variables() const {
    return std::any_of(variables.begin(), variables.end(),
                       [](const variable& each) { return each.is_assigned; });
  }
};

}  // namespace jackdaw::apps::grammar
