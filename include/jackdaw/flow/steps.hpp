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
#include <utility>

#include <jackdaw/flow/basic_flow.hpp>
#include <jackdaw/flow/task/subtasks.hpp>
#include <jackdaw/flow/version/access.hpp>
#include <jackdaw/flow/version/handle.hpp>

namespace jackdaw {

namespace dataflow {

/// The function of a step.
template <class Scheduler, class Generate>
class step {
 public:
  static constexpr const char* name = "(step)";

  step(std::size_t in_flight, Generate generate)
      : all_(std::make_shared<simulation>(in_flight, std::move(generate))) {}

  void operator()(basic_subtasks<Scheduler>& own) const {
    if (all_->generate(own, number_)) step(all_, number_ + 1).submit_to(own.flow());
  }

  void submit_to(basic_flow<Scheduler>& tasks) const {
    handle<void>& place = all_->places[static_cast<std::size_t>(number_ % all_->places.size())];
    tasks.submit(with_subtasks, write(place), *this);
  }

 private:
  struct simulation {
    simulation(std::size_t in_flight, Generate g) : places(in_flight), generate(std::move(g)) {}
    std::deque<handle<void>> places;
    Generate generate;  // by one step at a time
  };

  step(std::shared_ptr<simulation> all, std::uint64_t number) : all_(std::move(all)), number_(number) {}

  std::shared_ptr<simulation> all_;
  std::uint64_t number_ = 0;
};

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
  if (in_flight == 0) {
    throw std::invalid_argument("a simulation with 0 steps in flight would never begin; expected at least 1");
  }
  dataflow::step<Scheduler, Generate>(in_flight, std::move(generate)).submit_to(tasks);
}

}  // namespace jackdaw
