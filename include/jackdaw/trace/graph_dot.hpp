// The task graph for Graphviz.
#pragma once

#include <cstddef>
#include <ostream>
#include <set>
#include <unordered_set>
#include <utility>

#include <jackdaw/trace/graph.hpp>
#include <jackdaw/trace/history.hpp>
#include <jackdaw/trace/text.hpp>

namespace jackdaw::trace {

/// Writes the forest of creation (KR02 section 2.1) with dependences dashed, the critical path red, and each
/// task's own time. Not for more tasks than somebody wants to look at: of more than `most` only the first are
/// written, with those of the critical path, and a note says so. Errors: those of the stream.
inline void write_dot(std::ostream& out, const history& run, const graph& order, std::size_t most = 2000) {
  std::unordered_set<task_number> critical;
  std::set<std::pair<task_number, task_number>> critical_edges;
  for (std::size_t i = 0; i < order.critical_path.size(); ++i) {
    critical.insert(order.critical_path[i].task);
    if (i > 0) critical_edges.insert({order.critical_path[i - 1].task, order.critical_path[i].task});
  }
  const auto is_drawn = [&](std::uint32_t at) {
    return run.tasks[at].ran() && (at < most || critical.contains(run.tasks[at].number));
  };
  std::size_t left_out = 0;
  out << "digraph run {\n  node [shape=box, style=filled, fontname=\"sans-serif\"];\n";
  for (std::uint32_t i = 0; i < run.tasks.size(); ++i) {
    const auto& task = run.tasks[i];
    if (!is_drawn(i)) {
      ++left_out;
      continue;
    }
    out << "  t" << task.number << " [label="
        << in_quotes(run.name_of(task) + "  " + duration(static_cast<double>(task.own_length())))
        << ", fillcolor=\"" << colour_of(run, task.kind) << '"';
    if (critical.contains(task.number)) out << ", color=red, penwidth=3";
    out << "];\n";
  }
  const auto edge = [&](std::uint32_t from, std::uint32_t to, const char* style) {
    if (!is_drawn(from) || !is_drawn(to)) return;
    const std::pair ends{run.tasks[from].number, run.tasks[to].number};
    out << "  t" << ends.first << " -> t" << ends.second << " [" << style
        << (critical_edges.contains(ends) ? ", color=red, penwidth=3" : "") << "];\n";
  };
  for (std::uint32_t i = 0; i < run.tasks.size(); ++i) {
    if (run.tasks[i].parent != history::none) edge(run.tasks[i].parent, i, "style=solid");
  }
  for (const auto& each : run.dependences) edge(each.from, each.to, "style=dashed");
  if (left_out != 0) out << "  note [shape=note, label=\"and " << left_out << " more tasks\"];\n";
  out << "}\n";
}

}  // namespace jackdaw::trace
