// The history that a run of a grammar on one worker would have, without a clock: a unit takes a nanosecond.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <jackdaw/trace/read/history.hpp>

#include "apps/grammar/expansion/figures.hpp"
#include "apps/grammar/language/parse.hpp"
#include "apps/grammar/language/settings.hpp"

namespace jackdaw::tests {

/// Tasks, work, span of a text in one run.
inline apps::grammar::figures expanded(const std::string& text, std::uint64_t seed = 1,
                                       std::uint64_t most = 1'000'000) {
  const auto of = apps::grammar::parse("g.tg", text);
  return apps::grammar::expand_all(apps::grammar::expander(of, apps::grammar::values_with(of, {})), seed,
                                   most, [](std::uint64_t) {});
}

inline trace::history recorded_serially(const std::string& text, std::uint64_t seed = 1) {
  using namespace apps::grammar;
  const task_grammar of = parse("g.tg", text);
  const expander by(of, values_with(of, {}));
  variable_states states;
  (void)expand_all(by, seed, 1'000'000, [](std::uint64_t) {}, &states);
  trace::history found;
  found.workers = 1;
  for (const std::string& each : of.types) found.kinds.push_back({each, ""});
  found.kinds.push_back({std::string(rest_name), ""});
  struct part {
    instance task;
    std::size_t from;
    std::uint32_t number;
    std::optional<std::size_t> join;  // which waits for it
  };
  struct join {
    part rest;
    std::uint64_t left;
  };
  std::deque<part> todo;
  std::vector<join> joins;
  std::uint64_t now = 0;
  const auto created = [&](std::uint32_t kind, std::uint32_t parent) {
    trace::history::task task;
    task.number = static_cast<trace::task_number>(found.tasks.size() + 1);
    task.kind = kind;
    task.parent = parent;
    task.worker = task.creator = 0;
    task.created = now;
    found.tasks.push_back(task);
    return static_cast<std::uint32_t>(found.tasks.size() - 1);
  };
  const auto arrive = [&](std::optional<std::size_t> at) {
    if (at && --joins[*at].left == 0) todo.push_back(joins[*at].rest);
  };
  for (const instance& each : by.initial(seed))
    todo.push_back({each, 0, created(each.type, trace::history::none), {}});
  std::vector<action> actions;
  while (!todo.empty()) {
    const part next = todo.front();
    todo.pop_front();
    found.tasks[next.number].started = now;
    by.expand(next.task, actions, by.changes_variables() ? &states : nullptr);
    std::optional<std::size_t> open;
    bool goes_on = false;
    for (std::size_t i = next.from; i < actions.size() && !goes_on; ++i) {
      const action& each = actions[i];
      if (each.what == action::form::work) {
        now += each.count;
      } else if (each.what == action::form::put) {
        todo.push_back({each.task, 0, created(each.task.type, next.number), open});
      } else if (each.what == action::form::join && each.count != 0) {
        std::size_t end = i;
        while (actions[end].what != action::form::joined) ++end;
        const auto rest = created(static_cast<std::uint32_t>(of.types.size()), next.number);
        open = joins.size();
        joins.push_back({{next.task, end + 1, rest, next.join}, each.count + 1});
      } else if (each.what == action::form::joined && open) {
        goes_on = true;
      }
    }
    found.tasks[next.number].finished = now;
    arrive(goes_on ? open : next.join);
  }
  found.end = now;
  return found;
}

}  // namespace jackdaw::tests
