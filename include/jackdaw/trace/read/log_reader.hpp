// What tasks have said of themselves, out of the events of one worker.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include <jackdaw/trace/read/history.hpp>
#include <jackdaw/trace/record/recording.hpp>

namespace jackdaw::trace::detail {

/// Follows the log entries of one worker, and ends spans as EC-R9 says (event_check.hpp). Tasks that are under way are
/// known by their depth: how many there are, this one included.
class log_reader {
 public:
  log_reader(history& found, std::uint32_t worker) : found_(found), worker_(worker) {}

  /// An event of `task`, the one that runs: a place in the history, or history::none.
  void follow(const event& e, std::uint32_t task, std::size_t depth) {
    if (e.happened() == what::span_over) return end_span(e, depth);
    if (e.happened() == what::counted || e.happened() == what::counted_more) {
      found_.log_counts.push_back({task, e.subject, static_cast<std::int64_t>(amount_of(e))});
      return;
    }
    const bool is_span = e.happened() == what::span_begun;
    const bool in_span = !open_.empty() && open_.back().depth == depth;
    const std::uint32_t around = in_span ? found_.log_entries[open_.back().entry].depth + 1 : 0;
    if (is_span) open_.push_back({found_.log_entries.size(), depth});
    const std::uint64_t elsewhere = is_span ? elsewhere_of(task) : 0;  // so far
    found_.log_entries.push_back({worker_, task, e.subject, e.time, e.time, elsewhere, around, is_span});
  }

  /// The innermost task is over; what it has said of how long it was elsewhere is known.
  void end_task(std::size_t depth, std::uint64_t now) {
    while (!open_.empty() && open_.back().depth >= depth) close(now);
  }

 private:
  struct open_span {
    std::size_t entry;  // of the history
    std::size_t depth;
  };

  void end_span(const event& e, std::size_t depth) {
    const auto is_it = [&](const open_span& each) {
      return each.depth == depth && found_.log_entries[each.entry].text == e.subject;
    };
    const auto last = std::find_if(open_.rbegin(), open_.rend(), is_it);
    if (last == open_.rend()) return;  // its begin was not kept
    for (auto left = last - open_.rbegin() + 1; left > 0; --left) close(e.time);
  }

  void close(std::uint64_t now) {
    history::log_entry& span = found_.log_entries[open_.back().entry];
    span.to = now;
    span.elsewhere = std::min(elsewhere_of(span.task) - span.elsewhere, now - span.from);
    open_.pop_back();
  }

  [[nodiscard]] std::uint64_t elsewhere_of(std::uint32_t task) const {
    return task == history::none ? 0 : found_.tasks[task].elsewhere;
  }

  history& found_;
  std::uint32_t worker_;
  std::vector<open_span> open_;
};

/// Makes one sum of each task's counts of one name.
inline void add_up(std::vector<history::log_count>& counts) {
  const auto key = [](const history::log_count& each) { return std::tuple(each.task, each.text); };
  std::ranges::sort(counts, {}, key);
  std::vector<history::log_count> sums;
  for (const history::log_count& each : counts) {
    if (sums.empty() || key(sums.back()) != key(each)) {
      sums.push_back(each);
    } else {
      const auto sum =
          static_cast<std::uint64_t>(sums.back().amount) + static_cast<std::uint64_t>(each.amount);
      sums.back().amount = static_cast<std::int64_t>(sum);
    }
  }
  counts = std::move(sums);
}

}  // namespace jackdaw::trace::detail
