// Simulations without an end: each step is a task that submits the tasks of that step, and then the next step.
//
// Source: T15 section 6.2 (GenerateTask). Deviations: steps submit each other one by one, so that tasks are submitted
// in the order of steps whatever the workers do. And a step is over when all its tasks are, not a chosen one.
//
// A step is a task with_subtasks that writes to one of as many places as steps may be in flight. Step n submits step
// n + 1 when it has submitted its own tasks. Step n + 1 waits for its place, which step n + 1 - in_flight holds until
// its last task is over. No other task names the places, so a step waits for earlier ones only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/flow/basic_flow.hpp>
#include <jackdaw/flow/task/subtasks.hpp>
#include <jackdaw/flow/version/access.hpp>
#include <jackdaw/flow/version/handle.hpp>
#include <jackdaw/flow/version/handle_range.hpp>

namespace jackdaw {

namespace dataflow {

/// What the last task of each step does, where steps end by what they have found. `Parts`: its accesses.
template <class Function, class... Parts>
class step_test {
 public:
  explicit step_test(Function is_over, Parts... parts)
      : is_over_(std::move(is_over)), parts_(std::move(parts)...) {}

  [[nodiscard]] bool has_ended() const noexcept { return ended_.load(base::relaxed); }

  template <class Scheduler>
  void submit_to(basic_subtasks<Scheduler>& step) {
    std::apply([&](const auto&... each) { step.submit(named("(until)"), each..., look{this}); }, parts_);
  }

 private:
  /// The function of that task.
  struct look {
    step_test* of;
    template <class... Objects>
      requires std::is_invocable_r_v<bool, Function&, Objects&&...>
    void operator()(Objects&&... objects) const {
      if (of->is_over_(std::forward<Objects>(objects)...))
        of->ended_.store(true, base::relaxed);  // steps in flight may miss it
    }
  };

  Function is_over_;  // by one task at a time, where its accesses say so
  std::tuple<Parts...> parts_;
  base::atomic<bool> ended_{false};
};

/// Where the function that generates steps says which is the last.
struct no_step_test {
  [[nodiscard]] static bool has_ended() noexcept { return false; }
  void submit_to(const auto& /*step*/) const noexcept {}
};

/// The function of a step.
template <class Scheduler, class Generate, class Test>
class step {
 public:
  static constexpr const char* name = "(step)";

  template <class... T>
  step(std::size_t in_flight, Generate generate, T&&... test)
      : all_(std::make_shared<simulation>(in_flight, std::move(generate), std::forward<T>(test)...)) {}

  void operator()(basic_subtasks<Scheduler>& own) const {
    if (all_->test.has_ended()) return;
    const bool goes_on = generate(own);
    all_->test.submit_to(own);
    if (goes_on) step(all_, number_ + 1).submit_to(own.flow());
  }

  void submit_to(basic_flow<Scheduler>& tasks) const {
    handle<void>& place = all_->places[static_cast<std::size_t>(number_ % all_->places.size())];
    tasks.submit(with_subtasks, write(place), *this);
  }

 private:
  struct simulation {
    template <class... T>
    simulation(std::size_t in_flight, Generate g, T&&... t)
        : places(in_flight), generate(std::move(g)), test(std::forward<T>(t)...) {}
    std::deque<handle<void>> places;
    Generate generate;  // by one step at a time
    Test test;
  };

  step(std::shared_ptr<simulation> all, std::uint64_t number) : all_(std::move(all)), number_(number) {}

  [[nodiscard]] bool generate(basic_subtasks<Scheduler>& own) const {
    if constexpr (std::is_void_v<
                      std::invoke_result_t<Generate&, basic_subtasks<Scheduler>&, std::uint64_t>>) {
      all_->generate(own, number_);
      return true;
    } else {
      return all_->generate(own, number_);
    }
  }

  std::shared_ptr<simulation> all_;
  std::uint64_t number_ = 0;
};

inline void require_flight(std::size_t in_flight) {
  if (in_flight != 0) return;
  throw std::invalid_argument("a simulation with 0 steps in flight would never begin; expected at least 1");
}

/// An access that is submitted again and again.
template <class Declared>
[[nodiscard]] auto kept_access(const Declared& declared) {
  if constexpr (names_range<Declared>) {
    return declared.kept();
  } else {
    return declared;
  }
}

}  // namespace dataflow

/// Submits a simulation: `generate(subtasks, number)` submits the tasks of step `number` = 0, 1, … to `subtasks`, and
/// returns whether there is another step. It is called step after step, by tasks. At most `in_flight` steps have
/// tasks that are not over, so memory is bounded, however many steps there are.
///     submit_steps(tasks, 5, [&](auto& step, std::uint64_t number) {
///       for (auto& cell : cells) step.submit(write(cell), [](double& x) { x = next(x); });
///       return number + 1 < last;
///     });
/// Returns at once; wait() returns after the last step. A step of which a task fails or is skipped is the last but
/// `in_flight` - 1 that begin; after cancel() none begins. Throws std::invalid_argument when in_flight is 0, and as
/// submit(). Cost: a task with_subtasks for each step. Threads: any.
template <class Scheduler, class Generate>
void submit_steps(basic_flow<Scheduler>& tasks, std::size_t in_flight, Generate generate) {
  static_assert(std::is_invocable_r_v<bool, Generate&, basic_subtasks<Scheduler>&, std::uint64_t>,
                "jackdaw: the function that generates steps takes auto& subtasks and the number of the step, "
                "and returns whether "
                "there is another");
  dataflow::require_flight(in_flight);
  dataflow::step<Scheduler, Generate, dataflow::no_step_test>(in_flight, std::move(generate))
      .submit_to(tasks);
}

/// The same, until a step has found that it is enough: iteration until convergence. A task behind those of each step
/// has the accesses `first`, `others…`; the last argument is its function, which returns whether the simulation is
/// over.
///     submit_steps(tasks, 1, [&](auto& step, std::uint64_t number) { … reduce(change) … },
///                  write(change), [](double& most) { return std::exchange(most, 0) < 1e-9; });
/// Steps that have begun by then come to their end: up to `in_flight` - 1 more. With 1 in flight none does, and each
/// step begins when the one before is over. `generate` may return nothing; if it returns false, too, that step is
/// the last. The task is called "(until)". What its accesses name outlives the simulation; of ranges the handles.
/// Errors, cost and threads: as above, and that task for each step.
template <class Scheduler, class Generate, class First, class... Others>
  requires dataflow::is_declared<First>
void submit_steps(basic_flow<Scheduler>& tasks, std::size_t in_flight, Generate generate, const First& first,
                  Others... others) {
  static_assert(std::is_invocable_v<Generate&, basic_subtasks<Scheduler>&, std::uint64_t>,
                "jackdaw: the function that generates steps takes auto& subtasks and the number of the step");
  static_assert(
      sizeof...(Others) != 0,
      "jackdaw: behind the accesses comes a function, which returns whether the simulation is over");
  dataflow::require_flight(in_flight);
  if constexpr (sizeof...(Others) != 0) {
    const auto submit_with = [&]<std::size_t... I>(std::index_sequence<I...>, auto given) {
      using function = std::tuple_element_t<sizeof...(I), decltype(given)>;
      using test = dataflow::step_test<function, decltype(dataflow::kept_access(first)),
                                       decltype(dataflow::kept_access(std::get<I>(given)))...>;
      dataflow::step<Scheduler, Generate, test>(
          in_flight, std::move(generate), std::move(std::get<sizeof...(I)>(given)),
          dataflow::kept_access(first), dataflow::kept_access(std::get<I>(given))...)
          .submit_to(tasks);
    };
    submit_with(std::make_index_sequence<sizeof...(Others) - 1>(),
                std::tuple<Others...>(std::move(others)...));
  }
}

}  // namespace jackdaw
