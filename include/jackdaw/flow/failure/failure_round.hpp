// What is known of the failures of a flow between two waits: which tasks have thrown, which objects are damaged, why.
//
// An object is damaged when a task that was to write it has failed or was skipped. It is healed when a task that runs
// always has overwritten it. Callers: the flow's failure_record, under its mutex.
// Invariants
//   FR-D1  a task that is to know of damage comes after the task that has done it, at the handle of the object: the
//          mutex orders what both say here (versions.hpp VE-X1).
//   FR-D2  an access that heals is alone at its version, and no later one begins before it is over. So all damage that
//          is known of its object then came before it, and is erased as a whole.
//   FR-D3  `left` has causes for a task that is not over only. The last spoil() of the task takes them out; so another
//          task that is made at the same address finds none.
#pragma once

#include <cstdint>
#include <memory>
#include <new>
#include <unordered_map>
#include <utility>
#include <vector>

#include <jackdaw/flow/deadlock/flow_error.hpp>
#include <jackdaw/flow/failure/cause_set.hpp>
#include <jackdaw/flow/version/versions.hpp>
#include <jackdaw/flow/version/waiter.hpp>

namespace jackdaw::dataflow {

struct failure_round {
  struct noted_failure {
    flow_failure what;
    std::uint64_t damages =
        0;                 // how many objects are damaged by it that can be healed, as far as causes are kept
    bool handled = false;  // a task has said so

    /// Whether waits tell of it.
    [[nodiscard]] bool counts() const noexcept { return !handled || damages != 0; }
  };
  struct damage {
    std::uint64_t version = 0;  // at which a task has failed to write the object; of several the smallest
    cause_set causes;
  };

  failure_round() { failures.reserve(1); }  // so that there is room for one, however short memory is

  std::vector<noted_failure> failures;
  /// By the mark of a handle. It is not kept at the handle, since several flows may use that at once. It is a mark and
  /// no address, as another handle may have the same address later.
  std::unordered_map<std::uint64_t, damage> damaged;
  /// What a task will have failed for that is not over: its subtasks, or what it was to apply later.
  std::unordered_map<const waiter*, cause_set> left;
  std::uint64_t skipped = 0;
  std::shared_ptr<failure_round> next;  // null: it is not over

  [[nodiscard]] bool misses(std::uint64_t mark, std::uint64_t version) const {
    const auto found = damaged.find(mark);
    return found != damaged.end() && found->second.version < version;
  }

  /// Of the object, as this access finds it; null: none. What a task reduces does not count: it is not waited for, so
  /// its state is not known yet.
  [[nodiscard]] const damage* before(const requirement& each) const {
    const std::uint64_t mark = each.of().mark();
    if (mark == 0 || each.can_wait()) return nullptr;
    const auto found = damaged.find(mark);
    return found != damaged.end() && found->second.version < each.version() ? &found->second : nullptr;
  }

  /// What the task was to do now will be missing, for these causes and those that are left for it. Throws
  /// std::bad_alloc.
  void spoil(const waiter& task, cause_set why) {
    bool has_more_to_do = false;
    if (const auto known = left.find(&task); known != left.end()) why.add(known->second);
    for (const requirement& each : task.all_requirements()) {
      if (!task.concerns_now(each)) {
        has_more_to_do = has_more_to_do || each.comes_later();
      } else if (!each.reads_only()) {
        spoil(each, why);
      }
    }
    if (has_more_to_do) {
      left[&task] = why;
    } else {
      left.erase(&task);  // FR-D3
    }
    if (const waiter* const around = task.kind->around(task); around != nullptr) left[around].add(why);
  }

  /// The task has overwritten some of its objects. FR-D2
  void heal(const waiter& task) {
    for (const requirement& each : task.all_requirements()) {
      if (!each.is_alone()) continue;
      const auto found = damaged.find(each.of().mark());
      if (found == damaged.end() || found->second.version >= each.version()) continue;
      for (const std::uint32_t cause : found->second.causes.all()) --failures[cause].damages;
      damaged.erase(found);
    }
  }

  /// Whether none of the failures counts for which the parts of a task have failed. Then they are forgotten.
  [[nodiscard]] bool forgives_parts(const waiter& task) {
    const auto found = left.find(&task);
    if (found == left.end() || found->second.has_more()) return false;
    for (const std::uint32_t cause : found->second.all()) {
      if (failures[cause].counts()) return false;
    }
    left.erase(found);  // FR-D3
    return true;
  }

 private:
  void spoil(const requirement& each, const cause_set& why) {
    const auto [place, is_new] = damaged.try_emplace(each.of().make_mark());
    damage& known = place->second;
    if (is_new || each.version() < known.version) known.version = each.version();
    const cause_set before = known.causes;
    known.causes.add(why);
    if (each.stays_damaged()) return;
    for (const std::uint32_t cause : known.causes.all()) ++failures[cause].damages;
    for (const std::uint32_t cause : before.all()) --failures[cause].damages;
  }
};

}  // namespace jackdaw::dataflow
