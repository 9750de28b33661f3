// The task graph for Graphviz.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <ostream>
#include <set>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include <jackdaw/trace/formats/colour.hpp>
#include <jackdaw/trace/graph/graph.hpp>
#include <jackdaw/trace/read/history.hpp>
#include <jackdaw/trace/text/text.hpp>

namespace jackdaw::trace {

/// Writes the forest of creation (KR02 section 2.1), continuations dotted, and the data as in T15 figure 2.1: tasks
/// are ellipses, versions of handles boxes. Edges lead from a box to the tasks that require that version, and from
/// these to the version that they leave behind. They are dashed where tasks come in any order, but not at once. The
/// critical path is red, and each task has its own time. Handles without a name are numbered as they appear. Not for
/// many tasks: of more than `most` only the first are written, with those of the critical path, and a note says so.
/// Errors: those of the stream.
class dot_writer {
 public:
  static void write(std::ostream& out, const history& run, const graph& order, std::size_t most = 2000) {
    const plain_numbers plain(out);
    dot_writer(out, run, order, most).write_all();
  }

 private:
  dot_writer(std::ostream& out, const history& run, const graph& order, std::size_t most)
      : out_(out), run_(run), complete_(order.complete), most_(most), followed_(run.versions.size(), false) {
    for (std::size_t i = 0; i < order.critical_path.size(); ++i) {
      critical_.insert(order.critical_path[i].task);
      if (i > 0) critical_edges_.insert({order.critical_path[i - 1].task, order.critical_path[i].task});
    }
    for (const auto& each : run.versions) {
      if (each.before != history::none) followed_[each.before] = true;
    }
  }

  void write_all() {
    out_ << "digraph run {\n  node [style=filled, fontname=\"sans-serif\"];\n";
    write_tasks();
    for (std::uint32_t i = 0; i < run_.tasks.size(); ++i) {
      if (run_.tasks[i].parent != history::none) write_edge(run_.tasks[i].parent, i, "style=solid");
    }
    for (const auto& each : run_.dependences) {
      if (each.version == history::none) write_edge(each.from, each.to, "style=dotted");
    }
    for (const auto& each : run_.versions) write_version(each);
    for (std::size_t i = 0; i < run_.versions.size(); ++i) {
      if (!followed_[i]) write_last(run_.versions[i]);
    }
    if (!complete_) out_ << "  lost [shape=note, label=\"a part of the run: events were lost\"];\n";
    out_ << "}\n";
  }

  void write_tasks() {
    std::size_t left_out = 0;
    for (std::uint32_t i = 0; i < run_.tasks.size(); ++i) {
      const auto& task = run_.tasks[i];
      if (!is_drawn(i)) {
        ++left_out;
        continue;
      }
      out_ << "  t" << task.number << " [shape=ellipse, label="
           << in_dot(run_.name_of(task) + "  " + duration(static_cast<double>(task.own_length())))
           << ", fillcolor=" << in_dot(colour(task.kind));
      if (critical_.contains(task.number)) out_ << ", color=red, penwidth=3";
      out_ << "];\n";
    }
    if (left_out != 0) out_ << "  note [shape=note, label=\"and " << left_out << " more tasks\"];\n";
  }

  /// The box, the tasks that require this version, and those that have made it.
  void write_version(const history::version& each) {
    const std::vector<std::uint32_t> before =
        each.before == history::none ? std::vector<std::uint32_t>() : run_.versions[each.before].accesses;
    if (!any_drawn(before) && !any_drawn(each.accesses)) return;
    write_box(each.handle, each.number);
    for (const std::uint32_t from : before) {
      if (!is_drawn(from)) continue;
      const bool red = critical_.contains(run_.tasks[from].number) &&
                       std::ranges::any_of(each.accesses, [&](auto to) { return is_critical(from, to); });
      out_ << "  t" << run_.tasks[from].number << " -> " << name(each.handle, each.number);
      end_edge(style_of(run_.versions[each.before]), red);
    }
    for (const std::uint32_t to : each.accesses) {
      if (!is_drawn(to)) continue;
      const auto leads = [&](auto from) { return is_critical(from, to); };
      const bool red = critical_.contains(run_.tasks[to].number) &&
                       (std::ranges::any_of(before, leads) || std::ranges::any_of(each.accesses, leads));
      out_ << "  " << name(each.handle, each.number) << " -> t" << run_.tasks[to].number;
      end_edge(style_of(each), red);
    }
  }

  /// The last version of a handle, which no task accesses any more.
  void write_last(const history::version& each) {
    if (!any_drawn(each.accesses)) return;
    const auto number = each.number + static_cast<std::uint32_t>(each.accesses.size());
    write_box(each.handle, number);
    for (const std::uint32_t from : each.accesses) {
      if (!is_drawn(from)) continue;
      out_ << "  t" << run_.tasks[from].number << " -> " << name(each.handle, number);
      end_edge(style_of(each), false);
    }
  }

  void write_box(std::uint32_t handle, std::uint32_t version) {
    std::string label = in_dot(run_.handle_text(handle));
    label.insert(label.size() - 1, "\\nversion " + std::to_string(version));
    out_ << "  " << name(handle, version) << " [shape=box, fillcolor=white, label=" << label << "];\n";
  }

  void write_edge(std::uint32_t from, std::uint32_t to, const char* style) {
    if (!is_drawn(from) || !is_drawn(to)) return;
    out_ << "  t" << run_.tasks[from].number << " -> t" << run_.tasks[to].number;
    end_edge(style, is_critical(from, to));
  }

  void end_edge(const char* style, bool red) {
    out_ << " [" << style << (red ? ", color=red, penwidth=3" : "") << "];\n";
  }

  [[nodiscard]] static const char* style_of(const history::version& of) {
    return of.one_by_one ? "style=dashed" : "style=solid";
  }
  [[nodiscard]] static std::string name(std::uint32_t handle, std::uint32_t version) {
    return 'h' + std::to_string(handle) + "v" + std::to_string(version);
  }

  /// Graphviz knows names and "#rrggbb".
  [[nodiscard]] std::string colour(std::uint32_t kind) const {
    const std::string chosen = colour_of(run_, kind);
    const bool is_name =
        std::ranges::all_of(chosen, [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); });
    return is_name ? chosen : hexadecimal(primaries_of(run_, kind));
  }

  [[nodiscard]] bool is_drawn(std::uint32_t at) const {
    return run_.tasks[at].ran() && (at < most_ || critical_.contains(run_.tasks[at].number));
  }
  [[nodiscard]] bool any_drawn(const std::vector<std::uint32_t>& tasks) const {
    return std::ranges::any_of(tasks, [this](auto at) { return is_drawn(at); });
  }
  [[nodiscard]] bool is_critical(std::uint32_t from, std::uint32_t to) const {
    return critical_edges_.contains({run_.tasks[from].number, run_.tasks[to].number});
  }

  std::ostream& out_;
  const history& run_;
  const bool complete_;
  const std::size_t most_;
  std::vector<bool> followed_;  // by version: there is a next one
  std::unordered_set<task_number> critical_;
  std::set<std::pair<task_number, task_number>> critical_edges_;
};

/// Writes a run as its task graph for Graphviz; at most `most` tasks.
///     std::ofstream file("run.dot");
///     write_dot(file, read_history(seen), graph_reader::read(seen));
///
/// Cost: some passes over the history. Threads: one at a time for each stream. Errors: those of the stream.
inline void write_dot(std::ostream& out, const history& run, const graph& order, std::size_t most = 2000) {
  dot_writer::write(out, run, order, most);
}

}  // namespace jackdaw::trace
