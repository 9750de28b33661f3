// From a recording to its task graph: work, span (critical path), and the tasks on it.
//
// The span is found as by an observer that takes times along (measure/work_span.hpp), over the events of all workers.
// Each worker's events come in their order, a begin only after its creation, a join only after the end that it waits
// for; otherwise the earliest event comes first.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include <jackdaw/trace/graph/task_graph.hpp>
#include <jackdaw/trace/read/data_order.hpp>
#include <jackdaw/trace/read/users_of_handle.hpp>
#include <jackdaw/trace/record/recording.hpp>

namespace jackdaw::trace {

/// Reads a graph out of a recording. If the recording has lost events, it is a graph of the rest, and says so. Cost:
/// some steps an event, and a step a worker. Threads: any. Throws std::bad_alloc.
///     const graph order = graph_reader::read(seen);
///     std::printf("%.1f processors can be of use", order.parallelism());
class graph_reader {
 public:
  /// `burden`: nanoseconds that a begin takes where the task comes from another worker. Going on after a branch, a
  /// group or an access that was over elsewhere takes as long.
  [[nodiscard]] static graph read(const recording& seen, std::uint64_t burden = 0) {
    graph_reader plain(seen, 0);
    plain.read_all();
    graph found = plain.found_;
    found.complete = seen.complete();
    found.burden = burden;
    found.burdened_span = found.span;
    if (burden != 0) {
      graph_reader burdened(seen, burden);
      burdened.read_all();
      found.burdened_span = burdened.found_.span;
    }
    return found;
  }

  /// What the span would be if tasks of this kind took no time: what it is worth to make them faster.
  [[nodiscard]] static std::uint64_t span_without(const recording& seen, std::uint32_t kind) {
    graph_reader reader(seen, 0);
    reader.timeless_ = kind;
    reader.read_all();
    return reader.found_.span;
  }

  /// What the span would be if no task had to wait for this handle (its number in data_order). It shows what copies of
  /// the object, or smaller parts, are worth.
  [[nodiscard]] static std::uint64_t span_without_handle(const recording& seen, std::uint32_t handle) {
    graph_reader reader(seen, 0);
    reader.free_ = handle;
    reader.users_ = users_of_handle(reader.data_, handle);
    reader.read_all();
    return reader.found_.span;
  }

 private:
  static constexpr std::uint32_t no_kind = UINT32_MAX;
  static constexpr std::uint32_t no_piece = UINT32_MAX;

  /// So far along a path: its length, and its last piece.
  struct point {
    std::uint64_t length = 0;
    std::uint32_t piece = no_piece;
    void raise(const point& other) {
      if (other.length > length || piece == no_piece) *this = other;
    }
  };
  struct piece {
    task_number task;
    std::uint32_t before;
    std::uint64_t from;    // the path's length at its begin
    std::uint32_t handle;  // by which the path came here
  };
  struct known_task {
    point begin;
    point end;
    task_number before = 0;  // the number with which it was started first, if it was
    bool created = false;
    bool held = false;
    bool finished = false;
  };
  /// Accesses of one group that are over.
  struct known_group {
    point end;
    std::size_t released = 0;
  };
  struct running {
    task_number task;
    point at;
    std::uint64_t since = 0;  // when `at` was right
    bool waits = false;
    bool timeless = false;
  };
  struct cursor {
    std::size_t next = 0;
    std::size_t next_access = 0;
    std::vector<running> stack;
  };

  graph_reader(const recording& seen, std::uint64_t burden)
      : seen_(seen),
        burden_(burden),
        cursors_(seen.workers.size()),
        data_(data_order::read(seen)),
        accesses_(data_.groups.size()) {}

  void read_all() {
    while (cursor* const at = next_cursor()) {
      const event& e = seen_.workers[static_cast<std::size_t>(at - cursors_.data())][at->next++];
      step(*at, e);
    }
    found_.span = longest_.length;
    std::uint64_t until = longest_.length;
    for (std::uint32_t i = longest_.piece; i != no_piece; i = pieces_[i].before) {
      if (until > pieces_[i].from || found_.critical_path.empty())
        found_.critical_path.push_back({pieces_[i].task, until - pieces_[i].from, pieces_[i].handle});
      until = pieces_[i].from;
    }
    std::reverse(found_.critical_path.begin(), found_.critical_path.end());
  }

  /// The worker whose next event is due; null at the end.
  [[nodiscard]] cursor* next_cursor() {
    cursor* best = nullptr;
    bool best_ready = false;
    std::uint64_t best_time = 0;
    for (std::size_t id = 0; id < cursors_.size(); ++id) {
      cursor& each = cursors_[id];
      if (each.next == seen_.workers[id].size()) continue;
      const event& e = seen_.workers[id][each.next];
      const bool ready = e.happened() == what::acquired ? is_available(access_at(each)) : is_ready(e);
      const bool better = ready != best_ready ? ready : e.time < best_time;
      if (best != nullptr && !better) continue;
      best = &each;
      best_ready = ready;
      best_time = e.time;
    }
    return best;
  }

  [[nodiscard]] bool is_ready(const event& e) const {
    if (e.happened() != what::started && e.happened() != what::joined) return true;
    const auto known = tasks_.find(e.subject);
    if (known == tasks_.end()) return false;
    if (e.happened() == what::joined) return known->second.finished;
    const auto before = tasks_.find(known->second.before);
    return known->second.created && (before == tasks_.end() || before->second.finished);
  }

  [[nodiscard]] const data_order::access& access_at(const cursor& of) const {
    return data_.of_worker[static_cast<std::size_t>(&of - cursors_.data())][of.next_access];
  }

  [[nodiscard]] bool is_available(const data_order::access& next) const {
    const data_order::group& in = data_.groups[next.group];
    const bool first = in.before == data_order::none ||
                       accesses_[in.before].released >= data_.groups[in.before].members.size();
    return first && (!in.one_by_one || accesses_[next.group].released >= next.place);
  }

  void step(cursor& of, const event& e) {
    running* const top = of.stack.empty() ? nullptr : &of.stack.back();
    if (top != nullptr) pass(*top, e);
    const point here = top == nullptr ? point{} : top->at;
    switch (e.happened()) {
      case what::created:
        if (top != nullptr) found_.order = std::max(found_.order, graph_class::dh);
        tasks_[e.subject].created = true;
        if (top != nullptr && users_.are_consecutive(top->task, e.subject)) break;
        if (!tasks_[e.subject].held)
          tasks_[e.subject].begin.raise(here);  // else the worker that put it need not have let it go
        break;
      case what::held:
        tasks_[e.subject].held = true;
        [[fallthrough]];
      case what::arrived:
        found_.order = graph_class::d_any;
        tasks_[e.subject].begin.raise(here);
        break;
      case what::started:
        begin(of, e);
        break;
      case what::finished:
        if (top != nullptr && top->task == e.subject) end(of, e.time);
        break;
      case what::joined:
        found_.order = graph_class::d_any;
        if (top != nullptr) continue_after(*top, tasks_[e.subject].end, graph::none);
        break;
      case what::group_left:
        groups_[e.subject].raise(here);
        break;
      case what::group_joined:
        found_.order = graph_class::d_any;
        if (top != nullptr) continue_after(*top, groups_[e.subject], graph::none);
        break;
      case what::acquired:
        acquire(access_at(of), top);
        ++of.next_access;
        break;
      case what::released:
        accesses_[access_at(of).group].end.raise(here);
        ++accesses_[access_at(of).group].released;
        ++of.next_access;
        break;
      case what::resumed:
        tasks_[e.subject].before = e.other;
        break;
      case what::waits:
        if (top != nullptr) top->waits = true;
        break;
      case what::goes_on:
        if (top != nullptr) top->waits = false;
        break;
      default:
        break;
    }
  }

  /// Time goes on to an event in a task that runs, as far as its thread had a processor.
  void pass(running& top, const event& e) {
    if (!top.waits) {
      const std::uint64_t time = used_until(e, top.since);
      if (!top.timeless) top.at.length += time;
      found_.work += time;
    }
    top.since = counted_until(e, top.since);
  }

  void begin(cursor& of, const event& e) {
    point at = tasks_[e.subject].begin;
    const auto before = tasks_.find(tasks_[e.subject].before);
    if (before != tasks_.end()) at.raise(before->second.end);
    at.length += burden_;
    pieces_.push_back({e.subject, at.piece, at.length, graph::none});
    at.piece = static_cast<std::uint32_t>(pieces_.size() - 1);
    of.stack.push_back({e.subject, at, e.time, false, e.other == timeless_});
  }

  void end(cursor& of, std::uint64_t now) {
    known_task& task = tasks_[of.stack.back().task];
    task.end = of.stack.back().at;
    task.finished = true;
    longest_.raise(task.end);
    of.stack.pop_back();
    if (!of.stack.empty()) of.stack.back().since = now;
  }

  /// The running task has begun when the accesses before this one were over.
  void acquire(const data_order::access& now, running* top) {
    const data_order::group& in = data_.groups[now.group];
    point from;
    if (in.before != data_order::none) from.raise(accesses_[in.before].end);
    if (in.one_by_one) from.raise(accesses_[now.group].end);
    if (top == nullptr || from.piece == no_piece) return;
    found_.order = graph_class::d_any;
    if (in.handle == free_) return;
    piece& last = pieces_[top->at.piece];
    if (from.length + burden_ <= top->at.length && last.handle == graph::none && last.before != no_piece &&
        pieces_[last.before].task == pieces_[from.piece].task)
      last.handle = in.handle;  // the worker that has let it go has put this task, a little later
    continue_after(*top, from, in.handle);
  }

  /// A task waited until `other` was reached, for that handle.
  void continue_after(running& top, const point& other, std::uint32_t handle) {
    const std::uint64_t from = other.length + burden_;
    if (from <= top.at.length || other.piece == no_piece) return;
    pieces_.push_back({top.task, other.piece, from, handle});
    top.at = {from, static_cast<std::uint32_t>(pieces_.size() - 1)};
  }

  const recording& seen_;
  std::uint64_t burden_;
  std::uint32_t timeless_ = no_kind;
  std::uint32_t free_ = graph::none;  // a handle that no task waits for …
  users_of_handle users_;             // … and its users: a user that puts one of them has only let it go
  graph found_;
  point longest_;
  std::vector<cursor> cursors_;
  data_order data_;
  std::vector<known_group> accesses_;  // of each group of data_
  std::vector<piece> pieces_;
  std::unordered_map<task_number, known_task> tasks_;
  std::unordered_map<std::uint32_t, point> groups_;
};

}  // namespace jackdaw::trace
