// The schedule of a run as a picture: workers from top to bottom, time from left to right.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include <jackdaw/trace/formats/colour.hpp>
#include <jackdaw/trace/read/history.hpp>
#include <jackdaw/trace/text/text.hpp>

namespace jackdaw::trace {

/// How a task is drawn.
enum class task_shape : unsigned char {
  bars,      ///< KR02 figure 1
  triangles  ///< T15 figure 4.1: full height at the begin, a point at the end; so neighbours are told apart
};

/// How a schedule is drawn.
struct schedule_style {
  double width = 1200;                  ///< of the time axis, pixels
  double row = 28;                      ///< height of a worker, pixels
  std::size_t most_edges = 2000;        ///< a run with more tasks is drawn without edges of creation
  double least_width = 0.2;             ///< pixels; tasks that are narrower are drawn together
  task_shape shape = task_shape::bars;  ///< how a task is drawn
};

/// Draws a box or a triangle for each task, on the row of its worker. An edge leads from the moment of its creation to
/// its begin. A picture without edges says that it has none. Grey: the worker waited inside a task; a dark line below
/// the row: it was asleep. Black: what a task says of itself, a line across the row for a point in time, and one along
/// its top for a stretch of it. Tasks that are too narrow to be seen are one, of the colour of the longest. The result
/// is a whole SVG file, or, in a page, an element. Errors: those of the stream.
class schedule_writer {
 public:
  static void write(std::ostream& out, const history& run, const schedule_style& style = {}) {
    const plain_numbers plain(out);
    schedule_writer(out, run, style).write_all();
  }

 private:
  static constexpr double left = 70;
  static constexpr double top = 10;
  static constexpr double gap = 10;  // between rows, for edges and sleep

  schedule_writer(std::ostream& out, const history& run, const schedule_style& style)
      : out_(out),
        run_(run),
        style_(style),
        scale_(style.width / static_cast<double>(std::max<std::uint64_t>(run.end, 1))) {}

  void write_all() {
    const double bottom = top + run_.workers * (style_.row + gap);
    const double height = bottom + 30 + 18 * static_cast<double>(run_.kinds.size());
    out_ << R"(<svg xmlns="http://www.w3.org/2000/svg" class="schedule" viewBox="0 0 )"
         << fixed(left + style_.width + 20, 0) << ' ' << fixed(height, 0)
         << "\" font-family=\"sans-serif\" font-size=\"12\">\n"
         << "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n";
    for (std::uint32_t id = 0; id < run_.workers; ++id) {
      out_ << "<text x=\"4\" y=\"" << fixed(y(id) + style_.row * 0.65, 1) << "\">worker " << id
           << "</text>\n";
      box(0, run_.end, y(id), style_.row, "#f0f0f0", {});
    }
    write_tasks();
    for (const auto& each : run_.waits) {
      if (is_seen(each.from, each.to))
        box(each.from, each.to, y(each.worker), style_.row, "#c8c8c8", "waits");
    }
    write_nested();
    write_log();
    for (const auto& each : run_.parked) {
      if (is_seen(each.from, each.to))
        box(each.from, each.to, y(each.worker) + style_.row, gap / 3, "#404040", "asleep");
    }
    if (run_.tasks.size() <= style_.most_edges) {
      write_edges();
    } else {
      write_note(bottom + 28);
    }
    write_axis(bottom);
    write_kinds(bottom + 40);
    out_ << "</svg>\n";
  }

  /// Tasks that are not inside others; those inside are drawn over them.
  void write_tasks() {
    std::vector<std::vector<const history::task*>> rows(run_.workers);
    for (const auto& task : run_.tasks) {
      if (task.ran() && task.depth == 0) rows[task.worker].push_back(&task);
    }
    for (std::uint32_t id = 0; id < run_.workers; ++id) {
      std::sort(rows[id].begin(), rows[id].end(),
                [](const auto* a, const auto* b) { return a->started < b->started; });
      write_row(id, rows[id]);
    }
  }

  void write_row(std::uint32_t id, const std::vector<const history::task*>& row) {
    for (std::size_t i = 0; i < row.size();) {
      const history::task* longest = row[i];
      const std::uint64_t from = row[i]->started;
      std::uint64_t to = row[i]->finished;
      std::size_t next = i + 1;
      const bool narrow = !is_seen(from, to);
      while (narrow && next < row.size() && !is_seen(from, row[next]->finished)) {
        if (row[next]->length() > longest->length()) longest = row[next];
        to = std::max(to, row[next]->finished);
        ++next;
      }
      const std::string text = next - i == 1 ? title(*longest) : std::to_string(next - i) + " tasks";
      draw_task(from, to, y(id), style_.row, colour_of(run_, longest->kind), text);
      i = next;
    }
  }

  /// The deeper inside others, the lower the box.
  void write_nested() {
    for (const auto& task : run_.tasks) {
      if (!task.ran() || task.depth == 0 || !is_seen(task.started, task.finished)) continue;
      const double height = style_.row / (1 + 0.35 * std::min<std::uint32_t>(task.depth, 8));
      draw_task(task.started, task.finished, y(task.worker) + style_.row - height, height,
                colour_of(run_, task.kind), title(task));
    }
  }

  /// A point in time is a pixel wide.
  void write_log() {
    for (const auto& each : run_.log_entries) {
      const std::string& text = run_.logs[each.text];
      if (!each.is_span) {
        out_ << "<rect x=\"" << fixed(x(each.from), 2) << "\" y=\"" << fixed(y(each.worker), 1)
             << "\" width=\"1\" height=\"" << fixed(style_.row, 1) << '"';
        fill("rect", "#000000", text);
      } else if (is_seen(each.from, each.to)) {
        box(each.from, each.to, y(each.worker) + 3 * std::min<std::uint32_t>(each.depth, 4), 2, "#000000",
            text);
      }
    }
  }

  void write_edges() {
    out_ << "<g class=\"edges\" stroke=\"black\" stroke-width=\"0.6\" opacity=\"0.55\">\n";
    for (const auto& task : run_.tasks) {
      if (!task.ran() || task.parent == history::none) continue;
      const double from = x(task.created);
      const double to = x(task.started);
      if (task.worker == task.creator) {
        write_arc(from, to, y(task.worker));
      } else {
        const bool down = task.worker > task.creator;
        out_ << "<line x1=\"" << fixed(from, 2) << "\" y1=\""
             << fixed(y(task.creator) + (down ? style_.row : 0), 1) << "\" x2=\"" << fixed(to, 2)
             << "\" y2=\"" << fixed(y(task.worker) + (down ? 0 : style_.row), 1) << "\"/>\n";
      }
    }
    out_ << "</g>\n";
  }

  /// An edge to a child on the same worker: an arc over its row, the higher the later the child begins.
  void write_arc(double from, double to, double rim) {
    const double height = std::min(gap, 3 + (to - from) / 8);
    out_ << "<path fill=\"none\" d=\"M" << fixed(from, 2) << ' ' << fixed(rim, 1) << " Q"
         << fixed((from + to) / 2, 2) << ' ' << fixed(rim - 2 * height, 1) << ' ' << fixed(to, 2) << ' '
         << fixed(rim, 1) << "\"/>\n";
  }

  void write_note(double at) {
    out_ << "<text x=\"" << fixed(left + style_.width, 1) << "\" y=\"" << fixed(at, 1)
         << "\" text-anchor=\"end\" fill=\"#666\">" << run_.tasks.size()
         << " tasks: edges from creation to begin are drawn for " << style_.most_edges << " at most</text>\n";
  }

  void write_axis(double at) {
    constexpr int marks = 5;
    for (int i = 0; i <= marks; ++i) {
      const double share = static_cast<double>(i) / marks;
      out_ << "<text x=\"" << fixed(left + share * style_.width, 1) << "\" y=\"" << fixed(at + 14, 1)
           << "\" text-anchor=\"" << (i == marks ? "end" : "middle") << "\">"
           << duration(share * static_cast<double>(run_.end)) << "</text>\n";
    }
  }

  void write_kinds(double at) {
    for (std::uint32_t i = 0; i < run_.kinds.size(); ++i, at += 18) {
      out_ << "<rect x=\"" << fixed(left, 0) << "\" y=\"" << fixed(at - 10, 1)
           << "\" width=\"12\" height=\"12\" fill=\"" << shown(colour_of(run_, i)) << "\"/><text x=\""
           << fixed(left + 18, 0) << "\" y=\"" << fixed(at, 1) << "\">" << shown(run_.kinds[i].name)
           << "</text>\n";
    }
  }

  void draw_task(std::uint64_t from, std::uint64_t to, double at, double height, const std::string& colour,
                 const std::string& text) {
    if (style_.shape == task_shape::bars) return box(from, to, at, height, colour, text);
    const std::string begin = fixed(x(from), 2);
    const std::string end = fixed(x(from) + width(from, to), 2);
    out_ << "<polygon points=\"" << begin << ',' << fixed(at, 1) << ' ' << end << ','
         << fixed(at + height / 2, 1) << ' ' << begin << ',' << fixed(at + height, 1) << '"';
    fill("polygon", colour, text);
  }

  void box(std::uint64_t from, std::uint64_t to, double at, double height, const std::string& colour,
           const std::string& text) {
    out_ << "<rect x=\"" << fixed(x(from), 2) << "\" y=\"" << fixed(at, 1) << "\" width=\""
         << fixed(width(from, to), 2) << "\" height=\"" << fixed(height, 1) << '"';
    fill("rect", colour, text);
  }

  void fill(const char* element, const std::string& colour, const std::string& text) {
    out_ << " fill=\"" << shown(colour) << '"';
    if (text.empty()) {
      out_ << "/>\n";
    } else {
      out_ << "><title>" << shown(text) << "</title></" << element << ">\n";
    }
  }

  [[nodiscard]] std::string title(const history::task& task) const {
    return run_.name_of(task) + ", task " + std::to_string(task.number) + ", " +
           duration(static_cast<double>(task.length()));
  }

  [[nodiscard]] bool is_seen(std::uint64_t from, std::uint64_t to) const {
    return to > from && static_cast<double>(to - from) * scale_ >= style_.least_width;
  }
  [[nodiscard]] double width(std::uint64_t from, std::uint64_t to) const {
    return std::max(x(to) - x(from), style_.least_width);
  }
  [[nodiscard]] double x(std::uint64_t time) const { return left + static_cast<double>(time) * scale_; }
  [[nodiscard]] double y(std::uint32_t worker) const { return top + worker * (style_.row + gap); }

  std::ostream& out_;
  const history& run_;
  const schedule_style& style_;
  double scale_;
};

/// Writes a run as its schedule as a picture (SVG).
///     std::ofstream file("run.svg");
///     write_schedule(file, read_history(seen));
///
/// Cost: some passes over the history. Threads: one at a time for each stream. Errors: those of the stream.
inline void write_schedule(std::ostream& out, const history& run, const schedule_style& style = {}) {
  schedule_writer::write(out, run, style);
}

}  // namespace jackdaw::trace
