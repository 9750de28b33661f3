// An observer chosen at run time.
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <typeinfo>

#include <jackdaw/base/tally.hpp>
#include <jackdaw/observe/annotation.hpp>

namespace jackdaw::observe {

/// The only note that an observer behind any_observer can have, in tasks and in groups: a number, 0 when there is
/// none yet.
using task_number = std::uint32_t;

/// An observer that any_observer can hold: what task_started returns fits in a task_number, too.
template <class O>
concept numbering_observer = annotating_observer<O> && std::same_as<typename O::note, task_number> &&
                             std::same_as<typename O::group_note, task_number> &&
                             requires(O o, unsigned id, const task& t, task_number& n) {
                               { o.task_started(id, t, n) } -> std::same_as<task_number>;
                               { o.listener_of(id) } -> std::same_as<base::tally::listener&>;
                             };

/// `whole`, or the part of it (both.hpp), that is of the type; null: there is none.
template <numbering_observer O>
[[nodiscard]] void* part_of(O& whole, const std::type_info& type) noexcept {
  if (type == typeid(O)) return &whole;
  if constexpr (requires { whole.part(type); }) {
    return whole.part(type);
  } else {
    return nullptr;
  }
}

/// Any numbering observer behind virtual calls, or none. `listener_of(id)` is told of the steals and sleeps of worker
/// `id`.
///     any_scheduler sched = make_scheduler({.pool = "dq8", .observer = &any_observer::make<recorder>});
///     sched.run(work);
///     const recording seen = sched.observer<recorder>()->take();
///
/// Cost: a call through a pointer for each hook. Threads: as the observer in it. Errors: what its constructor throws.
class any_observer {
 public:
  /// How an observer is made for a number of workers.
  using maker = any_observer (*)(unsigned workers);

  any_observer() = default;

  /// One of type O, for so many workers: a maker.
  template <numbering_observer O>
  [[nodiscard]] static any_observer make(unsigned workers) {
    any_observer made;
    made.self_ = std::make_unique<holder<O>>(workers);
    return made;
  }

  /// Whether there is one.
  [[nodiscard]] explicit operator bool() const noexcept { return self_ != nullptr; }

  /// The observer, or the one of both, that is of type O; else null.
  template <numbering_observer O>
  [[nodiscard]] O* as() const noexcept {
    return self_ == nullptr ? nullptr : static_cast<O*>(self_->part(typeid(O)));
  }

  // Hooks: for the scheduler, not for users. Only where there is one.
  void task_created(unsigned id, const task& t, task_number& n) noexcept { self_->created(id, t, n); }
  void task_held(unsigned id, const task& t, task_number& n) noexcept { self_->held(id, t, n); }
  void task_arrived(unsigned id, task_number& n) noexcept { self_->arrived(id, n); }
  task_number task_started(unsigned id, const task& t, task_number& n) noexcept {
    return self_->started(id, t, n);
  }
  void task_finished(unsigned id, task_number outer) noexcept { self_->finished(id, outer); }
  task_number branch_called(unsigned id, const task& t, task_number& n) noexcept {
    return self_->branch_called(id, t, n);
  }
  void branch_joined(unsigned id, task_number& n, task_number outer) noexcept {
    self_->branch_joined(id, n, outer);
  }
  void branch_ended(unsigned id, task_number& n) noexcept { self_->branch_ended(id, n); }
  void branch_awaited(unsigned id, task_number& n) noexcept { self_->branch_awaited(id, n); }
  void group_begun(unsigned id, task_number& g) noexcept { self_->group_begun(id, g); }
  void group_left(unsigned id, task_number& g) noexcept { self_->group_left(id, g); }
  void group_joined(unsigned id, task_number& g) noexcept { self_->group_joined(id, g); }
  void wait_begun(unsigned id) noexcept { self_->wait_begun(id); }
  void wait_over(unsigned id) noexcept { self_->wait_over(id); }
  void worker_busy(unsigned id) noexcept { self_->busy(id); }
  void worker_idle(unsigned id) noexcept { self_->idle(id); }
  void data_awaited(unsigned id, const task& t, task_number& n) noexcept { self_->data_awaited(id, t, n); }
  void data_acquired(unsigned id, const data_access& a) noexcept { self_->data_acquired(id, a); }
  void data_released(unsigned id, const data_access& a) noexcept { self_->data_released(id, a); }
  void task_turned_out(unsigned id, const task& t) noexcept { self_->turned_out(id, t); }
  [[nodiscard]] base::tally::listener& listener_of(unsigned id) noexcept { return self_->listener_of(id); }

 private:
  struct face {
    virtual ~face() = default;
    [[nodiscard]] virtual void* part(const std::type_info& type) noexcept = 0;
    virtual void created(unsigned id, const task& t, task_number& n) noexcept = 0;
    virtual void held(unsigned id, const task& t, task_number& n) noexcept = 0;
    virtual void arrived(unsigned id, task_number& n) noexcept = 0;
    virtual task_number started(unsigned id, const task& t, task_number& n) noexcept = 0;
    virtual void finished(unsigned id, task_number outer) noexcept = 0;
    virtual task_number branch_called(unsigned id, const task& t, task_number& n) noexcept = 0;
    virtual void branch_joined(unsigned id, task_number& n, task_number outer) noexcept = 0;
    virtual void branch_ended(unsigned id, task_number& n) noexcept = 0;
    virtual void branch_awaited(unsigned id, task_number& n) noexcept = 0;
    virtual void group_begun(unsigned id, task_number& g) noexcept = 0;
    virtual void group_left(unsigned id, task_number& g) noexcept = 0;
    virtual void group_joined(unsigned id, task_number& g) noexcept = 0;
    virtual void wait_begun(unsigned id) noexcept = 0;
    virtual void wait_over(unsigned id) noexcept = 0;
    virtual void busy(unsigned id) noexcept = 0;
    virtual void idle(unsigned id) noexcept = 0;
    virtual void data_awaited(unsigned id, const task& t, task_number& n) noexcept = 0;
    virtual void data_acquired(unsigned id, const data_access& a) noexcept = 0;
    virtual void data_released(unsigned id, const data_access& a) noexcept = 0;
    virtual void turned_out(unsigned id, const task& t) noexcept = 0;
    [[nodiscard]] virtual base::tally::listener& listener_of(unsigned id) noexcept = 0;
  };

  template <class O>
  struct holder final : face {
    explicit holder(unsigned workers) : seen_by(workers) {}
    [[nodiscard]] void* part(const std::type_info& type) noexcept override { return part_of(seen_by, type); }
    void created(unsigned id, const task& t, task_number& n) noexcept override {
      seen_by.task_created(id, t, n);
    }
    void held(unsigned id, const task& t, task_number& n) noexcept override { seen_by.task_held(id, t, n); }
    void arrived(unsigned id, task_number& n) noexcept override { seen_by.task_arrived(id, n); }
    task_number started(unsigned id, const task& t, task_number& n) noexcept override {
      return seen_by.task_started(id, t, n);
    }
    void finished(unsigned id, task_number outer) noexcept override { seen_by.task_finished(id, outer); }
    task_number branch_called(unsigned id, const task& t, task_number& n) noexcept override {
      return seen_by.branch_called(id, t, n);
    }
    void branch_joined(unsigned id, task_number& n, task_number outer) noexcept override {
      seen_by.branch_joined(id, n, outer);
    }
    void branch_ended(unsigned id, task_number& n) noexcept override { seen_by.branch_ended(id, n); }
    void branch_awaited(unsigned id, task_number& n) noexcept override { seen_by.branch_awaited(id, n); }
    void group_begun(unsigned id, task_number& g) noexcept override { seen_by.group_begun(id, g); }
    void group_left(unsigned id, task_number& g) noexcept override { seen_by.group_left(id, g); }
    void group_joined(unsigned id, task_number& g) noexcept override { seen_by.group_joined(id, g); }
    void wait_begun(unsigned id) noexcept override { seen_by.wait_begun(id); }
    void wait_over(unsigned id) noexcept override { seen_by.wait_over(id); }
    void busy(unsigned id) noexcept override { seen_by.worker_busy(id); }
    void idle(unsigned id) noexcept override { seen_by.worker_idle(id); }
    void data_awaited([[maybe_unused]] unsigned id, [[maybe_unused]] const task& t,
                      [[maybe_unused]] task_number& n) noexcept override {
      if constexpr (data_observer<O>) seen_by.data_awaited(id, t, n);
    }
    void data_acquired([[maybe_unused]] unsigned id,
                       [[maybe_unused]] const data_access& a) noexcept override {
      if constexpr (data_observer<O>) seen_by.data_acquired(id, a);
    }
    void data_released([[maybe_unused]] unsigned id,
                       [[maybe_unused]] const data_access& a) noexcept override {
      if constexpr (data_observer<O>) seen_by.data_released(id, a);
    }
    void turned_out([[maybe_unused]] unsigned id, [[maybe_unused]] const task& t) noexcept override {
      if constexpr (requires { seen_by.task_turned_out(id, t); }) seen_by.task_turned_out(id, t);
    }
    [[nodiscard]] base::tally::listener& listener_of(unsigned id) noexcept override {
      return seen_by.listener_of(id);
    }
    O seen_by;
  };

  std::unique_ptr<face> self_;
};

}  // namespace jackdaw::observe
