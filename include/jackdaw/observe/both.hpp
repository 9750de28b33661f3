// Two observers that see the same run.
#pragma once

#include <cstdint>
#include <memory>
#include <typeinfo>

#include <jackdaw/base/cache_line.hpp>
#include <jackdaw/base/tally.hpp>
#include <jackdaw/observe/any_observer.hpp>
#include <jackdaw/observe/observer.hpp>
#include <jackdaw/task/task.hpp>

namespace jackdaw::observe {

/// An observer that needs no numbers of its own: a task that has one when it is held keeps it. It is not told of data.
template <class O>
concept adopting_observer = numbering_observer<O> && !data_observer<O> && O::adopts_numbers;

/// Shows everything to two observers, as one that is recorded and watched:
///     observed_scheduler<both<recorder, activity>> sched;
///     const watch watching(*sched.observer().as<activity>(), 10);
///
/// A task has one word for both: `First` numbers the tasks, `Second` takes these numbers. Hooks of `First` are nearer
/// to the task, so that times that it takes do not have the other's cost in them. Not for observers with other notes
/// (work_span). Cost: that of both. Threads: as theirs. Errors: as theirs.
template <numbering_observer First, adopting_observer Second>
class both {
 public:
  using note = task_number;
  using group_note = task_number;

  explicit both(unsigned workers) : first_(workers), second_(workers) { listen(workers); }
  /// Not for users.
  explicit both(observed_places of)
    requires reserve_observer<First> && reserve_observer<Second>
      : first_(of), second_(of) {
    listen(of.all());
  }

  /// The one of them that is of type O; else null.
  template <numbering_observer O>
  [[nodiscard]] O* as() noexcept {
    return static_cast<O*>(part(typeid(O)));
  }

  /// The same where the type is known at run time only.
  [[nodiscard]] void* part(const std::type_info& type) noexcept {
    void* const found = part_of(first_, type);
    return found != nullptr ? found : part_of(second_, type);
  }

  /// Where the thread that works as `id` counts. Not for users.
  [[nodiscard]] base::tally& tally_of(unsigned id) noexcept { return own_[id]->rest; }
  /// Not for users.
  [[nodiscard]] base::tally::listener& listener_of(unsigned id) noexcept { return *own_[id]; }

  // ---- hooks: for the scheduler, not for users ----

  void task_created(unsigned id, const task& t, note& n) noexcept {
    note copy = n;  // before First numbers it: only a task that was held has one
    second_.task_created(id, t, copy);
    first_.task_created(id, t, n);
  }
  void task_held(unsigned id, const task& t, note& n) noexcept {
    first_.task_held(id, t, n);
    second_.task_held(id, t, n);
  }
  void task_arrived(unsigned id, note& n) noexcept {
    first_.task_arrived(id, n);
    second_.task_arrived(id, n);
  }
  [[nodiscard]] note task_started(unsigned id, const task& t, note& n) noexcept {
    note copy = n;
    static_cast<void>(second_.task_started(id, t, copy));
    return first_.task_started(id, t, n);
  }
  void task_finished(unsigned id, note outer) noexcept {
    first_.task_finished(id, outer);
    second_.task_finished(id, 0);
  }
  [[nodiscard]] note branch_called(unsigned id, const task& t, note& n) noexcept {
    note copy = n;
    static_cast<void>(second_.branch_called(id, t, copy));
    return first_.branch_called(id, t, n);
  }
  void branch_joined(unsigned id, note& n, note outer) noexcept {
    first_.branch_joined(id, n, outer);
    second_.branch_joined(id, n, 0);
  }
  void branch_ended(unsigned id, note& n) noexcept {
    first_.branch_ended(id, n);
    second_.branch_ended(id, n);
  }
  void branch_awaited(unsigned id, note& n) noexcept {
    first_.branch_awaited(id, n);
    second_.branch_awaited(id, n);
  }
  void group_begun(unsigned id, group_note& g) noexcept {
    first_.group_begun(id, g);
    second_.group_begun(id, g);
  }
  void group_left(unsigned id, group_note& g) noexcept {
    first_.group_left(id, g);
    second_.group_left(id, g);
  }
  void group_joined(unsigned id, group_note& g) noexcept {
    first_.group_joined(id, g);
    second_.group_joined(id, g);
  }
  void wait_begun(unsigned id) noexcept {
    first_.wait_begun(id);
    second_.wait_begun(id);
  }
  void wait_over(unsigned id) noexcept {
    second_.wait_over(id);
    first_.wait_over(id);
  }
  void worker_busy(unsigned id) noexcept {
    second_.worker_busy(id);
    first_.worker_busy(id);
  }
  void worker_idle(unsigned id) noexcept {
    first_.worker_idle(id);
    second_.worker_idle(id);
  }

  void data_awaited(unsigned id, const task& t, note& n) noexcept
    requires data_observer<First>
  {
    first_.data_awaited(id, t, n);  // not the other: it would not know whether the task was held
  }
  void data_acquired(unsigned id, const data_access& a) noexcept
    requires data_observer<First>
  {
    first_.data_acquired(id, a);
  }
  void data_released(unsigned id, const data_access& a) noexcept
    requires data_observer<First>
  {
    first_.data_released(id, a);
  }
  void task_turned_out(unsigned id, const task& t) noexcept
    requires requires(First& seen_by) { seen_by.task_turned_out(id, t); }
  {
    first_.task_turned_out(id, t);
  }

 private:
  struct slot final : base::tally::listener {
    void stole(unsigned victim, std::uint64_t moved) noexcept override {
      first->stole(victim, moved);
      second->stole(victim, moved);
    }
    void parked() noexcept override {
      first->parked();
      second->parked();
    }
    void woken() noexcept override {
      second->woken();
      first->woken();
    }
    void run_inside_begun() noexcept override {
      first->run_inside_begun();
      second->run_inside_begun();
    }
    void run_inside_over() noexcept override {
      second->run_inside_over();
      first->run_inside_over();
    }
    std::uint64_t said(base::tally::remark how, const char* text, std::uint64_t number) noexcept override {
      const std::uint64_t noted = first->said(how, text, number);  // the numbers of spans are First's
      static_cast<void>(second->said(how, text, number));
      return noted;
    }
    base::tally::listener* first = nullptr;
    base::tally::listener* second = nullptr;
    base::tally rest;
  };

  void listen(unsigned places) {
    own_ = std::make_unique<base::padded<slot>[]>(places);
    for (unsigned id = 0; id < places; ++id) {
      own_[id]->first = &first_.listener_of(id);
      own_[id]->second = &second_.listener_of(id);
      own_[id]->rest.hear(*own_[id]);
    }
  }

  First first_;
  Second second_;
  std::unique_ptr<base::padded<slot>[]> own_;
};

}  // namespace jackdaw::observe
