// What waits at a handle: the part of a task that handles know.
#pragma once

#include <cstdint>
#include <string>

#include <jackdaw/base/threads/float_environment.hpp>

namespace jackdaw::dataflow {

class versions;
struct waiter;

/// What one access of a task needs, and what it does to the handle.
class requirement {
 public:
  enum kind : std::uintptr_t {
    ordered = 0,     ///< writes, alone at its version
    readonly = 1,    ///< leaves the object as it is
    contending = 2,  ///< any order among its like, but one at a time
    deferred = 4,    ///< not needed before the task runs, but before what it found is applied
    taken = 8  ///< deferred, but available when the task began: it works on the object itself; or over early
  };

  requirement() = default;
  requirement(versions& of, std::uintptr_t flags, std::uint64_t version) noexcept
      : of_(reinterpret_cast<std::uintptr_t>(&of) | flags), version_(version) {}

  [[nodiscard]] versions& of() const noexcept {
    return *reinterpret_cast<versions*>(of_ & ~flag_bits);  // NOLINT(performance-no-int-to-ptr): with flags
  }
  [[nodiscard]] std::uint64_t version() const noexcept { return version_; }
  [[nodiscard]] bool reads_only() const noexcept { return (of_ & readonly) != 0; }
  [[nodiscard]] bool contends() const noexcept { return (of_ & contending) != 0; }
  [[nodiscard]] bool can_wait() const noexcept { return (of_ & deferred) != 0; }
  [[nodiscard]] bool comes_later() const noexcept { return (of_ & (deferred | taken)) == deferred; }
  void take() noexcept { of_ |= taken; }

 private:
  static constexpr std::uintptr_t flag_bits = readonly | contending | deferred | taken;

  std::uintptr_t of_ = 0;
  std::uint64_t version_ = 0;
};

/// Takes back tasks that tasks of other flows have woken.
class flow_base {
 public:
  flow_base(const flow_base&) = delete;
  flow_base& operator=(const flow_base&) = delete;

  virtual void resume_from_elsewhere(waiter& woken) = 0;

  /// The flow itself, where this is a part of it.
  [[nodiscard]] virtual const flow_base& whole() const noexcept { return *this; }

 protected:
  flow_base() = default;
  ~flow_base() = default;
};

/// The task that takes over a partial result, which stands for so many accesses of `others`, too. Does not throw.
struct partial_taker {
  void (*take)(void* self, void* partial, std::uint64_t others);
  void* self;
};

/// What other parts of a flow need to know of a task.
struct task_kind {
  std::string (*name)(const waiter& of);
  const waiter* (*around)(const waiter& of);  ///< the task that it is a subtask of; null: none
  /// Hands over what it has found for an access to a handle and has not applied.
  void (*hand_over)(waiter& from, const versions& of, const partial_taker& to);
  /// A subtask ceases to be one, while it waits and cannot be woken, and is skipped when it can run. Returns the
  /// basic_subtasks that it was a part of; the caller reports its end in its place.
  void* (*give_up)(waiter& of) = nullptr;
};

/// A task as handles see it. Its requirements lie right behind it, sorted by the addresses of their handles.
struct waiter {
  waiter(flow_base& flow, const task_kind& what) noexcept : owner_flow(&flow), kind(&what) {}

  flow_base* owner_flow;
  const task_kind* kind;
  waiter* next = nullptr;  ///< in its group, or among those that have been woken together
  waiter* next_group =
      nullptr;  ///< of the first one of a group: the group of the next larger version, or larger ones
  waiter* smaller = nullptr;  ///< of the first one of a group: those of smaller versions (waiters.hpp WA-Q3)
  std::uint8_t count = 0;     ///< of requirements
  std::uint8_t position = 0;  ///< the one that it waits for, or comes to next
  std::uint8_t left = 0;      ///< how many versions it has still to look for, from there on and round
  // These two are written only by the threads that make and execute the task; so they may share a byte.
  bool contends : 1 = false;  ///< some requirement does
  bool is_later : 1 = false;  ///< the task has run, and waits for its deferred accesses
  bool awaits_turn = false;   ///< waits for its turn, not for a version; see versions.hpp VE-W2
  bool failed = false;        ///< it has thrown, or was skipped
  base::packed_float_environment environment =
      base::packed_float_environment::here();  ///< of the thread that has submitted it

  /// Whether an access belongs to what the task does next: to run, or to apply what it has found.
  [[nodiscard]] bool concerns_now(const requirement& each) const noexcept {
    return each.comes_later() == is_later;
  }

  void step() noexcept {
    --left;
    if (++position == count) position = 0;
  }

  /// The handle that it waits for.
  [[nodiscard]] requirement& awaited() noexcept { return requirements()[position]; }

  [[nodiscard]] requirement* requirements() noexcept { return reinterpret_cast<requirement*>(this + 1); }
  [[nodiscard]] const requirement* requirements() const noexcept {
    return reinterpret_cast<const requirement*>(this + 1);
  }
  [[nodiscard]] std::uint64_t wanted() const noexcept { return requirements()[position].version(); }
};

static_assert(sizeof(waiter) % alignof(requirement) == 0 && sizeof(waiter) == 48);

}  // namespace jackdaw::dataflow
