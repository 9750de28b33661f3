// What a recorded task did, with the time in between, as a grammar has it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "apps/grammar/recorded/run_tree.hpp"

namespace jackdaw::apps::grammar {

/// The events of a task, in order, and the nanoseconds before each of them and after the last one.
struct task_course {
  struct event {
    enum class form : unsigned char { put, join, joined } what;
    std::uint32_t child = 0;  ///< put: which task of the run
  };
  std::vector<event> events;
  std::vector<double> times;  ///< one more than events

  /// Of task `i` together with its rests after joins. A rest is made before the tasks that it waits for.
  static task_course of(const trace::history& run, const run_tree& tree, std::uint32_t i) {
    task_course found;
    double passed = 0;
    const auto add = [&](event::form what, std::uint32_t child = 0) {
      found.events.push_back({what, child});
      found.times.push_back(std::exchange(passed, 0));
    };
    for (std::uint32_t next = i; next != trace::history::none;) {
      const trace::history::task& task = run.tasks[next];
      const double length = task.ran() ? static_cast<double>(task.length()) : 0;
      // What it waited lies somewhere inside: all pieces get shorter alike.
      const double share = length > 0 ? static_cast<double>(task.own_length()) / length : 0;
      std::uint64_t since = task.started;
      const auto pass = [&](std::uint64_t until) {
        const std::uint64_t to = std::clamp(until, since, std::max(since, task.finished));
        passed += share * static_cast<double>(to - since);
        since = to;
      };
      std::uint32_t rest = trace::history::none;
      for (const std::uint32_t child : tree.children(next)) {
        pass(run.tasks[child].created);
        if (!tree.is_rest(child)) {
          add(event::form::put, child);
        } else if (rest == trace::history::none && child > next) {  // else it is broken
          rest = child;
          add(event::form::join);
        }
      }
      pass(task.finished);
      if (rest != trace::history::none) add(event::form::joined);
      next = rest;
    }
    found.times.push_back(passed);
    return found;
  }
};

}  // namespace jackdaw::apps::grammar
