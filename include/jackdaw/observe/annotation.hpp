// Observers that write a note into each task, and so follow it from its creation to its end; and the calls of
// all hooks.
//
// The engine and the faces call the functions of this file, never an observer itself. Where the observer has no
// notes, the functions that need one do nothing, and no task has room for a note: the compiled code is the same as
// without observers.
#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <jackdaw/base/tally.hpp>
#include <jackdaw/observe/observer.hpp>
#include <jackdaw/task/task.hpp>

namespace jackdaw::observe {

/// An observer with a word or two of its own in each task (`note`) and in each task group (`group_note`), both zero
/// when new. It has the hooks of `observer`, called by the worker `id`, which do not throw; those of a task come with
/// its note:
///   task_created(id, t, n)   as before, and: the branch t of a join is offered to thieves
///   task_held(id, t, n)      t was made, and waits for others; task_created comes when they are all done
///   task_arrived(id, n)      the running task is done as far as the held one is concerned; before the count
///                            falls, and possibly by several workers at once
///   task_started(id, t, n)   returns what the worker was doing before, for …
///   task_finished(id, outer) … which comes when the task and its note are gone
///   branch_called(id, t, n)  a join: the first branch is over, and no thief has taken the second, t. It is
///                            called here and now. Returns what the worker was doing before, for …
///   branch_joined(id, n, outer)  … which comes when that call is over
///   branch_ended(id, n)      a branch that was taken is over: by the thief, inside the branch
///   branch_awaited(id, n)    the worker that forked it has seen that it is over
///   group_begun(id, g)       a task group was made
///   group_left(id, g)        a task of it is over
///   group_joined(id, g)      its maker has seen all of them over
///   wait_begun(id)           the running task waits; the worker may run others in between
///   wait_over(id)            that wait has ended
/// Tasks of flows wait for data: data_observer.
template <class O>
concept annotating_observer =
    std::constructible_from<O, unsigned> &&
    requires(O o, unsigned id, const task& t, typename O::note& n, typename O::group_note& g) {
      { o.task_created(id, t, n) } noexcept;
      { o.task_held(id, t, n) } noexcept;
      { o.task_arrived(id, n) } noexcept;
      { o.task_finished(id, o.task_started(id, t, n)) } noexcept;
      { o.branch_joined(id, n, o.branch_called(id, t, n)) } noexcept;
      { o.branch_ended(id, n) } noexcept;
      { o.branch_awaited(id, n) } noexcept;
      { o.group_begun(id, g) } noexcept;
      { o.group_left(id, g) } noexcept;
      { o.group_joined(id, g) } noexcept;
      { o.wait_begun(id) } noexcept;
      { o.wait_over(id) } noexcept;
      { o.worker_idle(id) } noexcept;
      { o.worker_busy(id) } noexcept;
    };

/// An access of a task of a flow. Those of one version may come at the same time, and wait for those of all lower
/// versions.
struct data_access {
  const void* handle;  ///< its name as long as it lives: an address of whole cache lines
  std::uint64_t version;
  bool turn;  ///< those of the version come one by one
  bool late;  ///< the task did not wait for it before it ran, only before it applies what it has found
  std::uint32_t name =
      0;  ///< what people call the handle (observe/names/data_names.hpp), as long as it is called so; 0: it has no name
};

/// An observer that is told which data the tasks of flows use.
///   data_awaited(id, t, n)      the running task has made t, which has to wait; task_created comes when it is put
///   data_acquired(id, access)   the running task begins an access
///   data_released(id, access)   an access is over; before others can begin. As a rule in the task that has begun it,
///                               but with subtasks in the one that ends last
///   data_deferred(id, n)        optional: the running task, whose note n is, has run, and begins the accesses that
///   it
///                               has put off
///   data_reached(n)             optional: a task whose note is n, and which had to wait, is put next, by the worker
///                               that found it ready
///   task_turned_out(id, t)      optional: what the running task executes is t, which was not known when it was
///   started
/// A task may have to wait once more after it was started, for its turn or for a deferred access. Then it finishes, and
/// is created and started again.
template <class O>
concept data_observer = annotating_observer<O> &&
                        requires(O o, unsigned id, const task& t, typename O::note& n, const data_access& a) {
                          { o.data_awaited(id, t, n) } noexcept;
                          { o.data_acquired(id, a) } noexcept;
                          { o.data_released(id, a) } noexcept;
                        };

/// What a scheduler takes.
template <class O>
concept any_kind_of_observer = observer<O> || annotating_observer<O>;

/// A task header with a note.
template <task_header Header, class Note>
struct noted : Header {
  using Header::Header;
  Note note{};
};

struct nothing {};

template <class Header, class O>
struct noted_for {
  using header = Header;
  using group_note = nothing;
};
template <class Header, annotating_observer O>
struct noted_for<Header, O> {
  using header = noted<Header, typename O::note>;
  using group_note = typename O::group_note;
};

/// The header of the tasks of a scheduler whose pool stores `Header`s: that one, where `O` has no notes.
template <task_header Header, any_kind_of_observer O>
using header_for = typename noted_for<Header, O>::header;

/// What a task group keeps for its observer.
template <any_kind_of_observer O>
using group_note_for = typename noted_for<task, O>::group_note;

// ---- the hooks that every observer has; `item` has its note, where the observer has notes ----

template <any_kind_of_observer O, task_header Header>
void created(O& seen_by, unsigned id, Header& item) noexcept {
  if constexpr (annotating_observer<O>) {
    seen_by.task_created(id, item, item.note);
  } else {
    seen_by.task_created(id, item);
  }
}

/// Returns what finished() wants to have.
template <any_kind_of_observer O, task_header Header>
[[nodiscard]] auto started(O& seen_by, unsigned id, Header& item) noexcept {
  if constexpr (annotating_observer<O>) {
    return seen_by.task_started(id, item, item.note);
  } else {
    seen_by.task_started(id, item);
    return nothing{};
  }
}

template <any_kind_of_observer O, class Outer>
void finished(O& seen_by, unsigned id, [[maybe_unused]] Outer outer) noexcept {
  if constexpr (annotating_observer<O>) {
    seen_by.task_finished(id, outer);
  } else {
    seen_by.task_finished(id);
  }
}

/// What a thread keeps for as long as it works as `id`: the tally of an observer that has one.
template <any_kind_of_observer O>
[[nodiscard]] auto enter(O& seen_by, unsigned id) noexcept {
  if constexpr (requires { seen_by.tally_of(id); }) {
    return base::tally_scope(seen_by.tally_of(id));
  } else {
    return nothing{};
  }
}

/// While it lives, the running task of worker `id` waits.
template <any_kind_of_observer O>
class waiting {
 public:
  waiting([[maybe_unused]] O& seen_by, [[maybe_unused]] unsigned id) noexcept {}
};
template <annotating_observer O>
class waiting<O> {
 public:
  waiting(O& seen_by, unsigned id) noexcept : seen_by_(seen_by), id_(id) { seen_by.wait_begun(id); }
  waiting(const waiting&) = delete;
  waiting& operator=(const waiting&) = delete;
  ~waiting() { seen_by_.wait_over(id_); }

 private:
  O& seen_by_;
  unsigned id_;
};

/// While it lives, worker `id` runs a branch that it has forked itself and that no thief has taken.
template <annotating_observer O, class Branch>
class calling {
 public:
  calling(O& seen_by, unsigned id, Branch& branch) noexcept
      : seen_by_(seen_by), id_(id), branch_(branch), outer_(seen_by.branch_called(id, branch, branch.note)) {}
  calling(const calling&) = delete;
  calling& operator=(const calling&) = delete;
  ~calling() { seen_by_.branch_joined(id_, branch_.note, outer_); }

 private:
  O& seen_by_;
  unsigned id_;
  Branch& branch_;
  decltype(std::declval<O&>().branch_called(0U, std::declval<task&>(), std::declval<Branch&>().note)) outer_;
};

}  // namespace jackdaw::observe
