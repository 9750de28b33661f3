// What a flow consists of, and what tasks, waits and ends of tasks do with it. Its face: flow/basic_flow.hpp.
//
// How tasks are ordered and woken: flow/version/versions.hpp. There is no graph of tasks and no lock for all. A task
// that cannot run yet is in the list of the first handle that is not available. A ready task is in the pool of the
// scheduler. A finished task is in no list. Callers: any thread that submits or waits; the worker of a task.
#pragma once

#include <cstdint>
#include <exception>
#include <string>
#include <utility>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/flow/deadlock/flow_error.hpp>
#include <jackdaw/flow/deadlock/nested_waits.hpp>
#include <jackdaw/flow/deadlock/reservations.hpp>
#include <jackdaw/flow/failure/failure_record.hpp>
#include <jackdaw/flow/task/dispatch/held_tasks.hpp>
#include <jackdaw/flow/task/dispatch/put_ready.hpp>
#include <jackdaw/flow/task/dispatch/ready_tasks.hpp>
#include <jackdaw/flow/task/dispatch/special_dispatch.hpp>
#include <jackdaw/flow/task/dispatch/tickets.hpp>
#include <jackdaw/flow/task/flow_header.hpp>
#include <jackdaw/flow/task/flow_task.hpp>
#include <jackdaw/flow/task/reservation.hpp>
#include <jackdaw/flow/task/subtasks.hpp>
#include <jackdaw/flow/task/unit_taking.hpp>
#include <jackdaw/flow/trace/access_tracing.hpp>
#include <jackdaw/flow/trace/open_tasks_of.hpp>
#include <jackdaw/flow/version/access_order.hpp>
#include <jackdaw/flow/version/waiter.hpp>
#include <jackdaw/flow/wait/flow_waits.hpp>
#include <jackdaw/flow/wait/fork_handlers.hpp>
#include <jackdaw/flow/wait/task_counts.hpp>
#include <jackdaw/flow/wait/waiting_threads.hpp>
#include <jackdaw/worker/external/caller_identity.hpp>
#include <jackdaw/worker/external/open_flows.hpp>

namespace jackdaw {

template <class Scheduler>
class basic_flow;

namespace dataflow {

/// Made by basic_flow. Its destructor does not run where the flow is abandoned: then its tasks still run.
template <class Scheduler>
class flow_core final : public flow_base {
 public:
  static constexpr std::uint64_t unbounded = ~std::uint64_t{0};

  /// As for basic_flow, which `face` is.
  flow_core(basic_flow<Scheduler>& face, Scheduler& on, std::uint64_t most_tasks)
      : face_(&face),
        scheduler_(&on),
        most_tasks_(most_tasks),
        counts_(on.workers(), on.places(), working::actors(on.places()), on.reserves_seen()),
        waiting_(on),
        presence_(on.guests().flows) {}
  flow_core(const flow_core&) = delete;
  flow_core& operator=(const flow_core&) = delete;
  ~flow_core() = default;

  /// The scheduler that executes its tasks.
  [[nodiscard]] Scheduler& on() const noexcept { return *scheduler_; }
  [[nodiscard]] basic_flow<Scheduler>& face() const noexcept { return *face_; }

 private:
  using actor = working::actor<Scheduler>;

  template <class, class, class, class...>
  friend class flow_task;
  template <class, class, class, class...>
  friend class task_parts;
  template <class, class...>
  friend class reserved_accesses;
  friend class basic_subtasks<Scheduler>;
  friend class basic_flow<Scheduler>;
  friend class flow_waits<Scheduler>;
  friend class inner_wait<Scheduler>;
  friend class listed_flow;
  friend class special_dispatch<Scheduler>;
  friend class unit_taking<Scheduler>;

  // ---- one task, on the worker that executes it ----

  void enter(waiter& t, actor& me) noexcept {
    account& own = counts_.of(me.id());
    me.on_stack() = {&t, own.innermost};
    own.innermost = &me.on_stack();
  }
  /// By the actor that has entered it.
  void leave_stack(actor& me) noexcept { counts_.of(me.id()).innermost = me.on_stack().below; }

  /// False when the task has to wait for its turn somewhere, and belongs to others from now on.
  [[nodiscard]] bool take_turns(waiter& t, actor& me) {
    waiter* woken = nullptr;
    const bool taken = dataflow::take_turns(t, woken);
    resume(woken, this, me);
    return taken;
  }

  /// `RunsAlways`: a task that runs always is skipped only where the end of the flow has given it up.
  template <bool RunsAlways = false>
  [[nodiscard]] bool skips(waiter& t, actor& me) {
    return failures_.any() && (!RunsAlways || t.failed) && has_to_skip(t, me);
  }
  [[nodiscard, gnu::noinline, gnu::cold]] bool has_to_skip(waiter& t, actor& me) {
    if (!failures_.skips(t)) return false;
    counts_.of(me.id()).count_skipped();
    return true;
  }

  void spoil(waiter& t) { failures_.spoil(t); }
  void heal(waiter& t) noexcept {
    if (failures_.any()) failures_.heal(t);
  }
  [[nodiscard, gnu::noinline, gnu::cold]] bool parts_have_failed(waiter& t) noexcept {
    return failures_.parts_have_failed(t);
  }
  void record(waiter& t, std::exception_ptr thrown) { failures_.record(t, std::move(thrown)); }
  /// The accesses of a task are over: raises the versions, and puts the tasks that this has woken.
  template <bool Defers = true, bool MayList = true, bool MayWait = false>
  void finish(waiter& t, actor& me) {
    tell_released(t, me);
    waiter* woken = nullptr;
    dataflow::finish<Defers, MayList, MayWait>(t, woken);
    resume(woken, this, me);
  }

  /// A task that has run begins its deferred accesses, after gather(woken). False when it has to wait for them.
  template <bool MayWait>
  [[nodiscard]] bool goes_on_later(waiter& t, actor& me, auto&& gather) {
    finish<true, true, MayWait>(t, me);
    t.is_later = true;
    waiter* woken = nullptr;
    gather(woken);
    leave_stack(me);
    bool mine = begin_later(t, woken);
    resume(woken, this, me);
    mine = mine && take_turns(t, me);
    if (mine) enter(t, me);
    return mine;
  }

  /// The last that a task does in its flow, which may be gone afterwards (task_counts.hpp TC-L2).
  void leave(actor& me) noexcept {
    account& own = counts_.of(me.id());
    own.count_over();
    if (waiting_.any()) wake_if_over();
    own.count_left();
  }

  // ---- tasks that are not ready ----

  template <class Task>
  void start(Task& t, actor& me) {
    counts_.of(me.id()).count_submitted();
    open_.waits(t);
    if constexpr (!Task::has_ticket) tell_waiting(t, me);  // else another one runs, with a ticket
    waiter* woken = nullptr;
    if (begin<Task::defers, Task::in_list>(t, woken)) {
      if (!held_.holds() || !keeps(t)) [[likely]] {
        if constexpr (Task::is_placed) {
          t.placement().put(me);
        } else {
          put_ready(t, me);
        }
      }
    }
    resume(woken, this, me);
  }

  template <class Task>
  [[nodiscard, gnu::noinline, gnu::cold]] bool keeps(Task& t) noexcept {
    if constexpr (Task::is_placed) {
      return held_.keep_placed(t, Task::has_ticket);
    } else {
      return held_.keep(t);
    }
  }

  /// Before the flow waits: nothing would come to an end.
  void release() {
    if (held_.holds()) [[unlikely]]
      release_held();
  }
  [[gnu::noinline, gnu::cold]] void release_held() {
    const held_tasks::all kept = held_.release();
    working::caller_identity<Scheduler> me(*scheduler_);
    tickets<Scheduler> behind;  // all tasks with a priority are known before a worker asks for the highest
    const auto placed = [](waiter*& next) -> special_dispatch<Scheduler>& {
      waiter& each = *std::exchange(next, next->next());
      return static_cast<special_dispatch<Scheduler>&>(*each.owner_flow);
    };
    for (waiter* next = kept.ticketed; next != nullptr;) behind.keep(placed(next).make_ready(me));
    for (task* next = kept.plain; next != nullptr;) {  // the task may be over as soon as it is put
      auto& each = static_cast<typename Scheduler::task_type&>(*std::exchange(next, next->next));
      put_ready(each, me);
    }
    for (waiter* next = kept.pinned; next != nullptr;) placed(next).put(me);
    behind.put(me);
  }

  /// Touches nothing of `flow`, which may be gone when the last of the caller's tasks has been put.
  static void resume(waiter* woken, const flow_core* flow, actor& me) {
    if (woken == nullptr) return;
    waiters::for_each_woken(woken, [&](waiter& t) {
      if (t.owner_flow != flow) {
        t.owner_flow->resume_from_elsewhere(t);
      } else if (go_on(t, woken)) {
        put_woken(t, me);
      }
    });
  }

  void resume_from_elsewhere(waiter& t) override {
    resume_one(t, [&t](actor& me) { put_woken(t, me); });
  }
  void resume_placed(waiter& t, special_dispatch<Scheduler>& by) {
    resume_one(t, [&by](actor& me) { by.put(me); });
  }
  void resume_one(waiter& t, auto&& put_it) {
    const typename waiting_threads<Scheduler>::call from_elsewhere(waiting_);
    working::caller_identity<Scheduler> me(*scheduler_);
    waiter* woken = nullptr;
    if (go_on(t, woken)) put_it(me);
    resume(woken, this, me);
  }

  void resume(waiter* woken) {
    if (woken == nullptr) return;
    working::caller_identity<Scheduler> me(*scheduler_);
    resume(woken, this, me);
  }

  // ---- waiting ----

  /// The innermost task of this flow on the stack of the calling thread; null: there is none.
  [[nodiscard]] const working::task_on_stack* task_here() noexcept {
    auto* const here = scheduler_->worker_here();
    return here != nullptr ? counts_.of(here->place()).innermost : nullptr;
  }
  [[nodiscard]] bool has_task_here() noexcept { return task_here() != nullptr; }

  /// Executes tasks until over(); throws stuck when `what` is held up.
  template <class Over>
  void help_until(Over over, const awaited& what) {
    const std::string why = held_up(over, what);
    if (!why.empty()) throw_stuck(counts_.pending(), why);
  }

  /// The same; returns why instead.
  template <class Over>
  [[nodiscard]] std::string held_up(Over over, const awaited& what) {
    std::string why = waiting_.until(over, what, [this](waiter* woken) { resume(woken); });
    counts_.await_leaving();
    return why;
  }

  /// Executes tasks until half of the bound is left, or none can run.
  [[gnu::noinline, gnu::cold]] void thin_out() {
    if (counts_.pending() < most_tasks_ || scheduler_->worker_here() != nullptr) return;
    const presence here(thinning_);  // AF-F1: before waiting_
    help_until([this] { return counts_.pending() <= most_tasks_ / 2 || waiting_.nothing_to_do(); }, {});
  }

  [[gnu::noinline]] void wake_if_over() noexcept {
    const bool to_hear = waiting_.are_to_hear([this] {
      const bool thins = thinning_.load(base::relaxed) != 0;  // AF-F1
      return (thins && counts_.pending() <= most_tasks_ / 2) || counts_.all_over();
    });
    if (to_hear) waiting_.wake();
  }
  void wake_all() noexcept {
    for (unsigned id = 0; id < scheduler_->workers(); ++id) scheduler_->wake(id);
  }

  basic_flow<Scheduler>* face_;
  Scheduler* scheduler_;
  std::uint64_t most_tasks_;
  task_counts counts_;
  failure_record failures_;
  ready_tasks ready_;
  held_tasks held_;
  reserved_list reserved_;
  waiting_threads<Scheduler> waiting_;
  base::atomic<unsigned> thinning_{0};  // those of them that wait for room only
  [[no_unique_address]] open_tasks_of<Scheduler> open_{*scheduler_};
  working::open_flows::entry presence_;
  listed_flow listed_{*this};  // last
};

}  // namespace dataflow

}  // namespace jackdaw
