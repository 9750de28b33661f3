// Which of the tasks that seem to wait for each other really do: a search among blocked tasks
// (flow/deadlock/cycles.hpp).
//
// It begins with all tasks that wait for their subtasks, with reservations that are promised (promise.hpp), and with
// those that these block (blocked_tasks.hpp). Then it lets tasks without a blocked subtask end, and reservations whose
// reader is not blocked; this lets tasks run that waited only for them, and so on. Each task that is left waits for one
// that is left. So there is a cycle, and all of these wait in it or behind it. Callers: as cycles.hpp says; all this
// while none of these tasks can go on.
// Invariants
//   CY-C3  each task that is left is held by one that is left. A task that waits at a handle is held by an access
//          before the version that it needs, or by the task that has its turn. A task that waits for subtasks is held
//          by one of these, and a reservation by its reader. The first of them to go on would have to lose that one
//          before.
// Cost: n log n looks for n accesses of blocked tasks, however many have to be released.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include <jackdaw/flow/deadlock/awaiting_subtasks.hpp>
#include <jackdaw/flow/deadlock/blocked_tasks.hpp>
#include <jackdaw/flow/deadlock/given_up_tasks.hpp>
#include <jackdaw/flow/deadlock/promise.hpp>
#include <jackdaw/flow/version/look_count.hpp>
#include <jackdaw/flow/version/versions.hpp>
#include <jackdaw/flow/version/waiter.hpp>

namespace jackdaw::dataflow {

class cycle_search {
 public:
  /// `tasks`: those that wait for their subtasks. Adds those tasks to `woken` that were found ready meanwhile.
  cycle_search(const std::vector<awaiting_subtasks::found>& tasks, promise_list promises, waiter*& woken)
      : found_(std::move(promises), blocked_tasks::before_they_run) {
    for (const auto& each : tasks) found_.begin_at(*each.task);
    for (const promise& each : found_.promises().all()) found_.begin_at(each.needs);
    found_.go_on(woken);
    for (const promise& each : found_.promises().all()) add(each);
    for (const auto& each : tasks) add(*each.task).has_returned = each.when == awaiting_place::has_returned;
    for (const waiter* each : found_.all()) add(*each);
    count_parts();
    for (auto& [of, at] : places_) {
      std::ranges::sort(at.accesses, {}, &access::version);
      std::ranges::sort(at.waiting, {}, [](const element* each) { return each->task->wanted(); });
    }
    for (const auto& each : tasks) {
      element& first = elements_.at(each.task);
      if (first.parts == 0) let_end(first);
    }
    for (auto& [reader, reserved] : reserved_) {
      if (!elements_.contains(reader)) let_end(reserved);
    }
    found_.keep([this](const waiter& w) { return !elements_.at(&w).ended; });
  }

  /// Those that are left.
  [[nodiscard]] const blocked_tasks& found() const noexcept { return found_; }

  /// Opens all cycles: gives up subtasks and reservations of the flow `of`, one after another as long as there are
  /// cycles.
  [[nodiscard]] given_up_tasks give_up(const flow_base& of) {
    given_up_tasks given;
    given.subtasks.reserve(found_.parked().size());
    given.reservations.reserve(reserved_.size());
    for (waiter* w : found_.parked()) {
      element& each = elements_.at(w);
      if (each.ended || &w->owner_flow->whole() != &of) continue;
      if (const auto reserved = reserved_.find(w); reserved != reserved_.end()) {
        if (reserved->second.ended) continue;
        given.reservations.push_back(found_.promises().find(*w)->of);
        let_end(reserved->second);
      } else if (each.around != nullptr && each.around->has_returned) {
        given.subtasks.push_back(w->kind->give_up(*w));
        element& around = *std::exchange(each.around, nullptr);
        if (--around.parts == 0) let_end(around);
      }
    }
    return given;
  }

 private:
  /// A task, or a promised reservation.
  struct element {
    const waiter* task = nullptr;  // null: a reservation, which needs these
    std::span<const requirement> needs{};
    element* around = nullptr;  // the one that it is a subtask of
    std::size_t parts = 0;      // blocked subtasks, where it waits for subtasks
    bool has_returned =
        false;           // it waits for nothing else; false, too, where its function waits for a handle
    bool ended = false;  // it can go on
  };
  struct access {
    std::uint64_t version;
    const element* by;
  };
  /// A handle.
  struct place {
    std::vector<access> accesses;    // of blocked tasks, by version
    std::size_t first_left = 0;      // all before it have ended
    std::vector<element*> waiting;   // by the version that they need
    std::size_t first_waiting = 0;   // all before it need none that is held up
    std::vector<element*> for_turn;  // those of them that wait for a turn
    std::size_t turns = 0;           // how many keep one
  };

  element& add(const waiter& w) {
    const auto [at, is_new] = elements_.try_emplace(&w);
    element& made = at->second;
    if (!is_new) return made;
    made.task = &w;
    for_each_access(made, [&](const requirement& each, bool turn) {
      place& of = places_[&each.of()];
      of.accesses.push_back({each.version(), &made});
      if (turn) ++of.turns;
    });
    if (found_.waits_at_handle(w)) places_[&w.awaited().of()].waiting.push_back(&made);
    return made;
  }
  void add(const promise& one) {
    element& made = reserved_[one.reader];
    made.needs = one.needs;
    for (const requirement& each : made.needs)
      places_[&each.of()].accesses.push_back({each.version(), &made});
  }

  /// Calls see(requirement, whether the task has its turn there) for each that is not over.
  void for_each_access(const element& of, auto&& see) const {
    if (of.task == nullptr) {
      for (const requirement& each : of.needs) see(each, false);
      return;
    }
    const waiter& w = *of.task;
    const bool has_turns = !found_.waits_at_handle(w);
    for (const requirement& each : w.all_requirements()) {
      if (!w.is_past(each)) see(each, has_turns && blocked_tasks::keeps_turn(w, each));
    }
  }

  void count_parts() {
    for (auto& [w, each] : elements_) {
      look();
      const auto around = elements_.find(w->kind->around(*w));
      if (around == elements_.end()) continue;
      each.around = &around->second;
      ++each.around->parts;
    }
  }

  /// It can go on, and so can tasks that wait for nothing else; not recursively, as that may be long.
  void let_end(element& first) {
    std::vector<element*> ending;
    const auto ends = [&ending](element& one) {
      if (!std::exchange(one.ended, true)) ending.push_back(&one);
    };
    ends(first);
    while (!ending.empty()) {
      element& one = *ending.back();
      ending.pop_back();
      for_each_access(one, [&](const requirement& each, bool turn) {
        place& of = places_.at(&each.of());
        if (turn) --of.turns;
        let_go_on(of, ends);
      });
      if (one.around != nullptr && --one.around->parts == 0) ends(*one.around);
      if (one.task == nullptr) continue;
      if (const auto reserved = reserved_.find(one.task); reserved != reserved_.end()) ends(reserved->second);
    }
  }

  /// Calls ends(element) for each that is not held up at this handle any more.
  static void let_go_on(place& of, auto&& ends) {
    while (of.first_left < of.accesses.size() && of.accesses[of.first_left].by->ended) {
      look();
      ++of.first_left;
    }
    const bool any_left = of.first_left < of.accesses.size();
    const std::uint64_t version = any_left ? of.accesses[of.first_left].version : ~std::uint64_t{0};
    for (; of.first_waiting < of.waiting.size(); ++of.first_waiting) {
      look();
      element& next = *of.waiting[of.first_waiting];
      if (next.task->wanted() > version) break;
      if (next.task->awaits_turn) {
        of.for_turn.push_back(&next);
      } else {
        ends(next);
      }
    }
    if (of.turns != 0) return;
    for (element* each : std::exchange(of.for_turn, {})) ends(*each);
  }

  blocked_tasks found_;
  std::unordered_map<const waiter*, element> elements_;
  std::unordered_map<const waiter*, element> reserved_;  // by reader
  std::unordered_map<const versions*, place> places_;
};

}  // namespace jackdaw::dataflow
