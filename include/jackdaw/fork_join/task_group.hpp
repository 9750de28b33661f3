// task_group: tasks put one by one, and a wait for all of them.
//
// Callers: the task that makes the group spawns and waits; tasks of the group may spawn more. A thread
// that is in no task does the same as a guest of default_scheduler(), and waits as its worker 0, unless another one is.
// Invariants
//   TG-I2  a worker that ends a task touches nothing of the group after its subtraction, which may be the last
//          (join-after-free, docs/internals/verification/bugs-of-others.md). The worker to be woken is read before;
//          what is woken belongs to the scheduler.
//   TG-I3  the count (fork_join/group_count.hpp) cannot rise from zero during wait(): only tasks of the group spawn
//          then. A task is over after its closure has been destroyed and its memory given back.
//   TG-I4  helper_ is a hint: the worker that has begun a task of the group last, while that is not over.
// Orderings: those of the count. By TG-I2 no end of a task has to acquire.
#pragma once

#include <cstdint>
#include <exception>
#include <new>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <string_view>
#include <type_traits>
#include <utility>

#include <jackdaw/base/assert.hpp>
#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/threads/inside_exit.hpp>
#include <jackdaw/base/threads/stack.hpp>
#include <jackdaw/fork_join/current.hpp>
#include <jackdaw/fork_join/depth.hpp>
#include <jackdaw/fork_join/failures.hpp>
#include <jackdaw/fork_join/group_count.hpp>
#include <jackdaw/fork_join/spawned.hpp>
#include <jackdaw/fork_join/waiting.hpp>
#include <jackdaw/observe/annotation.hpp>
#include <jackdaw/task/closure.hpp>
#include <jackdaw/task/name.hpp>
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
      : owner_(&w.original()), owner_place_(w.place()), failures_(policy), stop_(std::move(stop)) {
    if constexpr (observed) w.engine().observer().group_begun(w.place(), note_);
  }
  basic_task_group(Worker& w, std::stop_token stop) noexcept
      : basic_task_group(w, on_failure::skip_rest, std::move(stop)) {}

  /// For the worker as which the calling thread works. Outside of tasks, on default_scheduler(): throws what
  /// that throws, and std::logic_error for workers of another kind than its own.
  explicit basic_task_group(on_failure policy = on_failure::skip_rest, std::stop_token stop = {})
      : owner_(working::current_worker<Worker>), failures_(policy), stop_(std::move(stop)) {
    if (owner_ == nullptr) {
      outside_ = &scheduler_outside();
    } else {
      owner_place_ = owner_->place();
    }
    if constexpr (observed) owner_->engine().observer().group_begun(owner_->place(), note_);
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
    JACKDAW_ASSERT(is_over(), "a task group is limited while it has tasks");
    most_tasks_ = most_tasks > 0 ? most_tasks : 1;
    room_ = owner_ == nullptr ? most_tasks_ / 2 : 0;
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
    if (count_.own() >= most_tasks_) [[unlikely]]
      make_room(w);
    auto& item = member<std::decay_t<F>>::create(*this, w, std::forward<F>(function));
    count_spawned(w);  // TG-I3: the caller keeps the group, or is the one that waits
    try {
      w.submit(item);
    } catch (...) {  // no memory to store it, so no other worker will end it
      item.free(w);
      count_unspawned(w);  // not the last: the caller keeps the group
      throw;
    }
  }

  /// The same for a function with a result: it is assigned to `result`, which may be read after wait().
  template <class F, class Result>
  void spawn(Worker& w, F&& function, Result& result) {
    spawn(w, fork_join::keeping<std::decay_t<F>, Result>{std::forward<F>(function), &result});
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
    spawn(fork_join::keeping<std::decay_t<F>, Result>{std::forward<F>(function), &result});
  }

  /// Returns when all tasks of the group are over; runs tasks meanwhile. Throws the first exception of one of
  /// them, or task_failures with all of them; the group is empty and can be used again then. std::logic_error
  /// when another thread or task than its maker calls it, while there is something to wait for.
  void wait() {
    if (!is_over() && working::current_worker<Worker> != owner_) refuse();
    wait_for_all();
    failures_.rethrow();
  }

 private:
  using observer_type = typename Worker::observer_type;
  static constexpr bool observed = observe::annotating_observer<observer_type>;
  static constexpr bool works_outside = std::is_same_v<Worker, worker>;

  /// One task, in the memory of the worker that spawned it.
  template <class Function>
  class member final : public Worker::task_type {
   public:
    template <class F>
    static member& create(basic_task_group& group, auto& host, F&& function) {
      void* const place = detail::block_for<member>::allocate(host);
      try {
        return *new (place) member(group, std::forward<F>(function));
      } catch (...) {
        detail::block_for<member>::deallocate(host, place);
        throw;
      }
    }

    void free(Worker& w) noexcept {
      this->~member();
      detail::block_for<member>::deallocate(w, this);
    }

   private:
    template <class F>
    member(basic_task_group& group, F&& function)
        : Worker::task_type(&execute_member), group_(&group), function_(std::forward<F>(function)) {}
    ~member() = default;

    // Also after another task of the run has failed: a frame waits for it.
    static void execute_member(task& base, void* executing, task_verb verb) {
      if (verb == task_verb::describe) [[unlikely]] {
        *static_cast<task_kind*>(executing) = kind_of_task<Function>();
        return;
      }
      auto& self = static_cast<member&>(base);
      auto& w = *static_cast<Worker*>(executing);
      basic_task_group& group = *self.group_;
      const bool by_owner = group.is_owner(w);
      if (!by_owner) group.helper_.store(w.place() + 1, base::relaxed);  // TG-I4
      if (!group.failures_.skips() && !group.stop_.stop_requested()) {
        try {
          static_cast<void>(jackdaw::call(self.function_, w));
        } catch (...) { group.record_current(); }
      }
      self.free(w);
      if constexpr (observed) w.engine().observer().group_left(w.place(), group.note_);
      if (by_owner) [[likely]]
        return group.count_.remove_own();  // it looks itself
      group.end_one_elsewhere(w);
    }

    basic_task_group* group_;
    Function function_;
  };

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

  template <class F>
  [[gnu::noinline]] void spawn_from_outside(F&& function) {
    if (outside_ == nullptr) refuse();
    if constexpr (works_outside) {
      if (count_.value() >= most_tasks_) outside_->help([this] { return count_.value() <= most_tasks_ / 2; });
      working::caller_identity guest(*outside_);
      using spawned = fork_join::as_spawned<std::decay_t<F>>;
      auto& item = member<spawned>::create(*this, guest, spawned{std::forward<F>(function)});
      count_.add();  // TG-I3
      guest.put(item);
    }
  }

  [[nodiscard]] bool is_owner(const Worker& w) const noexcept { return w.place() == owner_place_; }

  void count_spawned(const Worker& w) noexcept { is_owner(w) ? count_.add_own() : count_.add(); }
  void count_unspawned(const Worker& w) noexcept { is_owner(w) ? count_.remove_own() : count_.take_back(); }

  [[gnu::noinline, gnu::cold]] void record_current() noexcept { failures_.record(std::current_exception()); }

  [[gnu::noinline, gnu::cold]] void end_one_elsewhere(Worker& w) {
    if (helper_.load(base::relaxed) == w.place() + 1) helper_.store(0, base::relaxed);  // TG-I4
    const unsigned waiter = owner_ != nullptr ? owner_place_ : 0;                       // TG-I2: read before
    if (count_.remove(room_)) w.engine().wake(waiter);                                  // TG-I5, TG-I6
  }

  [[nodiscard]] bool is_over() const noexcept { return count_.is_zero(); }

  /// By a worker that spawns. Never waits: what others execute may go on for as long as it likes.
  [[gnu::noinline, gnu::cold]] void make_room(Worker& w) {
    if (!is_owner(w) || executes_) return;  // a task of the group, perhaps
    count_.take_over_others();              // some of that is over elsewhere
    if (count_.value() < most_tasks_) return;
    const execution here(*this);
    while (count_.value() > most_tasks_ / 2) {
      task* const item = w.engine().pool().get_own(w.place());
      if (item == nullptr) return;
      w.engine().execute(w, w.own(), *item);
    }
  }

  void wait_for_all() {
    if (!is_over()) owner_ != nullptr ? help_until_over() : help_from_outside();
    if constexpr (observed) owner_->engine().observer().group_joined(owner_->place(), note_);
  }

  void help_until_over() {
    JACKDAW_ASSERT(working::current_worker<Worker> == owner_, "a task group is waited for by another worker");
    [[maybe_unused]] const observe::waiting<observer_type> seen(owner_->engine().observer(), owner_->place());
    const auto over = [this] { return is_over(); };
    Worker& w = *owner_;
    auto& own = w.own();
    const execution here(*this);
    while (!over()) {
      task* item = own.deque.pop(own.mark);  // what get_own() begins with
      if (item == nullptr) [[unlikely]]
        item = fork_join::task_while_waiting(w, helper(), over);
      if (item != nullptr) [[likely]] {
        w.engine().execute(w, own, *item);
      } else {
        count_.show_own();
        fork_join::sleep_while_waiting(w, over);
      }
    }
  }

  void help_from_outside() {
    JACKDAW_ASSERT(working::current_worker<Worker> == nullptr,
                   "a task group is waited for by another worker");
    outside_->help([this] { return is_over(); });
  }

  /// The worker that executes tasks of what is waited for, as far as known.
  [[nodiscard]] std::optional<unsigned> helper() const noexcept {
    const unsigned plus_one = helper_.load(base::relaxed);
    return plus_one == 0 ? std::nullopt : std::optional(plus_one - 1);
  }

  /// The owner executes tasks for as long as this lives.
  class execution {
   public:
    explicit execution(basic_task_group& of) noexcept : of_(of) { of.executes_ = true; }
    execution(const execution&) = delete;
    execution& operator=(const execution&) = delete;
    ~execution() { of_.executes_ = false; }

   private:
    basic_task_group& of_;
  };

  static constexpr unsigned no_place = ~0U;
  static constexpr std::uint64_t unbounded = ~std::uint64_t{0};

  Worker* const owner_;           // null: the group was made outside of tasks
  scheduler* outside_ = nullptr;  // where its tasks are, then
  unsigned owner_place_ = no_place;
  base::atomic<unsigned> helper_{0};  // plus 1
  fork_join::group_count count_;
  std::uint64_t most_tasks_ = unbounded;  // this and the next: not changed while there are tasks
  std::uint64_t room_ = 0;                // TG-I6
  bool executes_ = false;                 // of the owner
  fork_join::failure_record failures_;
  const std::stop_token stop_;
  [[no_unique_address]] observe::group_note_for<observer_type> note_;
};

/// The task group of the default pool's workers.
using task_group = basic_task_group<worker>;

}  // namespace jackdaw
