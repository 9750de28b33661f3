// Subtasks: a task does not end before its subtasks do, and no worker waits for that.
//
// Source: T15 section 4 (the option Subtasks). A task with_subtasks counts those of its parts that are not over: its
// function, and its subtasks. The worker that ends the last part continues the task: the accesses end, the versions
// rise, the closure is destroyed. Callers: the function of the task and its subtasks submit; the worker that
// ends a part reports it.
// Invariants
//   ST-S3  the flow does not end while a part of a task reports, although it is counted as over: the task is not.
// Which part reports last: flow/task/part_count.hpp.
#pragma once

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

#include <jackdaw/base/characters.hpp>
#include <jackdaw/flow/deadlock/awaiting_subtasks.hpp>
#include <jackdaw/flow/part/part.hpp>
#include <jackdaw/flow/task/attribute_set.hpp>
#include <jackdaw/flow/task/attributes.hpp>
#include <jackdaw/flow/task/named_handles.hpp>
#include <jackdaw/flow/task/part_count.hpp>
#include <jackdaw/flow/trace/access_tracing.hpp>
#include <jackdaw/flow/version/access.hpp>
#include <jackdaw/flow/version/handle_range.hpp>
#include <jackdaw/flow/version/look_count.hpp>
#include <jackdaw/flow/version/version_text.hpp>
#include <jackdaw/flow/version/waiter.hpp>
#include <jackdaw/worker/external/caller_identity.hpp>

namespace jackdaw {

template <class Scheduler>
class basic_flow;

namespace dataflow {

template <class Scheduler>
class flow_core;
template <class Scheduler>
class flow_waits;
template <class Scheduler, class... Parts>
class submission;
template <class Scheduler, class... Parts>
class submission_with_result;
template <class Scheduler, class Function, class Attributes, class... Declared>
class flow_task;
template <class, class, class, class...>
class task_parts;
template <class, class...>
class reserved_accesses;

/// The end of a task: the task that it was a part of, if any.
template <class Scheduler>
struct ended_part {
  basic_subtasks<Scheduler>* of = nullptr;
  bool failed = false;
};

}  // namespace dataflow

/// The subtasks of a task: what the function of a task with_subtasks gets before its objects. It may hand it to
/// its subtasks, by reference. It lives until the last one is over, as do the objects and the closure of the task.
/// The local variables of its function do not.
template <class Scheduler>
class basic_subtasks {
 public:
  basic_subtasks(const basic_subtasks&) = delete;
  basic_subtasks& operator=(const basic_subtasks&) = delete;

  /// As flow::submit(). The accesses of the task do not end before this one is over. Where it throws or is skipped,
  /// they fail: those that would read what the task writes are skipped. Accesses order subtasks among each other, and
  /// after what was submitted before them to the same handles. They use the objects of the task by reference, or
  /// handles within. Throws std::logic_error for a handle that the task or one around it has named: each would wait
  /// for the other; nothing is submitted then. A handle that another task names which waits for this task closes such
  /// a cycle, too: wait() finds it (docs/guide/running/errors.md).
  ///     tasks.submit(with_subtasks, write(tree), [](auto& subtasks, node& root) {
  ///       for (auto& child : root.children) subtasks.submit(write(child), balance);
  ///     });
  ///
  /// Cost: as flow::submit(). Threads: any, as long as the function of the task or a subtask runs.
  template <class... Parts>
  auto submit(Parts&&... parts) {
    if constexpr (dataflow::wants_result<std::decay_t<Parts>...>) {
      using plan = dataflow::submission_with_result<Scheduler, std::decay_t<Parts>...>;
      if constexpr (plan::compiles()) {
        return plan::submit(*this, *flow_, std::forward_as_tuple(std::forward<Parts>(parts)...));
      }
    } else {
      submit_plain(std::forward<Parts>(parts)...);
    }
  }

  /// The flow of the task: what is submitted there is no subtask.
  [[nodiscard]] basic_flow<Scheduler>& flow() const noexcept { return flow_->face(); }

 private:
  template <class, class, class, class...>
  friend class dataflow::flow_task;
  template <class, class, class, class...>
  friend class dataflow::task_parts;
  template <class, class...>
  friend class dataflow::reserved_accesses;
  friend class dataflow::flow_waits<Scheduler>;
  using actor = working::actor<Scheduler>;
  using ended_part = dataflow::ended_part<Scheduler>;
  using continuation = ended_part (*)(dataflow::waiter& task, actor& me);

  basic_subtasks(dataflow::flow_core<Scheduler>& flow, dataflow::waiter& task, basic_subtasks* around,
                 continuation go_on) noexcept
      : flow_(&flow),
        place_(task),
        around_(around),
        go_on_(go_on),
        level_(around == nullptr ? 1 : around->level_ + 1),
        deepest_walked_(level_ <= most_walked ? this : around->deepest_walked_),
        named_(around == nullptr ? nullptr : &around->named_) {}

  template <class... Parts>
  void submit_plain(Parts&&... parts) {
    using plan = dataflow::submission<Scheduler, dataflow::subtask_of<Scheduler>, std::decay_t<Parts>...>;
    if constexpr (plan::compiles()) {
      (refuse_shared(parts), ...);
      const dataflow::subtask_of<Scheduler> attribute{this};
      working::caller_identity<Scheduler> me(flow_->on());
      auto& made =
          plan::create(me, *flow_, std::forward_as_tuple(attribute, within(std::forward<Parts>(parts))...));
      start(made, me);
    }
  }

  /// `made`: a subtask.
  void start(auto& made, actor& me) {
    parts_.add_one();
    flow_->start(made, me);
  }

  /// What submit() was given, as it was given. An access to a part of an object, of which the task or one around it has
  /// named some: registered in the space of that task (flow/part/inner_spaces.hpp).
  template <class Part>
  decltype(auto) within(Part&& part) const {
    if constexpr (dataflow::names_part<std::decay_t<Part>>) {
      auto inner = part;
      for (const basic_subtasks* each = this; each != nullptr && inner.within == inner.whole;
           each = each->around_) {
        dataflow::look();
        dataflow::waiter& task = *each->place_.task;
        if (task.kind->space_within == nullptr) continue;
        auto* const space = task.kind->space_within(task, *inner.whole);
        if (space != nullptr) inner.within = space;
      }
      return inner;
    } else {
      return std::forward<Part>(part);
    }
  }

  /// The task is about to name a handle. Throws std::bad_alloc.
  void note_named(actor& by, const dataflow::versions& of) {
    if (level_ > most_walked) named_.add(by, of);
  }
  /// The task is over, or was not submitted.
  void forget_named(actor& by) noexcept { named_.clear(by); }

  /// The function has returned, and is about to be reported.
  void await() noexcept {
    if (parts_.has_others()) dataflow::awaiting_subtasks::enter(place_);
  }

  /// Reports the end of a part, and of those that end with it: not recursively, as they may be nested deeply.
  static void report(ended_part part, actor& me) {
    while (part.of != nullptr) {
      dataflow::tell_part_over(part.of, me);
      if (!part.of->parts_.one_is_over(part.failed)) return;
      dataflow::tell_parts_over(part.of, me);
      part = part.of->go_on_(*part.of->place_.task, me);
    }
  }
  [[nodiscard]] bool failed() const noexcept { return parts_.failed(); }

  /// Cost: a look at the handles of the task and of the outermost ones, and one way down a tree for all between.
  template <class Part>
  void refuse_shared(const Part& part) const {
    if constexpr (dataflow::is_declared<Part>)
      dataflow::for_each_handle(part, [this](const dataflow::versions& of) { refuse_named(of); });
  }
  void refuse_named(const dataflow::versions& of) const {
    bool known = named_.contains(of);
    for (const basic_subtasks* each = deepest_walked_; each != nullptr && !known; each = each->around_)
      known = each->names(of);
    if (!known) return;
    const basic_subtasks* by = this;
    while (!by->names(of)) by = by->around_;
    by->refuse(of);
  }

  [[nodiscard]] bool names(const dataflow::versions& of) const noexcept {
    dataflow::look();
    const auto all = place_.task->all_requirements();  // sorted by handles
    const auto found = std::ranges::partition_point(
        all, [&](const dataflow::requirement& each) { return &each.of() < &of; });
    return found != all.end() && &found->of() == &of;
  }

  [[noreturn]] void refuse(const dataflow::versions& of) const {
    throw std::logic_error("a subtask of '" + base::visible_name(place_.task->kind->name(*place_.task)) +
                           "' names " + dataflow::handle_text(of) +
                           ", which this task has named, and would wait for its end; expected the use of the "
                           "reference that the task has got");
  }

  dataflow::flow_core<Scheduler>* flow_;
  dataflow::awaiting_subtasks::place place_;
  basic_subtasks* around_;
  continuation go_on_;
  dataflow::part_count parts_;

  static constexpr unsigned most_walked = 8;  // levels of nesting, from outside
  unsigned level_;
  const basic_subtasks* deepest_walked_;  // of this one and those around it
  dataflow::named_handles named_;         // by tasks further inside
};

}  // namespace jackdaw
