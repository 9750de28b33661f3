// The simulation over ranks: a task for each pair of blocks, where the first of them lives.
#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <vector>

#include <jackdaw/cluster/flow/flow.hpp>
#include <jackdaw/cluster/flow/one_machine.hpp>

#include "apps/nbody/simulation/schedule.hpp"

namespace jackdaw::apps::nbody {

/// Blocks of particles over the ranks of a place (cluster::world, or cluster::one_machine), dealt out one by one. The
/// forces on each block are added up in the order of the pairs, so they are those of the serial program to the last
/// bit.
template <class Place>
class blocks_over_ranks {
 public:
  /// All ranks have all blocks to begin with.
  blocks_over_ranks(Place& place, const std::vector<block>& from) : place_(place) {
    for (std::size_t i = 0; i < from.size(); ++i)
      blocks_.emplace_back(place, static_cast<unsigned>(i % place.ranks()), from[i]);
  }

  void run(const std::vector<pair>& pairs, std::size_t steps, double step) {
    typename Place::flow tasks(place_);
    add_all_forces(tasks, pairs);
    for (std::size_t i = 0; i < steps; ++i) {
      for (handles& b : blocks_)
        tasks.submit(named("move"), write(b.positions), write(b.velocities), write(b.forces),
                     [step](coordinates& at, coordinates& v, coordinates& f) { move(at, v, f, step); });
      add_all_forces(tasks, pairs);
      for (handles& b : blocks_)
        tasks.submit(named("kick"), write(b.velocities), read(b.forces),
                     [step](coordinates& v, const coordinates& f) { kick(v, f, step); });
    }
    tasks.wait();
  }

  /// Copies the particles into the blocks of all ranks.
  void copy_to(std::vector<block>& to) {
    typename Place::flow tasks(place_);
    for (std::size_t i = 0; i < to.size(); ++i)
      to[i] = {tasks.fetch(blocks_[i].positions), tasks.fetch(blocks_[i].velocities),
               tasks.fetch(blocks_[i].forces)};
  }

 private:
  using handle_of = typename Place::template handle<coordinates>;
  struct handles {
    handles(Place& place, unsigned owner, const block& b)
        : positions(place, owner, b.positions),
          velocities(place, owner, b.velocities),
          forces(place, owner, b.forces),
          rank(owner) {}
    handle_of positions, velocities, forces;
    unsigned rank;
  };

  void add_all_forces(typename Place::flow& tasks, const std::vector<pair>& pairs) {
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      handles& a = blocks_[pairs[k].first];
      handles& b = blocks_[pairs[k].second];
      if (&a == &b) {
        tasks.submit(named("within"), read(a.positions), write(a.forces),
                     [](const coordinates& at, coordinates& forces) { add_forces(at, forces); });
      } else if (a.rank == b.rank) {
        tasks.submit(named("between"), read(a.positions), read(b.positions), write(a.forces), write(b.forces),
                     [](const coordinates& at_a, const coordinates& at_b, coordinates& on_a,
                        coordinates& on_b) { add_forces(at_a, at_b, on_a, on_b); });
      } else {  // what the second gets is summed up apart, and travels once
        handle_of& partial = partial_of(k, a.rank);
        tasks.submit(
            named("between"), read(a.positions), read(b.positions), write(a.forces), write(partial),
            [](const coordinates& at_a, const coordinates& at_b, coordinates& on_a, coordinates& on_b) {
              on_b = coordinates(at_b.count());
              add_forces(at_a, at_b, on_a, on_b);
            });
        tasks.submit(named("sum"), read(partial), write(b.forces),
                     [](const coordinates& part, coordinates& forces) { forces += part; });
      }
    }
  }

  /// That of a pair, at the rank that computes it; the same in all steps.
  handle_of& partial_of(std::size_t pair_number, unsigned rank) {
    if (partials_.size() <= pair_number) partials_.resize(pair_number + 1);
    if (partials_[pair_number] == nullptr) partials_[pair_number] = std::make_unique<handle_of>(place_, rank);
    return *partials_[pair_number];
  }

  Place& place_;
  std::deque<handles> blocks_;
  std::vector<std::unique_ptr<handle_of>> partials_;  // by the number of the pair; null where none is needed
};

}  // namespace jackdaw::apps::nbody
