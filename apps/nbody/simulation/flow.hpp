// The simulation on the flow face: a task for each pair of blocks reads two positions and changes two forces.
//
// Nothing says where a step ends: a block moves when its forces are whole, while others are still being added up.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string_view>
#include <utility>
#include <vector>

#include <jackdaw/flow/basic_flow.hpp>
#include <jackdaw/flow/trace/open_tasks.hpp>

#include "apps/nbody/simulation/schedule.hpp"
#include "apps/support/text/indexed.hpp"
#include "apps/support/work/most_tasks.hpp"

namespace jackdaw::apps::nbody {

/// How tasks change forces (T15 section 6.1): in the order of submission; one at a time in any order; on partial
/// results while the forces are busy (renaming); always on partial results, applied in the order of submission.
enum class access_kind : std::uint8_t { write, add, reduce, ordered };

inline constexpr std::array<std::pair<std::string_view, access_kind>, 4> access_kinds{
    {{"write", access_kind::write},
     {"add", access_kind::add},
     {"reduce", access_kind::reduce},
     {"ordered", access_kind::ordered}}};

/// Whether the order of additions is that of submission: then forces are the same to the last bit in every run.
[[nodiscard]] constexpr bool is_ordered(access_kind kind) {
  return kind == access_kind::write || kind == access_kind::ordered;
}

/// Partial forces on a block of so many particles.
struct sum_of_forces {
  std::size_t count;
  [[nodiscard]] coordinates make() const { return coordinates(count); }
  void apply(coordinates& forces, coordinates&& partial) const { forces += partial; }
  void merge(coordinates& into, coordinates&& from) const { into += from; }
};

/// A block whose parts tasks name one by one.
struct block_handles {
  block_handles(block&& b, std::size_t number)
      : count(b.positions.count()),
        positions(std::move(b.positions)),
        velocities(std::move(b.velocities)),
        forces(std::move(b.forces)) {
    positions.name(indexed("positions", number));
    velocities.name(indexed("velocities", number));
    forces.name(indexed("forces", number));
  }

  std::size_t count;
  handle<coordinates> positions, velocities, forces;
};

/// Submits a simulation. `declare(b)` declares the access to the forces of a block.
template <class Scheduler, class Declare>
void submit_all(basic_flow<Scheduler>& tasks, std::deque<block_handles>& blocks,
                const std::vector<pair>& pairs, std::size_t steps, double step, Declare declare) {
  const auto submit_forces = [&] {
    for (const auto& [i, j] : pairs) {
      block_handles& a = blocks[i];
      block_handles& b = blocks[j];
      if (i == j) {
        tasks.submit(named("within"), read(a.positions), declare(a),
                     [](const coordinates& at, coordinates& forces) { add_forces(at, forces); });
      } else {
        tasks.submit(named("between"), read(a.positions), read(b.positions), declare(a), declare(b),
                     [](const coordinates& at_a, const coordinates& at_b, coordinates& on_a,
                        coordinates& on_b) { add_forces(at_a, at_b, on_a, on_b); });
      }
    }
  };
  submit_forces();
  for (std::size_t i = 0; i < steps; ++i) {
    for (block_handles& b : blocks)
      tasks.submit(named("move"), write(b.positions), write(b.velocities), write(b.forces),
                   [step](coordinates& at, coordinates& v, coordinates& f) { move(at, v, f, step); });
    submit_forces();
    for (block_handles& b : blocks)
      tasks.submit(named("kick"), write(b.velocities), read(b.forces),
                   [step](coordinates& v, const coordinates& f) { kick(v, f, step); });
  }
}

/// Pairs are submitted in the given order. On any scheduler.
template <class Scheduler>
void run_flow(Scheduler& on, std::vector<block>& blocks, const std::vector<pair>& pairs, std::size_t steps,
              double step, access_kind kind) {
  std::deque<block_handles> handles;
  for (block& b : blocks) handles.emplace_back(std::move(b), handles.size());

  basic_flow<Scheduler> tasks(on, most_tasks);
  const auto submit = [&](auto declare) { submit_all(tasks, handles, pairs, steps, step, declare); };
  switch (kind) {
    case access_kind::write:
      submit([](block_handles& b) { return write(b.forces); });
      break;
    case access_kind::add:
      submit([](block_handles& b) { return add(b.forces); });
      break;
    case access_kind::reduce:
      submit([](block_handles& b) { return reduce(b.forces, sum_of_forces{b.count}); });
      break;
    case access_kind::ordered:
      submit([](block_handles& b) { return reduce_in_order(b.forces, sum_of_forces{b.count}); });
      break;
  }
  tasks.wait();

  for (std::size_t i = 0; i < blocks.size(); ++i)
    blocks[i] = {std::move(handles[i].positions.value()), std::move(handles[i].velocities.value()),
                 std::move(handles[i].forces.value())};
}

}  // namespace jackdaw::apps::nbody
