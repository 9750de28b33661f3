#include "apps/grammar/expansion/program_of.hpp"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "apps/grammar/expansion/figures.hpp"

namespace jackdaw::apps::grammar {

namespace {

class program_maker {
 public:
  program_maker(const expander& by, const variable_states* states, double unit)
      : by_(by), states_(states), unit_(unit) {}

  replay::program make(const std::vector<instance>& initial) {
    found_.phases.emplace_back();
    for (const instance& each : initial) {
      found_.phases.front().initial.push_back(new_task());
      todo_.push_back({each, 0, found_.phases.front().initial.back(), replay::none});
    }
    while (!todo_.empty()) {
      const part next = std::move(todo_.back());
      todo_.pop_back();
      add(next);
    }
    return std::move(found_);
  }

 private:
  using deed = replay::step::deed;

  /// A task, or the rest of one after a join.
  struct part {
    instance task;
    std::size_t from;      // which of its actions
    std::uint32_t number;  // of the program's tasks
    std::uint32_t tells;   // the counter at which it arrives at its end
  };

  void add(const part& of) {
    found_.tasks[of.number].first = found_.steps.size();
    by_.expand(of.task, actions_, states_);
    std::uint32_t join = replay::none;
    std::uint32_t rest = replay::none;
    for (std::size_t i = of.from; i < actions_.size(); ++i) {
      action& each = actions_[i];
      if (each.what == action::form::work) {
        passed_ += static_cast<double>(each.count) * unit_;
      } else if (each.what == action::form::put) {
        const std::uint32_t child = new_task();
        step(deed::put, child);
        todo_.push_back({std::move(each.task), 0, child, join});
      } else if (each.what == action::form::join && each.count != 0) {
        rest = new_task();
        join = static_cast<std::uint32_t>(found_.counters.size());
        found_.counters.push_back(
            {static_cast<std::uint32_t>(each.count) + 1, rest});  // and this task itself
      } else if (each.what == action::form::joined && join != replay::none) {
        step(deed::arrive, join);
        step(deed::end);
        todo_.push_back({of.task, i + 1, rest, of.tells});
        return;
      }
    }
    if (of.tells != replay::none) step(deed::arrive, of.tells);
    step(deed::end);
  }

  std::uint32_t new_task() {
    found_.tasks.emplace_back();
    return static_cast<std::uint32_t>(found_.tasks.size() - 1);
  }

  void step(deed then, std::uint32_t subject = replay::none) {
    if (found_.steps.size() == most_program_steps) {
      throw input_error(by_.grammar().file + ": more than " + std::to_string(most_program_steps) +
                        " steps; expected a grammar that is small enough for a replay");
    }
    found_.steps.push_back({std::exchange(passed_, 0), then, subject});
  }

  const expander& by_;
  const variable_states* states_;
  double unit_;
  double passed_ = 0;  // since the last step
  replay::program found_;
  std::vector<part> todo_;
  std::vector<action> actions_;
};

}  // namespace

replay::program program_of(const expander& by, std::uint64_t seed, std::uint64_t most, double unit) {
  variable_states states;
  (void)expand_all(by, seed, most, [](std::uint64_t) {}, &states);  // it ends, and is not too large
  return program_maker(by, by.changes_variables() ? &states : nullptr, unit).make(by.initial(seed, most));
}

}  // namespace jackdaw::apps::grammar
