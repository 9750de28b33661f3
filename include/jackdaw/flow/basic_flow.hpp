// flow: tasks that name the data they use; the versions of the data order them.
//
// Callers: any thread submits and waits. What it consists of: flow/flow_core.hpp.
#pragma once

#include <cstdint>
#include <new>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <jackdaw/flow/event/missing_events.hpp>
#include <jackdaw/flow/flow_core.hpp>
#include <jackdaw/flow/part/part.hpp>
#include <jackdaw/flow/resource/unit_sharing.hpp>
#include <jackdaw/flow/result/task_result.hpp>
#include <jackdaw/flow/task/attribute_set.hpp>
#include <jackdaw/flow/task/attributes.hpp>
#include <jackdaw/flow/task/reservation.hpp>
#include <jackdaw/flow/task/submission.hpp>
#include <jackdaw/flow/task/subtasks.hpp>
#include <jackdaw/flow/version/access.hpp>
#include <jackdaw/flow/version/handle.hpp>
#include <jackdaw/flow/wait/flow_waits.hpp>
#include <jackdaw/worker/default_scheduler.hpp>
#include <jackdaw/worker/engine/process_end.hpp>
#include <jackdaw/worker/external/caller_identity.hpp>

namespace jackdaw {

/// Tasks over a scheduler, which outlives the flow.
///     flow tasks(sched);
///     handle<double> a(1.0), b(2.0), sum;
///     tasks.submit(read(a), read(b), write(sum), [](double a, double b, double& sum) { sum = a + b; });
///     tasks.wait();
///
/// Not where the order of tasks is known beforehand and simple: parallel_for and join cost less. Threads: any thread
/// may submit and wait, tasks may submit. Cost: docs/lab/faces/flow.md. A scheduler that is destroyed before its flows
/// ends the program with a message.
template <class Scheduler>
class basic_flow final {
  using core = dataflow::flow_core<Scheduler>;

 public:
  /// `most_tasks`: while there are so many tasks that are not over, a thread from outside executes some in its next
  /// submit(). So memory is bounded, however long the program runs. Tasks that submit tasks are not held up.
  explicit basic_flow(Scheduler& on, std::uint64_t most_tasks = core::unbounded)
      : core_(*this, on, most_tasks) {}
  basic_flow(const basic_flow&) = delete;
  basic_flow& operator=(const basic_flow&) = delete;

  /// Waits for all tasks; what they threw is dropped. Unused reservations of this flow are given up, and subtasks
  /// that wait in a cycle. Where tasks wait for reservations of other flows, it reports that on the standard error
  /// stream, and waits. Inside std::exit(), called in a task, it does not wait, and its tasks go on:
  /// worker/engine/process_end.hpp.
  ~basic_flow() {  // NOLINT(bugprone-exception-escape): what tasks have thrown is caught in there
    if (!dataflow::flow_waits<Scheduler>::for_end(*core_)) core_.abandon();
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
    if (!dataflow::flow_waits<Scheduler>::for_end(*self->core_)) return;
    self->~basic_flow();
    working::delete_memory<basic_flow>(self);
  }

  /// Submits a task: `submit(access…, function)`. The function is called once, with a reference to the object of each
  /// access in the order declared. That is const T& for a read, T& for a write or an add, nothing for handle<void>. It
  /// runs as soon as all its accesses are available, in the order of submission. Reads are concurrent, writes come one
  /// after another, adds in any order one at a time. Tasks that several threads submit are ordered in some way, the
  /// same for all handles. A handle that is named twice is accessed once, as by a write unless both accesses are of
  /// one type. Attributes may stand first: named("what"), with_subtasks, priority(3), pinned(2), require(licences, 2),
  /// affinity(a), always and others (flow/task/attributes.hpp). Returns nothing, or with_result the task as a value: a
  /// basic_task_result (flow/result/task_result.hpp).
  ///     tasks.submit(named("gemm"), read(a), read(b), write(c), [](const matrix& x, const matrix& y, matrix& z) {
  ///       multiply_add(x, y, z);
  ///     });
  ///
  /// Threads: any, tasks included. Errors: std::bad_alloc, what copying `function` throws, std::invalid_argument where
  /// `pinned` names no worker, or a resource does not have what the task requires; nothing is submitted then.
  template <class... Parts>
  auto submit(Parts&&... parts) {
    if constexpr (dataflow::wants_result<std::decay_t<Parts>...>) {
      using plan = dataflow::submission_with_result<Scheduler, std::decay_t<Parts>...>;
      if constexpr (plan::compiles()) {
        return plan::submit(*this, *core_, std::forward_as_tuple(std::forward<Parts>(parts)...));
      }
    } else {
      submit_plain(std::forward<Parts>(parts)...);
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
      return reservation<Scheduler, Declared...>(*core_, declared...);
    }
  }

  /// Returns when all accesses to `of` that were submitted are over, and its object can be used. Executes tasks
  /// meanwhile. Throws flow_error when a task of this flow was to write the object and has failed, or was skipped
  /// after a failure. The error has all failures until now, which the next wait() throws again. Otherwise it throws
  /// as wait() does. After cancel() it returns as usual.
  ///
  /// In a task of this flow its thread sleeps, and executes nothing but what is pinned to its worker. Another thread
  /// works in its place. So the task may hold what others need, as long as those for which it waits do not.
  ///     tasks.submit([&] {
  ///       for (auto& part : parts) tasks.submit(read(part), add(sum), combine);
  ///       tasks.wait(sum);
  ///       report(sum.value());
  ///     });
  ///
  /// Not where the rest of the task can be a task of its own that reads `of`: that costs no thread. All workers that
  /// may work and three reserve threads may wait so at a time; all workers but one on a scheduler without reserve
  /// threads, such as one with an observer. Cost there: a lock, a look at the flows of the process, and two threads
  /// that wake. Errors there besides: std::logic_error, at once, where the task has declared `of`, or one around it
  /// has. `stuck` where it waits for itself through other tasks; or for an unused reservation, while a thread waits
  /// for the flow and nothing else runs. std::system_error where no thread would be left to execute tasks.
  template <class T>
  void wait(handle<T>& of) {
    dataflow::flow_waits<Scheduler>::for_handle(*core_, of);
  }

  /// The same for a part of an object, or for all of an object that has parts.
  template <accessible_part P>
  void wait(P&& of) {
    dataflow::flow_waits<Scheduler>::for_part(*core_, of.as_part());
  }

  /// Returns when all tasks that were submitted are over. Executes tasks meanwhile, also those of other flows on the
  /// same scheduler. Throws flow_error when tasks have thrown and no task has handled that (flow_failures). What was
  /// thrown is forgotten then, and the flow can be used again. All threads that wait at that time throw it. Throws
  /// `stuck` when the tasks that are left can never run. In a task, also when tasks of several flows wait for each
  /// other's flows, so that it would never return. Throws std::logic_error when called by a task of this flow, which
  /// would wait for itself; expected wait(handle) there.
  void wait() { dataflow::flow_waits<Scheduler>::for_all(*core_); }

  /// Tasks that have not begun are skipped, but for those that run `always`. Those that run come to their end; they see
  /// it by the attribute with_stop_token. Until wait(), which returns as usual; then the flow can be used again. Calls
  /// stop callbacks of these tokens, on the calling thread. Threads: any, tasks included.
  void cancel() noexcept {
    core_->failures_.cancel();
    dataflow::unit_sharing::call_off(*core_);
  }

  /// From now on tasks that are ready when they are submitted do not begin, until release(). So a program can submit
  /// all before any executes. Tasks from before go on, and with them all that wait for them, whenever submitted. Every
  /// wait for this flow that begins then, and its end, release what it holds: nothing would come to an end.
  ///     tasks.hold();
  ///     for (auto& part : parts) tasks.submit(write(part), compute);
  ///     tasks.release();
  ///
  /// Not while a thread waits for another flow whose tasks use the same handles: it would wait for release(), too.
  /// While a flow holds, a bound on its tasks holds up nobody. Threads: any. Cost: each task that is ready when it is
  /// submitted takes a lock. T15 section 5.3.
  void hold() noexcept { core_->held_.hold(); }

  /// The tasks that were held begin: in the order of submission, then those that are pinned, then those with a
  /// priority or an affinity. All of the last that are ready are known before one is taken, as far as no other task of
  /// the flow with a priority is in the pool. Without hold() it does nothing.
  void release() { core_->release(); }

  /// How many tasks have been skipped since the flow was made: after failures, or by cancel(). While no task runs.
  [[nodiscard]] std::uint64_t skipped() const noexcept { return core_->counts_.skipped(); }

  /// The names of its tasks `with_completion` whose function was called and whose completion is not fulfilled yet, in
  /// that order. Old when they are returned. Any thread. Cost: a look at each such task of the process. Throws
  /// std::bad_alloc.
  [[nodiscard]] std::vector<std::string> missing_events() const {
    return dataflow::missing_events::names(*core_);
  }

  /// The scheduler that executes its tasks.
  [[nodiscard]] Scheduler& on() noexcept { return core_->on(); }

 private:
  template <class... Parts>
  void submit_plain(Parts&&... parts) {
    using plan = dataflow::submission<Scheduler, std::decay_t<Parts>...>;
    if constexpr (plan::compiles()) {
      core& self = *core_;
      if (self.most_tasks_ != core::unbounded && !self.held_.holds()) self.thin_out();
      (dataflow::fetch_handle(parts), ...);
      working::caller_identity<Scheduler> me(self.on());
      self.start(plan::create(me, self, std::forward_as_tuple(std::forward<Parts>(parts)...)), me);
    }
  }

  working::unless_abandoned<core> core_;  // PE-X1: its tasks use it and not this, which may be gone
};

/// A flow over the default scheduler: `flow tasks(sched);`
using flow = basic_flow<scheduler>;

#ifdef JACKDAW_COMPILED
// In the library (src/jackdaw.cpp): all that does not depend on what tasks do.
extern template class basic_flow<scheduler>;
extern template class basic_subtasks<scheduler>;
extern template class dataflow::flow_core<scheduler>;
extern template class dataflow::flow_waits<scheduler>;
extern template class dataflow::inner_wait<scheduler>;
extern template class dataflow::waiting_threads<scheduler>;
#endif

/// What the function of a task with_subtasks gets before its objects, in a flow over the default scheduler.
using subtasks = basic_subtasks<scheduler>;

}  // namespace jackdaw
