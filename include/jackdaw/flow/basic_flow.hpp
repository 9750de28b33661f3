// flow: tasks that name the data they use; the versions of the data order them.
//
// Callers: any thread submits and waits. How tasks are ordered and woken: flow/version/versions.hpp. There is
// no graph of tasks and no lock for all. A task that cannot run yet is in the list of the first handle that is not
// available. A ready task is in the pool of the scheduler. A finished task is in no list.
#pragma once

#include <cstdint>
#include <exception>
#include <new>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/flow/deadlock/flow_error.hpp>
#include <jackdaw/flow/deadlock/nested_waits.hpp>
#include <jackdaw/flow/deadlock/reservations.hpp>
#include <jackdaw/flow/task/attributes.hpp>
#include <jackdaw/flow/task/dispatch/put_ready.hpp>
#include <jackdaw/flow/task/dispatch/special_dispatch.hpp>
#include <jackdaw/flow/task/flow_task.hpp>
#include <jackdaw/flow/task/reservation.hpp>
#include <jackdaw/flow/task/submission.hpp>
#include <jackdaw/flow/task/subtasks.hpp>
#include <jackdaw/flow/trace/access_tracing.hpp>
#include <jackdaw/flow/trace/open_tasks_of.hpp>
#include <jackdaw/flow/version/access.hpp>
#include <jackdaw/flow/version/access_order.hpp>
#include <jackdaw/flow/version/handle.hpp>
#include <jackdaw/flow/version/waiter.hpp>
#include <jackdaw/flow/wait/failure_record.hpp>
#include <jackdaw/flow/wait/flow_waits.hpp>
#include <jackdaw/flow/wait/fork_handlers.hpp>
#include <jackdaw/flow/wait/task_counts.hpp>
#include <jackdaw/flow/wait/waiting_threads.hpp>
#include <jackdaw/worker/default_scheduler.hpp>
#include <jackdaw/worker/external/caller_identity.hpp>

namespace jackdaw {

/// Tasks over a scheduler, which outlives the flow.
///     flow tasks(sched);
///     handle<double> a(1.0), b(2.0), sum;
///     tasks.submit(read(a), read(b), write(sum), [](double a, double b, double& sum) { sum = a + b; });
///     tasks.wait();
///
/// Not where the order of tasks is known beforehand and simple: parallel_for and join cost less. Threads: any thread
/// may submit and wait, tasks may submit. Cost: docs/lab/faces/flow.md.
template <class Scheduler>
class basic_flow final : public dataflow::flow_base {
 public:
  /// `most_tasks`: while there are so many tasks that are not over, a thread from outside executes some in its next
  /// submit(). So memory is bounded, however long the program runs. Tasks that submit tasks are not held up.
  explicit basic_flow(Scheduler& on, std::uint64_t most_tasks = unbounded)
      : scheduler_(&on),
        most_tasks_(most_tasks),
        counts_(on.workers(), on.places(), working::actors(on.places()), on.reserves_seen()),
        waiting_(on) {}
  basic_flow(const basic_flow&) = delete;
  basic_flow& operator=(const basic_flow&) = delete;

  /// Waits for all tasks; what they threw is dropped. Unused reservations of this flow are given up, and subtasks
  /// that wait in a cycle. Where tasks wait for reservations of other flows, it reports that on the standard error
  /// stream, and waits. Inside std::exit(), called in a task, it does not wait, and its tasks go on:
  /// worker/engine/process_end.hpp.
  ~basic_flow() {
    if (dataflow::flow_waits<Scheduler>::for_end(*this)) return;
    counts_.abandon();
    failures_.abandon();
    open_.abandon();
  }
  // `new` as anywhere, since there is a `delete` of its own.
  static void* operator new(std::size_t bytes) { return working::new_memory<basic_flow>(bytes); }
  static void* operator new(std::size_t /*bytes*/, void* place) noexcept { return place; }
  static void* operator new(std::size_t bytes, const std::nothrow_t& /*says*/) noexcept {
    return working::new_memory_or_null<basic_flow>(bytes);
  }
  static void operator delete(void* unmade) noexcept { working::delete_memory<basic_flow>(unmade); }
  static void operator delete(void* unmade, const std::nothrow_t& /*says*/) noexcept {
    working::delete_memory<basic_flow>(unmade);
  }
  /// `delete`: the memory of a flow that was abandoned is kept.
  static void operator delete(basic_flow* self, std::destroying_delete_t) {
    if (!dataflow::flow_waits<Scheduler>::for_end(*self)) return;
    self->~basic_flow();
    working::delete_memory<basic_flow>(self);
  }

  /// Submits a task: `submit(access…, function)`. The function is called once, with a reference to the object of each
  /// access in the order declared. That is const T& for a read, T& for a write or an add, nothing for handle<void>. It
  /// runs as soon as all its accesses are available, in the order of submission. Reads are concurrent, writes come one
  /// after another, adds in any order one at a time. Tasks that several threads submit are ordered in some way, the
  /// same for all handles. A handle that is named twice is accessed once, as by a write unless both accesses are of
  /// one type. Attributes may stand first: named("what"), with_subtasks, priority(3), pinned(2)
  /// (flow/task/attributes.hpp).
  ///     tasks.submit(named("gemm"), read(a), read(b), write(c), [](const matrix& x, const matrix& y, matrix& z) {
  ///       multiply_add(x, y, z);
  ///     });
  ///
  /// Threads: any, tasks included. Errors: std::bad_alloc, what copying `function` throws, std::invalid_argument where
  /// `pinned` names no worker; nothing is submitted then.
  template <class... Parts>
  void submit(Parts&&... parts) {
    using plan = dataflow::submission<Scheduler, std::decay_t<Parts>...>;
    if constexpr (plan::compiles()) {
      if (most_tasks_ != unbounded) thin_out();
      (dataflow::fetch_handle(parts), ...);
      working::caller_identity<Scheduler> me(*scheduler_);
      start(plan::create(me, *this, std::forward_as_tuple(std::forward<Parts>(parts)...)), me);
    }
  }

  /// Registers accesses now, for a task that is submitted later: `reserve(access…)` gives a reservation, whose
  /// submit(function) does that (flow/task/reservation.hpp). Tasks that are submitted in between come after it.
  ///     auto later = tasks.reserve(write(a));
  ///     tasks.submit(read(a), use);  // waits for what is not there yet
  ///     later.submit(compute);
  template <class... Declared>
  [[nodiscard]] auto reserve(Declared... declared) {
    static_assert(dataflow::is_refused<Declared...> || (dataflow::is_declared<Declared> && ...),
                  "jackdaw: only accesses can be reserved: read(handle), write(handle), add(handle)");
    if constexpr ((dataflow::is_declared<Declared> && ...)) {
      return reservation<Scheduler, Declared...>(*this, declared...);
    }
  }

  /// Returns when all accesses to `of` that were submitted are over, and its object can be used. Executes tasks
  /// meanwhile. Throws flow_error when a task of this flow was to write the object and has failed, or was skipped
  /// after a failure. The error has all failures until now, which the next wait() throws again. Otherwise it throws
  /// as wait() does. After cancel() it returns as usual.
  template <class T>
  void wait(handle<T>& of) {
    dataflow::flow_waits<Scheduler>::for_handle(*this, of);
  }

  /// Returns when all tasks that were submitted are over. Executes tasks meanwhile, also those of other flows on the
  /// same scheduler. Throws flow_error when tasks have thrown. What was thrown is forgotten then, and the flow can be
  /// used again. All threads that wait at that time throw it. Throws `stuck` when the tasks that are left can never
  /// run. In a task, also when tasks of several flows wait for each other's flows, so that it would never return.
  /// Throws std::logic_error when called by a task of this flow, which would wait for itself.
  void wait() { dataflow::flow_waits<Scheduler>::for_all(*this); }

  /// Tasks that have not begun are skipped; those that run come to their end. Until wait(), which returns as usual.
  void cancel() noexcept { failures_.cancel(); }

  /// How many tasks have been skipped since the flow was made: after failures, or by cancel(). While no task runs.
  [[nodiscard]] std::uint64_t skipped() const noexcept { return counts_.skipped(); }

  /// The scheduler that executes its tasks.
  [[nodiscard]] Scheduler& on() noexcept { return *scheduler_; }

 private:
  template <class, class, class, class...>
  friend class dataflow::flow_task;
  template <class, class...>
  friend class dataflow::reserved_accesses;
  friend class basic_subtasks<Scheduler>;
  friend class dataflow::flow_waits<Scheduler>;
  friend class dataflow::listed_flow;
  friend class dataflow::special_dispatch<Scheduler>;
  using actor = working::actor<Scheduler>;
  using waiter = dataflow::waiter;

  // ---- one task, on the worker that executes it ----

  void enter(actor& me) noexcept { ++counts_.of(me.id()).depth; }
  void leave_stack(actor& me) noexcept { --counts_.of(me.id()).depth; }

  /// False when the task has to wait for its turn somewhere, and belongs to others from now on.
  [[nodiscard]] bool take_turns(waiter& t, actor& me) {
    waiter* woken = nullptr;
    const bool taken = dataflow::take_turns(t, woken);
    resume(woken, this, me);
    return taken;
  }

  [[nodiscard]] bool skips(waiter& t, actor& me) { return failures_.any() && has_to_skip(t, me); }
  [[nodiscard, gnu::noinline, gnu::cold]] bool has_to_skip(waiter& t, actor& me) {
    if (!failures_.skips(t)) return false;
    counts_.of(me.id()).count_skipped();
    return true;
  }

  void spoil(waiter& t) { failures_.spoil(t); }
  void record(waiter& t, std::exception_ptr thrown) { failures_.record(t, std::move(thrown)); }
  /// The accesses of a task are over: raises the versions, and puts the tasks that this has woken.
  template <bool Defers = true>
  void finish(waiter& t, actor& me) {
    dataflow::tell_released(t, me);
    waiter* woken = nullptr;
    dataflow::finish<Defers>(t, woken);
    resume(woken, this, me);
  }

  /// A task that has run begins its deferred accesses, after gather(woken). False when it has to wait for them.
  [[nodiscard]] bool goes_on_later(waiter& t, actor& me, auto&& gather) {
    finish(t, me);
    t.is_later = true;
    waiter* woken = nullptr;
    gather(woken);
    leave_stack(me);
    bool mine = dataflow::begin_later(t, woken);
    resume(woken, this, me);
    mine = mine && take_turns(t, me);
    if (mine) enter(me);
    return mine;
  }

  /// The last that a task does in its flow, which may be gone afterwards (task_counts.hpp TC-L2).
  void leave(actor& me) noexcept {
    dataflow::account& own = counts_.of(me.id());
    --own.depth;
    own.count_over();
    if (waiting_.any()) wake_if_over();
    own.count_left();
  }

  // ---- tasks that are not ready ----

  template <class Task>
  void start(Task& t, actor& me) {
    counts_.of(me.id()).count_submitted();
    open_.waits(t);
    if constexpr (!Task::has_priority) dataflow::tell_waiting(t, me);  // else another one runs, with a ticket
    waiter* woken = nullptr;
    if (dataflow::begin<Task::defers>(t, woken)) {
      if constexpr (Task::is_placed) {
        t.placement().put(me);
      } else {
        dataflow::put_ready(t, me);
      }
    }
    resume(woken, this, me);
  }

  /// Touches nothing of `flow`, which may be gone when the last of the caller's tasks has been put.
  static void resume(waiter* woken, const basic_flow* flow, actor& me) {
    if (woken == nullptr) return;
    dataflow::waiters::for_each_woken(woken, [&](waiter& t) {
      if (t.owner_flow != flow) {
        t.owner_flow->resume_from_elsewhere(t);
      } else if (dataflow::go_on(t, woken)) {
        dataflow::put_woken(t, me);
      }
    });
  }

  void resume_from_elsewhere(waiter& t) override {
    resume_one(t, [&t](actor& me) { dataflow::put_woken(t, me); });
  }
  void resume_placed(waiter& t, dataflow::special_dispatch<Scheduler>& by) {
    resume_one(t, [&by](actor& me) { by.put(me); });
  }
  void resume_one(waiter& t, auto&& put_it) {
    const typename dataflow::waiting_threads<Scheduler>::call from_elsewhere(waiting_);
    working::caller_identity<Scheduler> me(*scheduler_);
    waiter* woken = nullptr;
    if (dataflow::go_on(t, woken)) put_it(me);
    resume(woken, this, me);
  }

  void resume(waiter* woken) {
    if (woken == nullptr) return;
    working::caller_identity<Scheduler> me(*scheduler_);
    resume(woken, this, me);
  }

  // ---- waiting ----

  /// Whether a task of this flow is on the stack of the calling thread.
  [[nodiscard]] bool has_task_here() noexcept {
    auto* const here = scheduler_->worker_here();
    return here != nullptr && counts_.of(here->place()).depth != 0;
  }

  /// Executes tasks until over(); throws stuck when `what` is held up.
  template <class Over>
  void help_until(Over over, const dataflow::awaited& what) {
    const std::string why = held_up(over, what);
    if (!why.empty()) dataflow::throw_stuck(counts_.pending(), why);
  }

  /// The same; returns why instead.
  template <class Over>
  [[nodiscard]] std::string held_up(Over over, const dataflow::awaited& what) {
    std::string why = waiting_.until(over, what, [this](waiter* woken) { resume(woken); });
    counts_.await_leaving();
    return why;
  }

  /// Executes tasks until half of the bound is left, or none can run.
  [[gnu::noinline, gnu::cold]] void thin_out() {
    if (counts_.pending() < most_tasks_ || scheduler_->worker_here() != nullptr) return;
    const dataflow::presence here(thinning_);  // AF-F1: before waiting_
    help_until([this] { return counts_.pending() <= most_tasks_ / 2 || waiting_.nothing_to_do(); }, {});
  }

  [[gnu::noinline]] void wake_if_over() noexcept {
    const bool to_hear = waiting_.are_to_hear([this] {
      const bool thins = thinning_.load(base::relaxed) != 0;  // AF-F1
      return (thins && counts_.pending() <= most_tasks_ / 2) || counts_.all_over();
    });
    if (to_hear) wake_all();
  }
  void wake_all() noexcept {
    for (unsigned id = 0; id < scheduler_->workers(); ++id) scheduler_->wake(id);
  }

  static constexpr std::uint64_t unbounded = ~std::uint64_t{0};

  Scheduler* scheduler_;
  std::uint64_t most_tasks_;
  dataflow::task_counts counts_;
  dataflow::failure_record failures_;
  dataflow::ready_heap ready_;
  dataflow::reserved_list reserved_;
  dataflow::waiting_threads<Scheduler> waiting_;
  base::atomic<unsigned> thinning_{0};  // those of them that wait for room only
  [[no_unique_address]] dataflow::open_tasks_of<Scheduler> open_{*scheduler_};
  dataflow::listed_flow listed_{*this};  // last
};

/// A flow over the default scheduler: `flow tasks(sched);`
using flow = basic_flow<scheduler>;

/// What the function of a task with_subtasks gets before its objects, in a flow over the default scheduler.
using subtasks = basic_subtasks<scheduler>;

}  // namespace jackdaw
