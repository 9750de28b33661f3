#include "apps/grammar/expansion/expand.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include <jackdaw/base/random.hpp>

#include "apps/grammar/expansion/distributions.hpp"
#include "apps/grammar/language/lexer.hpp"

namespace jackdaw::apps::grammar {

namespace {

constexpr std::int64_t most_units = 1'000'000'000'000;
constexpr std::size_t most_actions = 10'000'000;  // of one task

/// The key of a task's child, or of a run's initial task.
std::uint64_t key_of(std::uint64_t parent, std::uint64_t number) {
  return base::mix(base::mix(parent) + number + 1);
}

}  // namespace

/// Goes through a production.
class expander::walk {
 public:
  walk(const expander& by, const instance& task, const task_states& states, std::vector<action>& actions,
       step_budget& budget)
      : of_(by.of_),
        changes_variables_(by.changes_variables_),
        task_(task),
        states_(states),
        variables_(states.front()),
        draw_(task.key),
        values_(by.of_.file, task.given, variables_, draw_, budget),
        actions_(actions) {}

  [[nodiscard]] bool applies(const production& each) const {
    values_.spend(1);
    return std::all_of(each.conditions.begin(), each.conditions.end(),
                       [this](const condition& one) { return values_.holds(one); });
  }

  void follow(const body& items) {
    for (const item& each : items) {
      if (is_over_) return;
      if (each.what == item::form::work) {
        add({action::form::work, static_cast<std::uint64_t>(drawn(each.count, most_units, "time"))},
            each.where);
      } else {
        const std::int64_t times =
            drawn(each.count, static_cast<std::int64_t>(most_actions), "number of times");
        for (std::int64_t i = 0; i < times && !is_over_; ++i) follow(each);
      }
    }
  }

  /// The shared variables as they are now.
  [[nodiscard]] std::vector<std::int64_t> take_variables() { return std::move(variables_); }

 private:
  void follow(const item& each) {
    values_.spend(1);
    if (each.what == item::form::put) {
      instance child{each.type, {}, key_of(task_.key, ++children_)};
      for (std::size_t i = 0; i < each.given.size(); ++i) child.given.set(i, values_.value(each.given[i]));
      add({action::form::put, 0, std::move(child)}, each.where);
    } else if (each.what == item::form::assign) {
      variables_[each.type] = values_.value(each.given.front());
    } else if (each.what == item::form::choice) {
      follow(chosen(each.alternatives).items);
    } else {
      const std::size_t begin = actions_.size();
      add({action::form::join}, each.where);
      const std::uint64_t before = children_;
      follow(each.alternatives.front().items);
      actions_[begin].count = children_ - before;
      add({action::form::joined}, each.where);
      if (changes_variables_ && children_ != before) go_on_after_join();
    }
  }

  /// Other tasks have changed the variables meanwhile.
  void go_on_after_join() {
    if (++part_ == states_.size()) {
      is_over_ = true;
    } else {
      variables_ = states_[part_];
    }
  }

  void add(action next, place where) {
    if (actions_.size() == most_actions)
      refuse(of_.file, where, written(of_, task_) + " does too much",
             "at most " + std::to_string(most_actions) + " steps in a task");
    actions_.push_back(std::move(next));
  }

  [[nodiscard]] std::int64_t drawn(const range& from, std::int64_t most, const char* what) {
    const std::int64_t low = values_.count(from.least, most, what);
    if (!from.has_two) return low;  // also where it is drawn: once
    const std::int64_t high = values_.count(from.most, most, what);
    if (low > high)
      refuse(of_.file, from.most.where, std::to_string(low) + ".." + std::to_string(high) + " is empty",
             "a range from a smaller to a larger number");
    return low == high ? low : drawn_uniform(draw_, low, high);
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
  bool changes_variables_;
  const instance& task_;
  const task_states& states_;
  std::vector<std::int64_t> variables_;
  base::random draw_;
  evaluator values_;
  std::vector<action>& actions_;
  std::uint64_t children_ = 0;
  std::size_t part_ = 0;
  bool is_over_ = false;  // what comes is not known yet
};

std::vector<instance> expander::initial(std::uint64_t seed, std::uint64_t most) const {
  step_budget endless;
  base::random draw(seed);
  const argument_values none;
  const evaluator values(of_.file, none, values_.front(), draw, endless);
  std::vector<instance> tasks;
  for (const initial_task& each : of_.initial) {
    const std::int64_t count = values.count(each.count, most_initial, "number of tasks");
    if (static_cast<std::uint64_t>(count) > most - tasks.size()) refuse_tasks(of_, most);
    for (std::int64_t i = 0; i < count; ++i) {
      instance& task = tasks.emplace_back();
      task.type = each.type;
      task.key = key_of(seed, tasks.size());
      for (std::size_t k = 0; k < each.given.size(); ++k) task.given.set(k, values.value(each.given[k]));
    }
  }
  return tasks;
}

std::vector<std::int64_t> expander::expand(const instance& task, const task_states& states,
                                           std::vector<action>& actions, step_budget& budget) const {
  actions.clear();
  walk through(*this, task, states, actions, budget);
  place last;
  for (const production* each : of_type_[task.type]) {
    if (through.applies(*each)) {
      through.follow(each->items);
      return through.take_variables();
    }
    last = each->where;
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
