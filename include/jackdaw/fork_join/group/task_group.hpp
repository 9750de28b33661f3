// task_group: tasks put one by one, and a wait for all of them.
//
// Callers: the task that makes the group spawns and waits; tasks of the group may spawn more. A thread
// that is in no task does the same as a guest of default_scheduler(), and waits as its worker 0, unless another one is.
// Invariants
//   TG-I3  the count (fork_join/group/group_count.hpp) cannot rise from zero during wait(): only tasks of the group
//          spawn then. A task is over after its closure has been destroyed and its memory given back.
// A task of a group: fork_join/group/group_member.hpp. What both have in common: fork_join/group/group_state.hpp.
#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <stop_token>
#include <type_traits>
#include <utility>

#include <jackdaw/base/assert.hpp>
#include <jackdaw/base/threads/inside_exit.hpp>
#include <jackdaw/base/threads/stack.hpp>
#include <jackdaw/fork_join/current.hpp>
#include <jackdaw/fork_join/depth.hpp>
#include <jackdaw/fork_join/failures.hpp>
#include <jackdaw/fork_join/group/counted_ahead.hpp>
#include <jackdaw/fork_join/group/group_member.hpp>
#include <jackdaw/fork_join/group/group_state.hpp>
#include <jackdaw/fork_join/group/spawned.hpp>
#include <jackdaw/fork_join/waiting.hpp>
#include <jackdaw/observe/annotation.hpp>
#include <jackdaw/task/closure.hpp>
#include <jackdaw/task/task.hpp>
#include <jackdaw/worker/engine/current_worker.hpp>
#include <jackdaw/worker/external/caller_identity.hpp>

namespace jackdaw {

/// Tasks that are spawned one by one, and a wait for all of them. A local variable of a task:
///     task_group group(w);
///     for (auto& room : rooms) group.spawn(w, [&](worker& v) { clean(v, room); });
///     long sum = 0;
///     group.spawn(w, [&](worker& v) { return count(v, cellar); }, sum);
///     group.wait();
/// From any thread, without the worker:
///     task_group group;
///     group.spawn([&] { clean(hall); });
///
/// Not for two tasks (join), nor for a loop (parallel_for): these need no memory. While it waits, the worker
/// runs other tasks, first those of a worker that helps it. So do not hold a lock that such a task may want
/// (isolate). Once `stop` asks to stop, tasks that have not begun are not run; wait() throws nothing for that.
/// Threads: made, waited for and destroyed in one scope of a task. Or in one of a thread that is in none, whose tasks
/// are then those of default_scheduler(). spawn() is called there, in branches of the task's joins, and in tasks of the
/// group; such calls may overlap. Elsewhere the group may be over before the call is. Two such calls are
/// noticed: one from another scheduler, and one outside of tasks for a group of a task. That is std::logic_error, or an
/// assertion where the call names a worker.
template <fork_join::forking_worker Worker>
class basic_task_group {
 public:
  explicit basic_task_group(Worker& w, on_failure policy = on_failure::skip_rest,
                            std::stop_token stop = {}) noexcept
      : state_(&w.original(), policy, std::move(stop)), owner_(&w.original()) {
    state_.begin();
  }
  basic_task_group(Worker& w, std::stop_token stop) noexcept
      : basic_task_group(w, on_failure::skip_rest, std::move(stop)) {}

  /// For the worker as which the calling thread works. Outside of tasks, on default_scheduler(): throws what
  /// that throws, and std::logic_error for workers of another kind than its own.
  explicit basic_task_group(on_failure policy = on_failure::skip_rest, std::stop_token stop = {})
      : state_(working::current_worker<Worker>, policy, std::move(stop)),
        owner_(working::current_worker<Worker>) {
    if (owner_ == nullptr) outside_ = &scheduler_outside();
    state_.begin();
  }
  explicit basic_task_group(std::stop_token stop)
      : basic_task_group(on_failure::skip_rest, std::move(stop)) {}

  basic_task_group(const basic_task_group&) = delete;
  basic_task_group& operator=(const basic_task_group&) = delete;

  /// Waits. An exception that wait() would throw is dropped.
  ~basic_task_group() {  // NOLINT(bugprone-exception-escape): what tasks have thrown is caught by them
    // A local variable is not destroyed by exit(), and the look for that takes longer the deeper the stack is.
    if (!is_over() && working::worker_scopes_here != 0 && !base::on_own_stack(this) && base::inside_exit())
      return;  // one of its tasks, perhaps
    wait_for_all();
  }

  /// Bounds the memory of tasks that wait. While `most_tasks` of them are not over, the maker executes tasks in its
  /// next spawn(), until half are left, or none can be had. So a loop that spawns without end takes little memory:
  ///     task_group group;
  ///     group.limit_tasks(10'000);
  ///     while (const auto line = next_line()) group.spawn([line] { parse(*line); });
  ///     group.wait();
  ///
  /// A maker in a task executes those of its own worker, and never waits for others. One outside of tasks sleeps where
  /// there is nothing to execute; so no task may wait for what its maker does after a spawn. What the class says of
  /// locks in waits holds for spawn() then. Tasks of the group that spawn are not held up, nor are branches that other
  /// workers execute: not for a recursion, whose tasks spawn. 0 counts as 1. Cost: below the limit a comparison in each
  /// spawn. Threads: the maker, while the group is empty. Errors: none.
  void limit_tasks(std::uint64_t most_tasks) noexcept {
    counted_ahead_.give_back(state_.count);
    JACKDAW_ASSERT(is_over(), "a task group is limited while it has tasks");
    most_tasks_ = most_tasks > 0 ? most_tasks : 1;
    state_.keep_room(owner_ == nullptr ? most_tasks_ / 2 : 0);
  }

  /// Puts a task, function(worker&) or function(), on the worker `w` that the calling task was handed. It
  /// runs once, before wait() returns, on any worker. It does not run if another task of the group has thrown before,
  /// unless failures are collected. Nor does it once the group has been asked to stop.
  /// Cost: memory of the worker for one block, and a put. A task that another worker executes costs an atomic
  /// subtraction, one that it spawns an addition. Throws std::bad_alloc, recursion_too_deep and what copying `function`
  /// throws; nothing is spawned then.
  template <class F>
  void spawn(Worker& w, F&& function) {
    JACKDAW_ASSERT(belongs_to(w), "a task group is used on another scheduler");
    fork_join::require_stack(w);
    if (state_.count.own() >= most_tasks_) [[unlikely]]
      make_room(w);
    auto& item = member<std::decay_t<F>>::create(state_, w, std::forward<F>(function));
    state_.count_spawned(w);  // TG-I3: the caller keeps the group, or is the one that waits
    try {
      w.submit(item);
    } catch (...) {  // no memory to store it, so no other worker will end it
      item.free(w);
      state_.count_unspawned(w);  // not the last: the caller keeps the group
      throw;
    }
  }

  /// The same for a function with a result: it is assigned to `result`, which may be read after wait().
  template <class F, class Result>
  void spawn(Worker& w, F&& function, Result& result) {
    spawn(w, fork_join::keeping<std::decay_t<F>, Result>{std::forward<F>(function), std::addressof(result)});
  }

  /// The same on the worker as which the calling thread works: one thread-local look-up more. Outside of tasks
  /// some atomic operations more.
  template <fork_join::no_worker F>
  void spawn(F&& function) {
    if (Worker* const w = working::current_worker<Worker>; w != nullptr) [[likely]] {
      if (!belongs_to(*w)) refuse();
      spawn(*w, std::forward<F>(function));
    } else {
      spawn_from_outside(std::forward<F>(function));
    }
  }
  template <fork_join::no_worker F, class Result>
  void spawn(F&& function, Result& result) {
    spawn(fork_join::keeping<std::decay_t<F>, Result>{std::forward<F>(function), std::addressof(result)});
  }

  /// Returns when all tasks of the group are over; runs tasks meanwhile. Throws the first exception of one of
  /// them, or task_failures with all of them; the group is empty and can be used again then. std::logic_error
  /// when another thread or task than its maker calls it, while there is something to wait for.
  void wait() {
    if ((!is_makers_thread() || state_.is_in_task()) && !is_over()) refuse();
    wait_for_all();
    state_.failures.rethrow();
  }

 private:
  using observer_type = typename Worker::observer_type;
  static constexpr bool works_outside = std::is_same_v<Worker, worker>;

  using execution = typename fork_join::group_state<Worker>::execution;
  template <class Function>
  using member = fork_join::group_member<Worker, Function>;

  [[noreturn, gnu::noinline, gnu::cold]] static void refuse() {
    throw std::logic_error(
        "jackdaw: a task group is used where it does not belong: its tasks spawn, its maker waits; one that "
        "was made outside of tasks belongs to jackdaw::default_scheduler()");
  }

  [[nodiscard]] static scheduler& scheduler_outside() {
    if constexpr (works_outside) {
      return default_scheduler();
    } else {
      refuse();
    }
  }

  [[nodiscard]] bool belongs_to(Worker& w) const noexcept {
    if (owner_ != nullptr) return &w.engine() == &owner_->engine();
    if constexpr (works_outside) return w.works_for(*outside_);
    return false;
  }

  /// Whether the calling thread works as the worker that has made the group, or in no task, as its maker does.
  [[nodiscard]] bool is_makers_thread() const noexcept {
    return working::current_worker<Worker> == owner_ || (owner_ != nullptr && current_elsewhere() == owner_);
  }

  /// In a plugin, which may not know (worker/engine/current_worker.hpp): as which worker of the kind of scheduler that
  /// the group belongs to the calling thread works; null: none.
  [[nodiscard, gnu::noinline, gnu::cold]] Worker* current_elsewhere() const noexcept {
    if constexpr (requires { owner_->engine().notes(); }) return owner_->engine().notes().current_elsewhere();
    return nullptr;
  }

  template <class F>
  [[gnu::noinline]] void spawn_from_outside(F&& function) {
    if (outside_ == nullptr) {
      Worker* const w = current_elsewhere();
      if (w == nullptr || !belongs_to(*w)) refuse();
      return spawn(*w, std::forward<F>(function));
    }
    if constexpr (works_outside) {
      if (counted_ahead_.is_empty()) count_ahead();
      working::caller_identity guest(*outside_);
      using spawned = fork_join::as_spawned<std::decay_t<F>>;
      auto& item = member<spawned>::create(state_, guest, spawned{std::forward<F>(function)});
      counted_ahead_.take();  // TG-I3
      guest.put(item);
    }
  }

  [[nodiscard]] bool is_over() const noexcept { return state_.count.is_zero(); }

  /// By a maker outside of tasks: counts tasks that it is going to spawn, after a wait for room where the group is
  /// limited (TG-I7).
  void count_ahead() {
    std::uint64_t now = state_.count.value();
    if (now >= most_tasks_) [[unlikely]] {
      outside_->help([this] { return state_.count.value() <= most_tasks_ / 2; });
      now = state_.count.value();
    }
    const std::uint64_t room = now < most_tasks_ ? most_tasks_ - now : 1;  // its tasks may have spawned more
    counted_ahead_.add(state_.count, room);
  }

  /// By a worker that spawns. Never waits: what others execute may go on for as long as it likes.
  [[gnu::noinline, gnu::cold]] void make_room(Worker& w) {
    if (!state_.is_owner(w) || state_.is_in_task()) return;
    state_.count.take_over_others();  // some of that is over elsewhere
    if (state_.count.value() < most_tasks_) return;
    const execution here(state_);
    while (state_.count.value() > most_tasks_ / 2) {
      task* const item = w.engine().pool().get_own(w.place());
      if (item == nullptr) return;
      w.engine().execute(w, w.own(), *item);
    }
  }

  void wait_for_all() {
    counted_ahead_.give_back(state_.count);
    if (!is_over()) owner_ != nullptr ? help_until_over() : help_from_outside();
    state_.end();
  }

  void help_until_over() {
    JACKDAW_ASSERT(is_makers_thread(), "a task group is waited for by another worker");
    [[maybe_unused]] const observe::waiting<observer_type> seen(owner_->engine().observer(), owner_->place());
    const auto over = [this] { return is_over(); };
    Worker& w = *owner_;
    auto& own = w.own();
    const execution here(state_);
    while (!over()) {
      task* item = own.deque.pop(own.mark);  // what get_own() begins with
      if (item == nullptr) [[unlikely]]
        item = fork_join::task_while_waiting(w, state_.helper(), over);
      if (item != nullptr) [[likely]] {
        w.engine().execute(w, own, *item);
      } else {
        state_.count.show_own();
        fork_join::sleep_while_waiting(w, over);
      }
    }
  }

  void help_from_outside() {
    JACKDAW_ASSERT(working::current_worker<Worker> == nullptr,
                   "a task group is waited for by another worker");
    outside_->help([this] { return is_over(); });
  }

  static constexpr std::uint64_t unbounded = ~std::uint64_t{0};

  fork_join::group_state<Worker> state_;
  Worker* const owner_;                     // null: the group was made outside of tasks
  scheduler* outside_ = nullptr;            // where its tasks are, then
  std::uint64_t most_tasks_ = unbounded;    // not changed while there are tasks
  fork_join::counted_ahead counted_ahead_;  // of a maker outside of tasks
};

/// The task group of the default pool's workers.
using task_group = basic_task_group<worker>;

#ifdef JACKDAW_COMPILED
extern template class basic_task_group<worker>;  // src/jackdaw.cpp
#endif

}  // namespace jackdaw
