// Which tasks cannot run before some others end: those that wait for their accesses, directly or through others.
//
// The others are the tasks of reservations, which may never be submitted, or tasks in a cycle
// (flow/deadlock/cycles.hpp). A wait for a handle inside a task is a part of that task, as a subtask is. So is the task
// of a reservation a part of its reader, before that has begun, too (promise.hpp).
//
// A task waits at a handle for a version. It is blocked when an access before that version is: one of the first, or
// one of a task that is blocked itself. Nothing else counts: a task for which another scheduler works is not blocked,
// however long that takes. Callers: the thread that waits, when it finds nothing to do, under the lock of the
// reservations (flow/deadlock/reservations.hpp).
// Invariants
//   BT-K1  while no reservation is used, and no task with which the search has begun ends, a blocked task stays
//          parked, its handles stay alive, and the tasks around it do not end. So they can be looked at without the
//          locks of the handles.
//   BT-K2  a blocked access requires version u. It is over before version v is reached exactly when u < v: versions
//          begin groups, and the group of u is registered as a whole before that of v (versions.hpp VE-V1). So of all
//          blocked accesses to a handle the smallest u determines which tasks are blocked.
//   BT-K3  a task that waits for its turn is blocked when the one that has it is. Only a task that waits for its
//          subtasks, or for a handle in its function, keeps a turn while it does not run (access_order.hpp AO-O1).
//   BT-K4  a task that was seen to wait, and turns out to be blocked, was blocked then (BT-K1): so it still waits
//          there, and handles are looked at once.
// Cost: a look at each task that waits at a handle that is found, and a sort of these.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include <jackdaw/base/characters.hpp>
#include <jackdaw/flow/deadlock/awaited.hpp>
#include <jackdaw/flow/deadlock/promise.hpp>
#include <jackdaw/flow/version/look_count.hpp>
#include <jackdaw/flow/version/version_text.hpp>
#include <jackdaw/flow/version/versions.hpp>
#include <jackdaw/flow/version/waiter.hpp>

namespace jackdaw::dataflow {

class blocked_tasks {
 public:
  enum scope : bool { all_tasks, before_they_run };

  /// before_they_run: not those that have run, and wait to apply what they have found.
  explicit blocked_tasks(promise_list promises, scope of = all_tasks) noexcept
      : promises_(std::move(promises)), leaves_out_later_(of == before_they_run) {}

  /// Accesses whose task is missing.
  void begin_at(std::span<const requirement> needs) {
    for (const requirement& each : needs) block(each, false);
  }

  /// A task that waits for its subtasks.
  void begin_at(const waiter& w) { block_accesses(w, true); }

  /// Finds all. Adds those tasks to `woken` that were found ready meanwhile.
  void go_on(waiter*& woken) {
    std::vector<waiter*> found;
    while (!unseen_.empty()) {
      versions* const of = unseen_.back();
      unseen_.pop_back();
      blockage& now = handles_.at(of);
      now.is_unseen = false;
      if (!std::exchange(now.looked, true)) look_at(*of, now, woken);
      while (!now.waiting.empty() && now.version < now.waiting.back().wanted) {  // BT-K2
        found.push_back(now.waiting.back().task);
        now.waiting.pop_back();
      }
      if (now.turn) {  // BT-K3
        for (const seen_waiting& each : std::exchange(now.for_turn, {})) found.push_back(each.task);
      }
      for (waiter* w : std::exchange(found, {})) {
        look();
        block(*w);
        parked_.push_back(w);
      }
    }
  }

  /// Whether a thread that waits for this waits for one of them.
  [[nodiscard]] bool hold_up(const awaited& what) const noexcept {
    for (const waiter* w : tasks_) {
      if (what.concerns(*w)) return true;
    }
    return false;
  }

  /// How many tasks of a flow are among them.
  [[nodiscard]] std::uint64_t count_of(const flow_base& flow) const noexcept {
    return static_cast<std::uint64_t>(std::count_if(tasks_.begin(), tasks_.end(), [&flow](const waiter* w) {
      return !w->kind->is_wait && &w->owner_flow->whole() == &flow;
    }));
  }

  /// All, as found.
  [[nodiscard]] const std::vector<const waiter*>& all() const noexcept { return tasks_; }

  [[nodiscard]] const promise_list& promises() const noexcept { return promises_; }

  /// Those that wait at handles. Some may stand there twice.
  [[nodiscard]] const std::vector<waiter*>& parked() const noexcept { return parked_; }

  /// Whether `w` is one of these, and no task that waits for its subtasks.
  [[nodiscard]] bool waits_at_handle(const waiter& w) const {
    return known_.contains(&w) && !waits_for_subtasks_.contains(&w);
  }

  /// Forgets those for which which(task) is false.
  void keep(auto&& which) {
    std::erase_if(tasks_, [&](const waiter* w) { return !which(*w); });
    std::erase_if(parked_, [&](const waiter* w) { return !which(*w); });
  }

  /// Whether a task that waits for its subtasks has its turn there meanwhile.
  [[nodiscard]] static bool keeps_turn(const waiter& w, const requirement& each) noexcept {
    return each.contends() && w.concerns_now(each);
  }

  /// Which tasks wait for what.
  [[nodiscard]] std::string text() const {
    std::string all;
    std::size_t named = 0;
    for (const waiter* w : tasks_) {
      if (named++ < most_named) all += line(*w);
    }
    if (named > most_named) all += "; and " + std::to_string(named - most_named) + " more";
    return all;
  }

 private:
  static constexpr std::size_t most_named = 10;

  struct seen_waiting {
    std::uint64_t wanted;
    waiter* task;  // it may be gone, unless it turns out to be blocked (BT-K4)
  };
  struct blockage {
    std::uint64_t version = ~std::uint64_t{0};  // BT-K2
    bool turn = false;                          // BT-K3
    bool is_unseen = false;                     // it is in unseen_
    bool looked = false;
    std::vector<seen_waiting> waiting;   // by version: tasks that were there and have not been found
    std::vector<seen_waiting> for_turn;  // of these
  };

  /// Once for each handle: the tasks blocked there are found among these, as more becomes known.
  void look_at(versions& of, blockage& at, waiter*& woken) const {
    of.look_at_waiting(
        [&](waiter& w) {
          if (leaves_out_later_ && w.is_later) return;
          at.waiting.push_back({w.wanted(), &w});
          if (w.awaits_turn) at.for_turn.push_back(at.waiting.back());
        },
        woken);
    std::sort(at.waiting.begin(), at.waiting.end(),
              [](const seen_waiting& a, const seen_waiting& b) { return a.wanted < b.wanted; });
  }

  void block(const waiter& w) {
    if (!known_.insert(&w).second) return;
    tasks_.push_back(&w);
    block_accesses(w, false);
    if (w.kind->is_wait) waits_inside_.insert(w.kind->around(w));
    for (const waiter* around = w.kind->around(w); around != nullptr;
         around = around->kind->around(*around)) {
      if (!known_.insert(around).second) return;
      tasks_.push_back(around);
      waits_for_subtasks_.insert(around);
      block_accesses(*around, true);
    }
  }

  void block_accesses(const waiter& w, bool has_turns) {
    if (const promise* const promised = promises_.find(w)) begin_at(promised->needs);
    for (const requirement& each : w.all_requirements()) {
      if (!w.is_past(each)) block(each, has_turns && keeps_turn(w, each));
    }
  }

  void block(const requirement& each, bool turn) {
    blockage& known = handles_[&each.of()];
    if (known.version <= each.version() && (known.turn || !turn)) return;
    if (each.version() < known.version) known.version = each.version();
    known.turn = known.turn || turn;
    if (!std::exchange(known.is_unseen, true)) unseen_.push_back(&each.of());
  }

  [[nodiscard]] std::string line(const waiter& w) const {
    const std::string who = "; task '" + base::visible_name(w.kind->name(w)) + "' waits for ";
    if (waits_inside_.contains(&w)) return who + "a handle, in its function";
    if (waits_for_subtasks_.contains(&w)) return who + "its subtasks";
    const versions& of = w.awaited().of();
    return who + version_text(of, w.wanted());
  }

  promise_list promises_;
  bool leaves_out_later_;
  std::unordered_map<versions*, blockage> handles_;
  std::vector<versions*> unseen_;
  std::vector<const waiter*> tasks_;  // as found
  std::vector<waiter*> parked_;
  std::unordered_set<const waiter*> known_;
  std::unordered_set<const waiter*> waits_for_subtasks_;  // or for a handle, which is a part of it as well
  std::unordered_set<const waiter*> waits_inside_;        // of these
};

}  // namespace jackdaw::dataflow
