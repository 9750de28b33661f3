#include "apps/grammar/expansion/figures.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <string>

namespace jackdaw::apps::grammar {

namespace {

/// Steps that a run may take for each task that it may have, and how many it may take in any case.
constexpr std::uint64_t steps_of_task = 100;
constexpr std::uint64_t least_steps = 10'000'000;

constexpr std::size_t no_task = std::numeric_limits<std::size_t>::max();

/// A task, or the rest of one after a join.
struct pending {
  instance task;
  std::size_t from = 0;     // which of its actions
  std::uint64_t begin = 0;  // units along the longest path
  std::size_t awaited_by = no_task;
};

/// Which task waits, for how many, and until when it has to so far.
struct waiting {
  pending rest;
  std::uint64_t left = 0;
};

class serial_expansion {
 public:
  serial_expansion(const expander& by, std::uint64_t most, const std::function<void(std::uint64_t)>& work,
                   variable_states* states)
      : by_(by),
        most_(most),
        work_(work),
        states_(states == nullptr ? own_states_ : *states),
        variables_(by.values()) {
    if (most <= UINT64_MAX / steps_of_task)
      budget_.left = budget_.all = std::max(steps_of_task * most, least_steps);
    found_.tasks = tally(by.grammar().types.size());
  }

  figures run(std::uint64_t seed) {
    std::vector<instance> initial = by_.initial(seed, most_);
    std::reverse(initial.begin(), initial.end());
    for (const instance& each : initial) todo_.push_back({each});
    while (!todo_.empty()) {
      const pending next = todo_.back();
      todo_.pop_back();
      go_on(next);
    }
    return std::move(found_);
  }

 private:
  void go_on(const pending& of) {
    if (of.from == 0) {
      if (tasks_++ == most_) refuse_tasks(by_.grammar(), most_);
      found_.tasks.count(of.task);
    } else {
      ++found_.tasks.resumed;
    }
    if (by_.changes_variables()) {
      variables_ = by_.expand(of.task, states_.begin_part(of.task.key, variables_), actions_, budget_);
    } else {
      by_.expand(of.task, actions_, budget_);
    }
    std::uint64_t now = of.begin;
    std::size_t join = no_task;
    for (std::size_t i = of.from; i < actions_.size(); ++i) {
      const action& each = actions_[i];
      if (each.what == action::form::work) {
        work_(each.count);
        now += each.count;
        if (__builtin_add_overflow(found_.tasks.units, each.count, &found_.tasks.units))
          throw input_error(by_.grammar().file + ": more than 2^64 units of work; expected less");
      } else if (each.what == action::form::put) {
        if (tasks_ + todo_.size() >= most_) refuse_tasks(by_.grammar(), most_);  // all there are to come
        todo_.push_back({each.task, 0, now, join});
      } else if (each.what == action::form::join && each.count != 0) {
        join = open(each.count + 1);  // and this task itself
      } else if (each.what == action::form::joined && join != no_task) {
        joins_[join].rest = {of.task, i + 1, joins_[join].rest.begin, of.awaited_by};
        return arrive(join, now);
      }
    }
    found_.span = std::max(found_.span, now);
    if (of.awaited_by != no_task) arrive(of.awaited_by, now);
  }

  std::size_t open(std::uint64_t count) {
    if (free_.empty()) {
      joins_.emplace_back();
      free_.push_back(joins_.size() - 1);
    }
    const std::size_t at = free_.back();
    free_.pop_back();
    joins_[at] = {{}, count};
    return at;
  }

  void arrive(std::size_t at, std::uint64_t now) {
    waiting& join = joins_[at];
    join.rest.begin = std::max(join.rest.begin, now);
    if (--join.left != 0) return;
    todo_.push_back(join.rest);
    free_.push_back(at);
  }

  const expander& by_;
  std::uint64_t most_;
  const std::function<void(std::uint64_t)>& work_;
  variable_states own_states_;
  variable_states& states_;
  std::vector<std::int64_t> variables_;  // as they are now
  figures found_;
  step_budget budget_;
  std::uint64_t tasks_ = 0;
  std::vector<pending> todo_;
  std::vector<waiting> joins_;
  std::vector<std::size_t> free_;
  std::vector<action> actions_;
};

}  // namespace

figures expand_all(const expander& by, std::uint64_t seed, std::uint64_t most,
                   const std::function<void(std::uint64_t)>& work, variable_states* states) {
  return serial_expansion(by, most, work, states).run(seed);
}

}  // namespace jackdaw::apps::grammar
