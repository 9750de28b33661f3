// From a recording to a history.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include <jackdaw/trace/read/data_order.hpp>
#include <jackdaw/trace/read/history.hpp>
#include <jackdaw/trace/read/log_reader.hpp>
#include <jackdaw/trace/record/recording.hpp>

namespace jackdaw::trace {

namespace detail {

/// Follows the events of one worker.
class worker_reader {
 public:
  using places = std::unordered_map<task_number, std::uint32_t>;

  worker_reader(history& found, const places& place_of, std::uint32_t id)
      : found_(found), places_(place_of), id_(id), log_(found, id) {}

  void read(const std::vector<event>& events) {
    for (const event& each : events) {
      if (each.happened() <= what::joined) {
        follow_task(each);
      } else if (is_log(each.happened())) {
        log_.follow(each, stack_.empty() ? history::none : stack_.back().task, stack_.size());
      } else if (each.happened() >= what::preempted) {
        follow_loss(each);
      } else {
        follow_worker(each);
      }
      before_ = counted_until(each, before_);
    }
    while (!stack_.empty()) end_innermost(found_.end);
    log_.end_task(0, found_.end);
    if (asleep_) found_.parked.push_back({id_, asleep_since_, found_.end});
    if (!busy_ && found_.end > idle_since_) found_.idle.push_back({id_, idle_since_, found_.end});
  }

 private:
  struct running {
    std::uint32_t task;
    bool away = false;   // it does not have the worker, since …
    bool waits = false;  // because it waits, not only because the worker runs a branch
    std::uint64_t away_since = 0;
  };

  void follow_task(const event& e) {
    if (e.happened() == what::started) {
      if (!stack_.empty()) leave(stack_.back(), e.time);
      auto& each = found_.tasks[place_of(e.subject)];
      each.kind = e.other;
      each.worker = id_;
      each.depth = static_cast<std::uint32_t>(stack_.size());
      each.inside_wait = !stack_.empty() && stack_.back().waits;
      each.started = each.finished = e.time;
      stack_.push_back({place_of(e.subject)});
    } else if (e.happened() == what::finished) {
      if (stack_.empty() || found_.tasks[stack_.back().task].number != e.subject) return;  // begin not kept
      end_innermost(e.time);
      if (!stack_.empty() && !stack_.back().waits) come_back(stack_.back(), e.time);
    } else if (e.happened() == what::arrived) {
      const std::uint32_t from = place_of(e.other);
      const std::uint32_t to = place_of(e.subject);
      if (from != history::none && to != history::none) found_.dependences.push_back({from, to});
    }
  }

  void follow_worker(const event& e) {
    const std::uint64_t now = e.time;
    switch (e.happened()) {
      case what::waits:
        if (stack_.empty()) break;
        leave(stack_.back(), now);
        stack_.back().waits = true;
        break;
      case what::goes_on:
        if (stack_.empty() || !stack_.back().waits) break;
        found_.waits.push_back({id_, stack_.back().away_since, now});
        come_back(stack_.back(), now);
        break;
      case what::resumed:
        if (place_of(e.subject) != history::none && place_of(e.other) != history::none)
          found_.dependences.push_back({place_of(e.other), place_of(e.subject)});
        break;
      case what::stole:
        found_.thefts.push_back({id_, e.subject, e.other, now});
        break;
      case what::parked:
        asleep_ = true;
        asleep_since_ = now;
        break;
      case what::woken:
        if (asleep_ && now > asleep_since_) {
          found_.parked.push_back({id_, asleep_since_, now});
          if (is_in_task()) found_.tasks[stack_.back().task].elsewhere += now - before_;
        }
        asleep_ = false;
        break;
      case what::busy:
        if (!busy_ && now > idle_since_) found_.idle.push_back({id_, idle_since_, now});
        busy_ = true;
        break;
      case what::idle:
        found_.misses += e.other;
        idle_since_ = now;
        busy_ = false;
        break;
      default:
        break;
    }
  }

  /// What its thread could not do: that is known afterwards.
  void follow_loss(const event& e) {
    const std::uint64_t lost = duration_of(e);
    if (e.happened() == what::run_inside) {
      found_.runs_inside.push_back({id_, e.time - std::min<std::uint64_t>(lost, e.time), e.time});
      return;
    }
    const bool blocked = e.happened() == what::blocked;
    found_.absences.push_back({id_, before_, e.time, lost, blocked, is_in_task()});
    if (is_in_task()) found_.tasks[stack_.back().task].elsewhere += lost;
  }

  [[nodiscard]] bool is_in_task() const { return !stack_.empty() && !stack_.back().away; }

  static void leave(running& task, std::uint64_t now) {
    if (task.away) return;
    task.away = true;
    task.away_since = now;
  }

  void come_back(running& task, std::uint64_t now) {
    if (task.away) found_.tasks[task.task].elsewhere += now - task.away_since;
    task.away = task.waits = false;
  }

  void end_innermost(std::uint64_t now) {
    come_back(stack_.back(), now);
    found_.tasks[stack_.back().task].finished = now;
    log_.end_task(stack_.size(), now);
    stack_.pop_back();
  }

  [[nodiscard]] std::uint32_t place_of(task_number number) const {
    const auto at = places_.find(number);
    return at == places_.end() ? history::none : at->second;
  }

  history& found_;
  const places& places_;
  std::uint32_t id_;
  log_reader log_;
  std::vector<running> stack_;
  bool busy_ = false;
  bool asleep_ = false;
  std::uint64_t idle_since_ = 0;
  std::uint64_t asleep_since_ = 0;
  std::uint64_t before_ = 0;  // the event before, or as much later as is missing
};

/// Adds which task waited for whose accesses. Of many that a task had to wait for, those that ended last: a reader
/// cannot follow more arrows. A task that was put by one of them was not created by that one.
class data_reader {
 public:
  data_reader(history& found, const worker_reader::places& place_of) : found_(found), places_(place_of) {}

  void read(const data_order& order, const std::vector<std::string>& handle_names) {
    for (const std::uint32_t name : order.name_of_handle)
      found_.handle_names.push_back(name == data_order::none ? std::string() : handle_names[name]);
    for (const data_order::group& each : order.groups) {
      const auto place = static_cast<std::uint32_t>(found_.versions.size());
      found_.versions.push_back({each.handle, each.version, each.before, each.one_by_one, ran(each.members)});
      const std::vector<std::uint32_t>& to = found_.versions.back().accesses;
      if (each.before != data_order::none) {
        const std::vector<std::uint32_t> from = last_of(ran(order.groups[each.before].members));
        for (const std::uint32_t one : to) {
          for (const std::uint32_t before : from) add(before, one, place);
        }
      }
      for (std::size_t i = 1; each.one_by_one && i < to.size(); ++i) add(to[i - 1], to[i], place);
    }
    const auto whole = [](const auto& each) { return std::tuple(each.from, each.to, each.version); };
    std::sort(edges_.begin(), edges_.end(),
              [&](const auto& a, const auto& b) { return whole(a) < whole(b); });
    const auto same = [&](const auto& a, const auto& b) { return whole(a) == whole(b); };
    edges_.erase(std::unique(edges_.begin(), edges_.end(), same), edges_.end());
    for (const history::dependence& each : edges_) {
      history::task& one = found_.tasks[each.to];
      if (one.parent == each.from && !one.waited) one.parent = history::none;
    }
    found_.dependences.insert(found_.dependences.end(), edges_.begin(), edges_.end());
  }

 private:
  static constexpr std::size_t most = 16;

  [[nodiscard]] std::vector<std::uint32_t> ran(const std::vector<data_order::member>& members) const {
    std::vector<std::uint32_t> places;
    for (const data_order::member& each : members) {
      if (const auto at = places_.find(each.task); at != places_.end()) places.push_back(at->second);
    }
    return places;
  }

  [[nodiscard]] std::vector<std::uint32_t> last_of(std::vector<std::uint32_t> places) const {
    if (places.size() <= most) return places;
    std::nth_element(places.begin(), places.begin() + most, places.end(),
                     [this](auto a, auto b) { return found_.tasks[a].finished > found_.tasks[b].finished; });
    places.resize(most);
    return places;
  }

  void add(std::uint32_t from, std::uint32_t to, std::uint32_t version) {
    if (from != to) edges_.push_back({from, to, version});
  }

  history& found_;
  const worker_reader::places& places_;
  std::vector<history::dependence> edges_;
};

/// All tasks of a recording by the time of their creation; fills `places` with where each number is.
[[nodiscard]] inline std::vector<history::task> tasks_of(const recording& seen,
                                                         worker_reader::places& places) {
  std::vector<history::task> tasks;
  std::vector<task_number> parents;
  for (std::uint32_t id = 0; id < seen.workers.size(); ++id) {
    for (const event& e : seen.workers[id]) {
      const bool made = e.happened() == what::created || e.happened() == what::held;
      if (!made && e.happened() != what::started) continue;
      const auto [at, is_new] = places.try_emplace(e.subject, static_cast<std::uint32_t>(tasks.size()));
      if (is_new) {
        tasks.emplace_back().number = e.subject;
        tasks.back().created = e.time;
      }
      auto& each = tasks[at->second];
      if (!made || each.waited) continue;  // a held task was created when it was held
      each.waited = e.happened() == what::held;
      each.created = e.time;
      each.parent = e.other;  // its number, for the moment
      each.creator = id;
    }
  }
  std::stable_sort(tasks.begin(), tasks.end(),
                   [](const auto& a, const auto& b) { return a.created < b.created; });
  for (std::uint32_t i = 0; i < tasks.size(); ++i) places[tasks[i].number] = i;
  for (auto& each : tasks) {
    const auto at = places.find(each.parent);
    each.parent = at == places.end() ? history::none : at->second;
  }
  return tasks;
}

}  // namespace detail

/// Puts a recording together: which task ran where and when.
///     const history run = read_history(sched.observer().take());
///     for (const auto& task : run.tasks) std::printf("%s on worker %u", run.name_of(task).c_str(), task.worker);
///
/// Cost: as sorting its tasks. Threads: any. Errors: std::bad_alloc.
[[nodiscard]] inline history read_history(const recording& seen) {
  history found;
  found.workers = static_cast<std::uint32_t>(seen.workers.size());
  found.kinds = seen.kinds;
  found.lost = seen.lost;
  found.cpu = seen.cpu;
  found.logs = seen.logs;
  for (const auto& events : seen.workers) {
    if (!events.empty()) found.end = std::max<std::uint64_t>(found.end, events.back().time);
  }
  detail::worker_reader::places places;
  found.tasks = detail::tasks_of(seen, places);
  for (std::uint32_t id = 0; id < found.workers; ++id)
    detail::worker_reader(found, places, id).read(seen.workers[id]);
  detail::add_up(found.log_counts);
  detail::data_reader(found, places).read(data_order::read(seen), seen.handle_names);
  return found;
}

}  // namespace jackdaw::trace
