// What waits at a handle: the part of a task that handles know.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include <jackdaw/base/threads/float_environment.hpp>

namespace jackdaw::dataflow {

class versions;
class index_space;
struct waiter;

/// What one access of a task needs, and what it does to the handle.
class requirement {
 public:
  enum kind : std::uintptr_t {
    ordered = 0,     ///< none of the others
    readonly = 1,    ///< leaves the object as it is
    contending = 2,  ///< any order among its like, but one at a time
    deferred = 4,    ///< not needed before the task runs, but before what it found is applied
    taken = 8,  ///< deferred, but available when the task began: it works on the object itself; or over early
    alone = 16,  ///< changes the object itself, and is the only access of its version: as a write
    unhealed =
        32  ///< no task can make whole what it fails to write: this damage keeps no failure from being handled
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
  [[nodiscard]] bool is_alone() const noexcept { return (of_ & alone) != 0; }
  [[nodiscard]] bool stays_damaged() const noexcept { return (of_ & unhealed) != 0; }
  /// It needs the version, and is no access of the handle: nothing is registered there, and nothing ends.
  static constexpr std::uintptr_t wait_only = readonly | unhealed;  // what reads damages nothing
  [[nodiscard]] bool only_waits() const noexcept { return (of_ & wait_only) == wait_only; }
  [[nodiscard]] bool comes_later() const noexcept { return (of_ & (deferred | taken)) == deferred; }
  void take() noexcept { of_ |= taken; }

 private:
  static constexpr std::uintptr_t flag_bits = readonly | contending | deferred | taken | alone | unhealed;

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
  /// What it waits for besides accesses, in words; empty: nothing. Null: never.
  std::string (*lacks)(const waiter& of) = nullptr;
  /// Where its subtasks access parts of an object of which it has named some; null: it has named none. Throws
  /// std::bad_alloc. Null: always so.
  index_space* (*space_within)(waiter& of, const index_space& whole) = nullptr;
  bool is_wait = false;      ///< a wait for a handle, and no task
  bool is_read_for = false;  ///< what the task around it reads counts as its own
};

/// The requirements of a task that has many, or as many as is known only at run time. It lies where those of other
/// tasks lie, and they elsewhere in the block of the task.
struct requirement_list {
  requirement* first = nullptr;
  std::uint32_t count = 0;
  std::uint32_t position = 0;  ///< both as in waiter
  std::uint32_t left = 0;

  [[nodiscard]] requirement* data() const noexcept { return first; }
};

struct linked_waiter;

/// A task as the rest of its flow sees it. One that names no data is no more than this, which is a third of a line less
/// while it waits for a worker. All others are linked_waiters: only these have links and requirements.
struct waiter {
  waiter(flow_base& flow, const task_kind& what) noexcept : owner_flow(&flow), kind(&what) {}

  flow_base* owner_flow;
  const task_kind* kind;
  std::uint8_t count = 0;     ///< of requirements; or in_list: see requirement_list for these three
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

  /// While the task does not run: whether an access is over, or never was one.
  [[nodiscard]] bool is_past(const requirement& each) const noexcept {
    return (is_later && !each.comes_later()) || each.only_waits();
  }

  /// What `count` is where the requirements are in a list.
  static constexpr std::uint8_t in_list = 255;

  // `MayList`, here and in access_order.hpp: false for a task of which it is known that it has no list.
  template <bool MayList = true>
  [[nodiscard]] bool has_list() const noexcept {
    return MayList && count == in_list;
  }
  template <bool MayList = true>
  [[nodiscard]] std::uint32_t size() const noexcept {
    return has_list<MayList>() ? list().count : count;
  }
  template <bool MayList = true>
  [[nodiscard]] std::uint32_t at() const noexcept {
    return has_list<MayList>() ? list().position : position;
  }
  template <bool MayList = true>
  [[nodiscard]] std::uint32_t still_left() const noexcept {
    return has_list<MayList>() ? list().left : left;
  }
  template <bool MayList = true>
  void go_to(std::uint32_t which, std::uint32_t versions_left) noexcept {
    if (has_list<MayList>()) {
      list().position = which;
      list().left = versions_left;
    } else {
      position = static_cast<std::uint8_t>(which);
      left = static_cast<std::uint8_t>(versions_left);
    }
  }

  void step() noexcept {
    const std::uint32_t next_one = at() + 1;
    go_to(next_one == size() ? 0 : next_one, still_left() - 1);
  }

  /// The handle that it waits for.
  [[nodiscard]] requirement& awaited() noexcept { return requirements()[at()]; }
  [[nodiscard]] const requirement& awaited() const noexcept { return requirements()[at()]; }
  [[nodiscard]] std::uint64_t wanted() const noexcept { return awaited().version(); }

  template <bool MayList = true>
  [[nodiscard]] requirement* requirements() noexcept {
    return has_list<MayList>() ? list().first : behind();
  }
  template <bool MayList = true>
  [[nodiscard]] const requirement* requirements() const noexcept {
    return has_list<MayList>() ? list().first : behind();
  }
  template <bool MayList = true>
  [[nodiscard]] std::span<const requirement> all_requirements() const noexcept {
    return {requirements<MayList>(), size<MayList>()};
  }

  // Of a linked_waiter only.
  [[nodiscard]] inline waiter*& next() noexcept;
  [[nodiscard]] inline waiter* next() const noexcept;
  [[nodiscard]] inline waiter*& next_group() noexcept;
  [[nodiscard]] inline waiter* next_group() const noexcept;
  [[nodiscard]] inline waiter*& smaller() noexcept;
  [[nodiscard]] inline waiter* smaller() const noexcept;

  /// Where the requirements of a linked_waiter are, or their list.
  [[nodiscard]] inline requirement* behind() noexcept;
  [[nodiscard]] inline const requirement* behind() const noexcept;

 private:
  [[nodiscard]] requirement_list& list() noexcept { return *reinterpret_cast<requirement_list*>(behind()); }
  [[nodiscard]] const requirement_list& list() const noexcept {
    return *reinterpret_cast<const requirement_list*>(behind());
  }
};

/// A task as handles see it, where it waits. Its requirements lie right behind it, sorted by the addresses of their
/// handles; of a task that has many, a requirement_list does.
struct linked_waiter : waiter {
  using waiter::waiter;

  waiter* next_ = nullptr;  ///< in its group, or among those that have been woken together
  waiter* next_group_ =
      nullptr;  ///< of the first one of a group: that of the next larger version, or larger ones
  waiter* smaller_ = nullptr;  ///< of the first one of a group: those of smaller versions (waiters.hpp WA-Q3)

  static constexpr std::size_t bytes = 48;
};

static_assert(sizeof(linked_waiter) == linked_waiter::bytes && sizeof(waiter) == 24);
static_assert(linked_waiter::bytes % alignof(requirement) == 0);
static_assert(linked_waiter::bytes % alignof(requirement_list) == 0);

inline waiter*& waiter::next() noexcept { return static_cast<linked_waiter*>(this)->next_; }
inline waiter* waiter::next() const noexcept { return static_cast<const linked_waiter*>(this)->next_; }
inline waiter*& waiter::next_group() noexcept { return static_cast<linked_waiter*>(this)->next_group_; }
inline waiter* waiter::next_group() const noexcept {
  return static_cast<const linked_waiter*>(this)->next_group_;
}
inline waiter*& waiter::smaller() noexcept { return static_cast<linked_waiter*>(this)->smaller_; }
inline waiter* waiter::smaller() const noexcept { return static_cast<const linked_waiter*>(this)->smaller_; }

// No cast to a linked_waiter: of a task without requirements it is asked, too, and not read then.
inline requirement* waiter::behind() noexcept {
  return reinterpret_cast<requirement*>(reinterpret_cast<std::byte*>(this) + linked_waiter::bytes);
}
inline const requirement* waiter::behind() const noexcept {
  return reinterpret_cast<const requirement*>(reinterpret_cast<const std::byte*>(this) +
                                              linked_waiter::bytes);
}

}  // namespace jackdaw::dataflow
