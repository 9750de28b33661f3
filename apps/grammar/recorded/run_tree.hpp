// Which task created which in a recorded run, in the order of creation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <jackdaw/trace/read/history.hpp>

#include "apps/grammar/language/model.hpp"

namespace jackdaw::apps::grammar {

class run_tree {
 public:
  /// `run` outlives the tree.
  explicit run_tree(const trace::history& run) : run_(run), children_(run.tasks.size()) {
    for (std::uint32_t i = 0; i < run.tasks.size(); ++i) {  // by the time of creation
      if (run.tasks[i].parent != trace::history::none) children_[run.tasks[i].parent].push_back(i);
    }
  }

  /// What a grammar calls the type of task `i`.
  [[nodiscard]] const std::string& name(std::size_t i) const {
    static const std::string without = "(no name)";  // no type of a grammar is called ""
    const std::string& own = run_.name_of(run_.tasks[i]);
    return own.empty() ? without : own;
  }

  /// The tasks that task `i` created.
  [[nodiscard]] const std::vector<std::uint32_t>& children(std::size_t i) const { return children_[i]; }

  /// The names of the tasks that task `i` created.
  [[nodiscard]] std::vector<std::string> created_by(std::size_t i) const {
    std::vector<std::string> names;
    for (const std::uint32_t child : children_[i]) names.push_back(name(child));
    return names;
  }

  /// The same, as if task `i` had gone on after its joins itself. A rest is made before the tasks that it waits for,
  /// and does what it does after them.
  [[nodiscard]] std::vector<std::string> created_with_rests(std::size_t i) const {
    std::vector<std::string> names;
    for (const std::uint32_t child : children_with_rests(i)) names.push_back(name(child));
    return names;
  }
  [[nodiscard]] std::vector<std::uint32_t> children_with_rests(std::size_t i) const {
    std::vector<std::uint32_t> all;
    for (std::size_t next = i; next != trace::history::none;) {
      std::size_t rest = trace::history::none;
      for (const std::uint32_t child : children_[next]) {
        if (is_rest(child) && child > next) {  // else the recording is broken
          rest = child;
        } else {
          all.push_back(child);
        }
      }
      next = rest;
    }
    return all;
  }
  [[nodiscard]] bool is_rest(std::size_t i) const { return name(i) == rest_name; }
  /// Whether task `i` is the rest of a task that is there.
  [[nodiscard]] bool is_part(std::size_t i) const {
    return is_rest(i) && run_.tasks[i].parent != trace::history::none && run_.tasks[i].parent < i;
  }
  /// Whether task `i` only puts an initial task of the grammar.
  [[nodiscard]] bool is_beginning(std::size_t i) const {
    return run_.tasks[i].parent == trace::history::none && name(i) == beginning_name;
  }
  /// Whether task `i` is one that the run begins with.
  [[nodiscard]] bool is_initial(std::size_t i) const {
    const auto parent = run_.tasks[i].parent;
    return parent == trace::history::none ? !is_beginning(i) : is_beginning(parent);
  }

 private:
  const trace::history& run_;
  std::vector<std::vector<std::uint32_t>> children_;
};

}  // namespace jackdaw::apps::grammar
