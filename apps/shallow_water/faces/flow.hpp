// The simulation on the flow face: a task for each block and stage reads the water in its own block and in those
// beside it, and writes that of the next stage.
//
// No stage and no step ends anywhere: a block goes on as soon as its neighbours are where it is. Steps are submitted
// by tasks while five are in flight (T15 section 6.2), so memory is bounded, however many days there are.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>

#include <jackdaw/flow/basic_flow.hpp>
#include <jackdaw/flow/steps.hpp>
#include <jackdaw/flow/trace/open_tasks.hpp>

#include "apps/shallow_water/faces/blocks.hpp"
#include "apps/shallow_water/water/model.hpp"
#include "apps/support/text/indexed.hpp"

namespace jackdaw::apps::shallow_water {

inline constexpr std::size_t steps_in_flight = 5;

/// On any scheduler. `steps` is at least 1.
///
/// The handles stand for blocks of the buffers that stages read, and hold nothing: the buffers are whole, as blocks
/// are read beyond their ends. The sums of a block have none: only tasks of that block use them, and of these each
/// reads what the one before has written.
template <class Scheduler>
void run_flow(Scheduler& on, run_state& run, const blocks& cut, std::size_t steps) {
  constexpr std::array<const char*, stages> names{"stage 1", "stage 2", "stage 3", "stage 4"};
  std::array<std::deque<handle<void>>, stages> water;
  for (std::size_t stage = 0; stage < stages; ++stage) {
    water[stage].resize(cut.count());
    for (std::size_t block = 0; block < cut.count(); ++block)
      water[stage][block].name(indexed("water", stage, block));
  }
  const phases all(run, cut, steps);

  basic_flow<Scheduler> tasks(on);
  submit_steps(tasks, steps_in_flight, [&](auto& step, std::uint64_t number) {
    for (std::size_t stage = 0; stage < stages; ++stage) {
      auto& from = water[stage];
      auto& to = water[(stage + 1) % stages];
      for (std::size_t block = 0; block < cut.count(); ++block)
        step.submit(named(names[stage]), read(from[cut.before(block)]), read(from[block]),
                    read(from[cut.after(block)]), write(to[block]),
                    [&all, stage, block] { all.compute(stage, block); });
    }
    return number + 1 < steps;
  });
  tasks.wait();
}

}  // namespace jackdaw::apps::shallow_water
