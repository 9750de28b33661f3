#include "apps/grammar/expansion/expand.hpp"

#include <algorithm>
#include <cstddef>
#include <span>

#include <jackdaw/base/random.hpp>

#include "apps/grammar/language/lexer.hpp"

namespace jackdaw::apps::grammar {

namespace {

constexpr std::int64_t most_units = 1'000'000'000'000;
constexpr std::size_t most_actions = 10'000'000;  // of one task

/// The key of a task's child, or of a run's initial task.
std::uint64_t key_of(std::uint64_t parent, std::uint64_t number) {
  return base::mix(base::mix(parent) + number + 1);
}

/// Values of expressions for one task.
class evaluator {
 public:
  evaluator(const std::string& file, std::span<const std::int64_t> given,
            std::span<const std::int64_t> variables, step_budget& budget)
      : file_(file), given_(given), variables_(variables), budget_(budget) {}

  /// So many steps are made.
  void spend(std::uint64_t steps) const {
    if (steps > budget_.left) {
      throw input_error(file_ + ": more than " + std::to_string(budget_.all) +
                        " steps; expected a grammar that ends, or a larger --most");
    }
    budget_.left -= steps;
  }

  [[nodiscard]] std::int64_t value(const expression& of) const {
    spend(of.steps.size());
    std::array<std::int64_t, expression::most_depth> stack;
    std::size_t depth = 0;
    for (const expression::step& step : of.steps) {
      switch (step.what) {
        case expression::operation::number:
          stack[depth++] = step.value;
          break;
        case expression::operation::argument:
          stack[depth++] = given_[static_cast<std::size_t>(step.value)];
          break;
        case expression::operation::variable:
          stack[depth++] = variables_[static_cast<std::size_t>(step.value)];
          break;
        default:
          --depth;
          stack[depth - 1] = applied(of, step.what, stack[depth - 1], stack[depth]);
      }
    }
    return stack[0];
  }

  /// The same, for what cannot be negative.
  [[nodiscard]] std::int64_t count(const expression& of, std::int64_t most, const char* what) const {
    const std::int64_t found = value(of);
    if (found < 0 || found > most)
      refuse(file_, of.where, std::to_string(found) + " is no " + what, "0 to " + std::to_string(most));
    return found;
  }

  [[nodiscard]] bool holds(const condition& of) const {
    const std::int64_t left = value(of.left);
    const std::int64_t right = value(of.right);
    switch (of.how) {
      case condition::relation::equal:
        return left == right;
      case condition::relation::unequal:
        return left != right;
      case condition::relation::less:
        return left < right;
      case condition::relation::at_most:
        return left <= right;
      case condition::relation::greater:
        return left > right;
      default:
        return left >= right;
    }
  }

 private:
  [[nodiscard]] std::int64_t applied(const expression& of, expression::operation what, std::int64_t left,
                                     std::int64_t right) const {
    std::int64_t result = 0;
    bool wrong = false;
    switch (what) {
      case expression::operation::add:
        wrong = __builtin_add_overflow(left, right, &result);
        break;
      case expression::operation::subtract:
        wrong = __builtin_sub_overflow(left, right, &result);
        break;
      case expression::operation::multiply:
        wrong = __builtin_mul_overflow(left, right, &result);
        break;
      default:
        if (right == 0) refuse(file_, of.where, "a division by 0", "another divisor");
        if (right == -1) {  // the smallest number has no positive counterpart
          wrong = what == expression::operation::divide && __builtin_sub_overflow(0, left, &result);
        } else {
          result = what == expression::operation::divide ? left / right : left % right;
        }
    }
    if (wrong) refuse(file_, of.where, "the value is too large", "numbers below 2^63");
    return result;
  }

  const std::string& file_;
  std::span<const std::int64_t> given_;
  std::span<const std::int64_t> variables_;
  step_budget& budget_;
};

}  // namespace

/// Goes through a production.
class expander::walk {
 public:
  walk(const expander& by, const instance& task, std::vector<action>& actions, step_budget& budget)
      : of_(by.of_),
        task_(task),
        values_(by.of_.file, task.given, by.values_, budget),
        draw_(task.key),
        actions_(actions) {}

  [[nodiscard]] bool applies(const production& each) const {
    values_.spend(1);
    return each.type == task_.type &&
           std::all_of(each.conditions.begin(), each.conditions.end(),
                       [this](const condition& one) { return values_.holds(one); });
  }

  void follow(const body& items) {
    for (const item& each : items) {
      if (each.what == item::form::work) {
        add({action::form::work, static_cast<std::uint64_t>(drawn(each.count, most_units, "time"))},
            each.where);
      } else {
        const std::int64_t times =
            drawn(each.count, static_cast<std::int64_t>(most_actions), "number of times");
        for (std::int64_t i = 0; i < times; ++i) follow(each);
      }
    }
  }

 private:
  void follow(const item& each) {
    values_.spend(1);
    if (each.what == item::form::put) {
      instance child{each.type, {}, key_of(task_.key, ++children_)};
      for (std::size_t i = 0; i < each.given.size(); ++i) child.given[i] = values_.value(each.given[i]);
      add({action::form::put, 0, child}, each.where);
    } else if (each.what == item::form::choice) {
      follow(chosen(each.alternatives).items);
    } else {
      const std::size_t begin = actions_.size();
      add({action::form::join}, each.where);
      const std::uint64_t before = children_;
      follow(each.alternatives.front().items);
      actions_[begin].count = children_ - before;
      add({action::form::joined}, each.where);
    }
  }

  void add(const action& next, place where) {
    if (actions_.size() == most_actions)
      refuse(of_.file, where, written(of_, task_) + " does too much",
             "at most " + std::to_string(most_actions) + " steps in a task");
    actions_.push_back(next);
  }

  [[nodiscard]] std::int64_t drawn(const range& from, std::int64_t most, const char* what) {
    const std::int64_t low = values_.count(from.least, most, what);
    const std::int64_t high = values_.count(from.most, most, what);
    if (low > high)
      refuse(of_.file, from.most.where, std::to_string(low) + ".." + std::to_string(high) + " is empty",
             "a range from a smaller to a larger number");
    if (low == high) return low;
    return low + static_cast<std::int64_t>(draw_.next() % static_cast<std::uint64_t>(high - low + 1));
  }

  [[nodiscard]] const alternative& chosen(const std::vector<alternative>& from) {
    if (from.size() == 1) return from.front();
    values_.spend(from.size());
    double all = 0;
    for (const alternative& each : from) all += each.weight;
    double left = all * 0x1p-53 * static_cast<double>(draw_.next() >> 11U);
    for (const alternative& each : from) {
      left -= each.weight;
      if (left < 0) return each;
    }
    return from.back();
  }

  const task_grammar& of_;
  const instance& task_;
  evaluator values_;
  base::random draw_;
  std::vector<action>& actions_;
  std::uint64_t children_ = 0;
};

std::vector<instance> expander::initial(std::uint64_t seed, std::uint64_t most) const {
  constexpr std::int64_t most_initial = 1'000'000;
  step_budget endless;
  const evaluator values(of_.file, {}, values_, endless);
  std::vector<instance> tasks;
  for (const initial_task& each : of_.initial) {
    const std::int64_t count = values.count(each.count, most_initial, "number of tasks");
    if (static_cast<std::uint64_t>(count) > most - tasks.size()) refuse_tasks(of_, most);
    for (std::int64_t i = 0; i < count; ++i) {
      instance& task = tasks.emplace_back();
      task.type = each.type;
      task.key = key_of(seed, tasks.size());
      for (std::size_t k = 0; k < each.given.size(); ++k) task.given[k] = values.value(each.given[k]);
    }
  }
  return tasks;
}

void expander::expand(const instance& task, std::vector<action>& actions, step_budget& budget) const {
  actions.clear();
  walk through(*this, task, actions, budget);
  place last;
  for (const production& each : of_.productions) {
    if (through.applies(each)) return through.follow(each.items);
    if (each.type == task.type) last = each.where;
  }
  refuse(of_.file, last,
         "no production of " + written_name(of_.types[task.type]) + " applies to " + written(of_, task),
         "one without a condition as the last");
}

void refuse_tasks(const task_grammar& of, std::uint64_t most) {
  throw input_error(of.file + ": more than " + std::to_string(most) +
                    " tasks; expected a grammar that ends, or a larger --most");
}

std::string written(const task_grammar& of, const instance& task) {
  std::string text = written_name(of.types[task.type]);
  for (std::size_t i = 0; i < of.arity[task.type]; ++i)
    text += (i == 0 ? "(" : ", ") + std::to_string(task.given[i]);
  return of.arity[task.type] == 0 ? text : text + ")";
}

}  // namespace jackdaw::apps::grammar
