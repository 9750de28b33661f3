// What a group and its tasks have in common: how many are not over, what has failed, which worker is to be told.
//
// Callers: the group (fork_join/group/task_group.hpp) and its tasks (fork_join/group/group_member.hpp).
// Invariants
//   TG-I2  a worker that ends a task touches nothing of the group after its subtraction, which may be the last
//          (join-after-free, docs/internals/verification/bugs-of-others.md). The worker to be woken is read before;
//          what is woken belongs to the scheduler.
//   TG-I4  helper_ is a hint for the owner: the worker that has begun a task of the group last, while that is not over.
//   TG-I8  executes_: the owner executes tasks on behalf of the maker, in its wait or spawn. strays_: how many tasks of
//          the group are on its stack although it does not, as another wait executes them. Neither changes between
//          the begin and the end of such a task but by its own spawns, which put it back. The owner's thread alone
//          reads and writes both. The maker is below all these tasks. So while one of the two holds, only such a task
//          can call wait(). Most tasks find executes_ and write nothing.
// Orderings: those of the count. By TG-I2 no end of a task has to acquire.
#pragma once

#include <cstdint>
#include <exception>
#include <optional>
#include <stop_token>
#include <utility>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/fork_join/failures.hpp>
#include <jackdaw/fork_join/group/group_count.hpp>
#include <jackdaw/observe/annotation.hpp>

namespace jackdaw::fork_join {

template <class Worker>
class group_state {
 public:
  /// `owner`: the worker whose task has made the group; null: it was made outside of tasks.
  group_state(Worker* owner, on_failure policy, std::stop_token stop) noexcept
      : owner_(owner),
        owner_place_(owner == nullptr ? no_place : owner->place()),
        stop_(std::move(stop)),
        failures(policy) {}

  /// For the observer, by the group.
  void begin() noexcept {
    if constexpr (observed) owner_->engine().observer().group_begun(owner_place_, note_);
  }
  void end() noexcept {
    if constexpr (observed) owner_->engine().observer().group_joined(owner_place_, note_);
  }

  /// So many tasks are few enough for a thread that waits for room (TG-I6). While there are none.
  void keep_room(std::uint64_t room) noexcept { room_ = room; }

  [[nodiscard]] bool is_owner(const Worker& w) const noexcept { return w.place() == owner_place_; }

  void count_spawned(const Worker& w) noexcept { is_owner(w) ? count.add_own() : count.add(); }
  void count_unspawned(const Worker& w) noexcept { is_owner(w) ? count.remove_own() : count.take_back(); }

  /// Worker `w` executes a task. Returns whether it is the owner.
  bool begin_one(const Worker& w) noexcept {
    const bool by_owner = is_owner(w);
    if (by_owner) {
      if (!executes_) [[unlikely]]
        ++strays_;  // TG-I8
    } else if (owner_ != nullptr) {
      helper_.store(w.place() + 1, base::relaxed);  // TG-I4
    }
    return by_owner;
  }

  /// Whether tasks that have not begun are not to run.
  [[nodiscard]] bool skips() const noexcept { return failures.skips() || stop_.stop_requested(); }

  [[gnu::noinline, gnu::cold]] void record_current() noexcept { failures.record(std::current_exception()); }

  /// A task has run on `w`; its memory has been given back.
  void end_one(Worker& w, bool by_owner) {
    if constexpr (observed) w.engine().observer().group_left(w.place(), note_);
    if (by_owner) [[likely]] {
      if (!executes_) [[unlikely]]
        --strays_;                // TG-I8
      return count.remove_own();  // it looks itself
    }
    end_one_elsewhere(w);
  }

  /// By the thread of the owner: whether it is in a task of the group, or in what such a task has called.
  [[nodiscard]] bool is_in_task() const noexcept { return executes_ || strays_ != 0; }

  /// By the thread of the owner, which executes tasks on behalf of the maker for as long as this lives.
  class execution {
   public:
    explicit execution(group_state& of) noexcept : of_(of) { of.executes_ = true; }
    execution(const execution&) = delete;
    execution& operator=(const execution&) = delete;
    ~execution() { of_.executes_ = false; }

   private:
    group_state& of_;
  };

  /// The worker that executes tasks of the group, as far as known.
  [[nodiscard]] std::optional<unsigned> helper() const noexcept {
    const unsigned plus_one = helper_.load(base::relaxed);
    return plus_one == 0 ? std::nullopt : std::optional(plus_one - 1);
  }

  group_count count;

 private:
  using observer_type = typename Worker::observer_type;
  static constexpr bool observed = observe::annotating_observer<observer_type>;
  static constexpr unsigned no_place = ~0U;

  [[gnu::noinline, gnu::cold]] void end_one_elsewhere(Worker& w) {
    if (helper_.load(base::relaxed) == w.place() + 1) helper_.store(0, base::relaxed);  // TG-I4
    const unsigned waiter = owner_ != nullptr ? owner_place_ : 0;                       // TG-I2: read before
    if (count.remove(room_)) w.engine().wake(waiter);                                   // TG-I5, TG-I6
  }

  Worker* const owner_;
  const unsigned owner_place_;
  unsigned strays_ = 0;               // TG-I8
  bool executes_ = false;             // TG-I8
  base::atomic<unsigned> helper_{0};  // plus 1
  std::uint64_t room_ = 0;            // TG-I6
  const std::stop_token stop_;
  [[no_unique_address]] observe::group_note_for<observer_type> note_;

 public:
  /// Last: what each task reads lies more than a line before what the maker of the group writes behind it.
  failure_record failures;
};

}  // namespace jackdaw::fork_join
