#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include <jackdaw/cluster/record/recorded_job.hpp>
#include <jackdaw/trace/text/text.hpp>

namespace jackdaw::cluster {

namespace {

using trace::duration;
using trace::fixed;
using trace::shown;

constexpr std::string_view style = R"(<style>
body { font: 15px/1.4 sans-serif; max-width: 1000px; margin: 2em auto; color: #222; }
table { border-collapse: collapse; } td, th { padding: 2px 10px; text-align: right; border-bottom: 1px solid #ddd; }
td:first-child, th:first-child { text-align: left; } svg { width: 100%; border: 1px solid #ddd; }
svg text { font-size: 11px; } .note { color: #666; }
</style>
)";

class report_writer {
 public:
  report_writer(std::ostream& out, const recorded_job& job) : out_(out), job_(job) {
    for (std::uint32_t row = 0; row < job.rows.size(); ++row) busy_.push_back(job.busy(row));
  }

  void write(const std::string& title) {
    const trace::plain_numbers plain(out_);
    out_ << "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>" << shown(title)
         << "</title>\n"
         << style << "</head><body>\n<h1>" << shown(title) << "</h1>\n<p>" << job_.hosts.size() << " ranks, "
         << duration(static_cast<double>(job_.length))
         << ". Times of two ranks are off against each other by "
         << duration(static_cast<double>(job_.clock_error)) << " at most.</p>\n";
    write_ranks();
    write_picture();
    write_tasks();
    write_messages();
    out_ << "</body></html>\n";
  }

 private:
  struct of_rank {
    std::uint64_t workers = 0;
    std::uint64_t tasks = 0;
    double busy = 0;
    std::uint64_t sent = 0;
    std::uint64_t bytes = 0;
  };

  void write_ranks() {
    std::vector<of_rank> all(job_.hosts.size());
    for (std::uint32_t row = 0; row < job_.rows.size(); ++row) {
      if (!job_.rows[row].has_tasks) continue;
      of_rank& rank = all[job_.rows[row].rank];
      ++rank.workers;
      rank.busy += static_cast<double>(busy_[row]);
    }
    for (const auto& each : job_.stretches) all[job_.rows[each.row].rank].tasks += each.tasks;
    for (const auto& each : job_.messages) {
      of_rank& rank = all[job_.rows[each.from_row].rank];
      ++rank.sent;
      rank.bytes += each.bytes;
    }
    double busy = 0;
    double most = 0;
    for (const of_rank& each : all) {
      busy += each.busy;
      most = std::max(most, each.busy);
    }
    out_ << "<h2>Ranks</h2>\n<table><tr><th>rank</th><th>host</th><th>workers</th><th>tasks</th><th>busy</th>"
            "<th>of the time</th><th>messages sent</th><th>bytes</th></tr>\n";
    for (std::size_t i = 0; i < all.size(); ++i) {
      const double time = static_cast<double>(all[i].workers) * static_cast<double>(job_.length);
      out_ << "<tr><td>" << i << "</td><td>" << shown(job_.hosts[i]) << "</td><td>" << all[i].workers
           << "</td><td>" << all[i].tasks << "</td><td>" << duration(all[i].busy) << "</td><td>"
           << percent(all[i].busy, time) << "</td><td>" << all[i].sent << "</td><td>" << all[i].bytes
           << "</td></tr>\n";
    }
    out_ << "</table>\n";
    if (busy > 0)
      out_ << "<p>The busiest rank worked " << fixed(most * static_cast<double>(all.size()) / busy, 2)
           << " times as long as the mean of all.</p>\n";
  }

  /// How much of each of many short times a row was busy, as a shade; and arrows for what moved.
  void write_picture() {
    constexpr double height = 16;
    constexpr double left = 150;
    constexpr std::size_t parts = 400;
    constexpr double width = 2;
    constexpr std::size_t most_arrows = 500;
    const double bottom = height * static_cast<double>(job_.rows.size()) + 20;
    out_ << "<h2>When</h2>\n<svg viewBox=\"0 0 " << fixed(left + width * parts + 10, 0) << ' '
         << fixed(bottom, 0) << "\" role=\"img\" aria-label=\"how busy each worker was, by time\">\n";
    std::vector<std::array<double, parts>> shades(job_.rows.size());
    for (const auto& each : job_.stretches) add_shades(shades[each.row], each.from, each.to);
    for (std::size_t row = 0; row < job_.rows.size(); ++row) {
      const double top = height * static_cast<double>(row);
      out_ << "<text x=\"0\" y=\"" << fixed(top + 12, 0) << "\">rank " << job_.rows[row].rank << ' '
           << shown(job_.rows[row].name) << "</text>\n";
      for (std::size_t part = 0; part < parts; ++part) {
        const double shade = std::min(shades[row][part], 1.0);
        if (shade < 0.01) continue;
        out_ << "<rect x=\"" << fixed(left + width * static_cast<double>(part), 0) << "\" y=\""
             << fixed(top + 1, 0) << "\" width=\"2\" height=\"14\" fill=\"#2a78b5\" fill-opacity=\""
             << fixed(shade, 2) << "\"/>\n";
      }
    }
    std::size_t drawn = 0;
    for (const auto& each : job_.messages) {
      if (!is_of_interest(each) || ++drawn > most_arrows) continue;
      out_ << "<line x1=\"" << at(each.sent, left, width * parts) << "\" y1=\""
           << fixed(height * (each.from_row + 0.5), 0) << "\" x2=\""
           << at(std::max(each.sent, each.received), left, width * parts) << "\" y2=\""
           << fixed(height * (each.to_row + 0.5), 0)
           << "\" stroke=\"#d55\" stroke-opacity=\"0.6\" stroke-width=\"0.7\"/>\n";
    }
    out_ << "<text x=\"" << fixed(left, 0) << "\" y=\"" << fixed(bottom - 5, 0)
         << "\">0</text><text text-anchor=\"end\" x=\"" << fixed(left + width * parts, 0) << "\" y=\""
         << fixed(bottom - 5, 0) << "\">" << duration(static_cast<double>(job_.length))
         << "</text>\n</svg>\n";
    out_ << "<p class=\"note\">Blue: tasks. Red: work, and values of flows, on their way to another rank"
         << (drawn > most_arrows ? "; the first 500 of " + std::to_string(drawn) : "") << ".</p>\n";
  }

  [[nodiscard]] bool is_of_interest(const recorded_job::message& one) const {
    return job_.names[one.name] == "work" || job_.names[one.name] == "value";
  }

  template <std::size_t parts>
  void add_shades(std::array<double, parts>& shades, std::int64_t from, std::int64_t to) const {
    const double part = std::max(static_cast<double>(job_.length), 1.0) / parts;
    const auto first = static_cast<std::size_t>(std::max(0.0, static_cast<double>(from) / part));
    for (std::size_t i = first; i < parts && static_cast<double>(i) * part < static_cast<double>(to); ++i) {
      const double begins = std::max(static_cast<double>(from), static_cast<double>(i) * part);
      const double ends = std::min(static_cast<double>(to), static_cast<double>(i + 1) * part);
      shades[i] += std::max(0.0, ends - begins) / part;
    }
  }

  [[nodiscard]] std::string at(std::int64_t time, double left, double width) const {
    return fixed(left + width * static_cast<double>(time) /
                            static_cast<double>(std::max<std::int64_t>(job_.length, 1)),
                 1);
  }

  void write_tasks() {
    struct sum {
      std::uint64_t tasks = 0;
      double time = 0;
    };
    std::vector<sum> all(job_.names.size());
    for (const auto& each : job_.stretches) {
      all[each.name].tasks += each.tasks;
      all[each.name].time += static_cast<double>(each.to - each.from);
    }
    out_ << "<h2>Tasks</h2>\n<table><tr><th>task</th><th>number</th><th>time</th><th>mean</th></tr>\n";
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (all[i].tasks == 0) continue;
      out_ << "<tr><td>" << shown(job_.names[i]) << "</td><td>" << all[i].tasks << "</td><td>"
           << duration(all[i].time) << "</td><td>"
           << duration(all[i].time / static_cast<double>(all[i].tasks)) << "</td></tr>\n";
    }
    out_ << "</table>\n";
  }

  /// Kinds of messages, and how long each was on its way.
  void write_messages() {
    out_ << "<h2>Messages</h2>\n<table><tr><th>kind</th><th>number</th><th>bytes</th><th>on the way, "
            "median</th>"
            "<th>longest</th></tr>\n";
    for (std::uint32_t name = 0; name < job_.names.size(); ++name) {
      std::vector<double> ways;
      std::uint64_t bytes = 0;
      for (const auto& each : job_.messages) {
        if (each.name != name) continue;
        ways.push_back(static_cast<double>(std::max<std::int64_t>(each.received - each.sent, 0)));
        bytes += each.bytes;
      }
      if (ways.empty()) continue;
      std::ranges::sort(ways);
      out_ << "<tr><td>" << shown(job_.names[name]) << "</td><td>" << ways.size() << "</td><td>" << bytes
           << "</td><td>" << duration(ways[ways.size() / 2]) << "</td><td>" << duration(ways.back())
           << "</td></tr>\n";
    }
    out_ << "</table>\n";
  }

  [[nodiscard]] static std::string percent(double part, double whole) {
    return whole > 0 ? fixed(100 * part / whole, 0) + " %" : "";
  }

  std::ostream& out_;
  const recorded_job& job_;
  std::vector<std::int64_t> busy_;
};

}  // namespace

void write_report(std::ostream& out, const std::string& title, const recorded_job& job) {
  report_writer(out, job).write(title);
}

}  // namespace jackdaw::cluster
