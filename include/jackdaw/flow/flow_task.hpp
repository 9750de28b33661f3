// A task of a flow: its requirements and its function in one block of the scheduler's memory.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

#include <jackdaw/base/assert.hpp>
#include <jackdaw/flow/access.hpp>
#include <jackdaw/flow/waiter.hpp>
#include <jackdaw/task/closure.hpp>
#include <jackdaw/task/name.hpp>
#include <jackdaw/task/task.hpp>
#include <jackdaw/worker/visit.hpp>

namespace jackdaw {

template <class Scheduler>
class basic_flow;

/// What a task is called, in errors: submit(named("gemm"), read(a), …). The text must outlive the task.
struct named {
  explicit constexpr named(const char* what) noexcept : text(what) {}
  const char* text;
};

namespace dataflow {

/// What can stand before the accesses in a submission.
template <class A>
inline constexpr bool is_attribute = std::is_same_v<A, named>;

/// A task as the queues of the scheduler and the waiting lists of handles see it.
template <class Scheduler>
struct flow_header : Scheduler::task_type, waiter {
  flow_header(task::entry_point run, flow_base& flow, const task_kind& what) noexcept : waiter(flow, what) {
    this->execute = run;
  }
};

/// The references that a function gets for one access: one, or none for handle<void>.
template <class D>
auto argument_of(versions& of) noexcept {
  if constexpr (std::is_void_v<typename D::object>) {
    return std::tuple<>();
  } else {
    using plain = std::remove_const_t<typename D::object>;
    return std::tuple<typename D::object&>(static_cast<handle<plain>&>(of).value());
  }
}
template <class... D>
using arguments_of = decltype(std::tuple_cat(argument_of<D>(std::declval<versions&>())...));

/// `Attributes`: a tuple.
template <class Scheduler, class Function, class Attributes, class... Declared>
class flow_task final : public flow_header<Scheduler> {
 public:
  static constexpr std::size_t accesses = sizeof...(Declared);
  static_assert(accesses < 256, "jackdaw: a task has at most 255 accesses");
  using memory = jackdaw::detail::block_for<flow_task>;

  /// Makes the task. `enrol(needs, place)` fills in what it requires (flow/enrolment.hpp) and does not throw.
  template <class F, class Enrol>
  [[nodiscard]] static flow_task& create(working::actor<Scheduler>& by, basic_flow<Scheduler>& flow,
                                         F&& function, const Attributes& attributes, Enrol&& enrol) {
    void* const place = memory::allocate(by);
    try {
      new (place) flow_task(flow, std::forward<F>(function), attributes);
    } catch (...) {
      memory::deallocate(by, place);
      throw;
    }
    auto& made = *static_cast<flow_task*>(place);
    made.count = enrol(made.requirements_.data(), made.place_.data());
    for (std::uint16_t i = 0; i < made.count; ++i)
      made.contends = made.contends || made.requirements_[i].contends();
    return made;
  }

 private:
  template <class F>
  flow_task(basic_flow<Scheduler>& flow, F&& function, const Attributes& attributes)
      : flow_header<Scheduler>(&execute_one, flow, kind),
        attributes_(attributes),
        function_(std::forward<F>(function)) {
    JACKDAW_ASSERT(static_cast<const void*>(this->requirements()) == static_cast<const void*>(&requirements_),
                   "the requirements of a task must lie right behind the waiter");
  }
  ~flow_task() = default;

  static void execute_one(task& self, void* worker, task_verb /*a run that has failed is not this flow's*/) {
    auto& t = static_cast<flow_task&>(static_cast<typename Scheduler::task_type&>(self));
    auto& flow = static_cast<basic_flow<Scheduler>&>(*t.home);
    working::actor<Scheduler> me(flow.on(), *static_cast<typename Scheduler::worker_type*>(worker));
    if (t.contends && !flow.take_turns(t, me)) return;
    flow.enter(me);
    if (!flow.skips(t, me)) [[likely]] {
      try {
        t.call(std::make_index_sequence<accesses>());
      } catch (...) { flow.record(t, std::current_exception()); }
    }
    flow.finish(t, me);
    t.~flow_task();  // now: what the closure owns may hold the handles
    memory::deallocate(me, &t);
    flow.leave(me);
  }

  template <std::size_t... I>
  void call(std::index_sequence<I...>) {
    std::apply(function_, std::tuple_cat(argument_of<Declared>(requirements_[place_[I]].of())...));
  }

  static std::string name_of(const waiter& of) {
    if constexpr (std::tuple_size_v<Attributes> != 0) {
      return std::get<named>(static_cast<const flow_task&>(of).attributes_).text;
    } else {
      return std::string(task_name<Function>());
    }
  }
  static constexpr task_kind kind{&name_of};

  std::array<requirement, accesses == 0 ? 1 : accesses> requirements_;
  std::array<std::uint8_t, accesses> place_{};
  [[no_unique_address]] Attributes attributes_;
  [[no_unique_address]] Function function_;
};

}  // namespace dataflow

}  // namespace jackdaw
