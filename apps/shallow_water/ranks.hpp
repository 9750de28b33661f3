// The simulation over ranks: a task for each block and stage, where the block lives.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include <jackdaw/cluster/flow/flow.hpp>
#include <jackdaw/cluster/flow/one_machine.hpp>

#include "apps/shallow_water/faces/blocks.hpp"
#include "apps/shallow_water/sphere/stencils.hpp"
#include "apps/shallow_water/water/model.hpp"
#include "apps/shallow_water/water/stage.hpp"

namespace jackdaw::apps::shallow_water {

/// Blocks of nodes over the ranks of a place (cluster::world, or cluster::one_machine), those in succession together.
/// What a stage makes of a block is an object of its own, which the tasks of the blocks beside it read.
template <class Place>
class blocks_over_ranks {
 public:
  /// All ranks have the whole model, and the water at the start.
  blocks_over_ranks(Place& place, const model& of, const blocks& cut)
      : place_(place), of_(of), cut_(cut), stencils_(cut.count()) {
    const std::vector<fields> start = of.start();
    for (std::size_t b = 0; b < cut.count(); ++b) {
      const auto owner = static_cast<unsigned>(b * place.ranks() / cut.count());
      const auto at = [&](std::size_t node) { return start.begin() + static_cast<std::ptrdiff_t>(node); };
      const std::vector<fields> own(at(cut.first(b)), at(cut.last(b)));
      kept_.emplace_back(place, owner, kept{own, std::vector<fields>(own.size())});
      for (std::size_t stage = 0; stage < stages; ++stage) water_[stage].emplace_back(place, owner, own);
      if (owner == place.rank()) stencils_[b] = stencils_of(b);
    }
  }

  void run(std::size_t steps) {
    typename Place::flow tasks(place_);
    for (std::size_t phase = 0; phase < stages * steps; ++phase) {
      const std::size_t stage = phase % stages;
      auto& from = water_[stage];
      auto& to = water_[(stage + 1) % stages];
      for (std::size_t b = 0; b < cut_.count(); ++b)
        tasks.submit(named("stage"), read(from[cut_.before(b)]), read(from[b]), read(from[cut_.after(b)]),
                     write(kept_[b]), write(to[b]),
                     [this, stage, b](const water& before, const water& here, const water& after, kept& k,
                                      water& made) { compute(stage, b, before, here, after, k, made); });
    }
    tasks.wait();
  }

  /// The water at all nodes, on all ranks.
  [[nodiscard]] std::vector<fields> take() {
    typename Place::flow tasks(place_);
    std::vector<fields> all;
    for (auto& each : water_[0]) {
      const water part = tasks.fetch(each);
      all.insert(all.end(), part.begin(), part.end());
    }
    return all;
  }

 private:
  using water = std::vector<fields>;

  /// What the tasks of a block keep from stage to stage: the water at the begin of the step, and the rates of change.
  struct kept {
    water state, sums;
    template <class Archive>
    void serialize(Archive& archive) {
      archive(state, sums);
    }
  };

  /// The stencils of a block, by places in what its tasks read: the block itself, the one before, the one after. The
  /// kernel finds a node by its own number, too, so the block stands first.
  [[nodiscard]] std::vector<std::uint32_t> stencils_of(std::size_t b) const {
    const std::size_t before = cut_.before(b);
    const std::size_t own = cut_.last(b) - cut_.first(b);
    const auto place_of = [&](std::size_t node) {
      if (node >= cut_.first(b) && node < cut_.last(b)) return node - cut_.first(b);
      if (node < cut_.first(b)) return own + node - cut_.first(before);
      return own + cut_.last(before) - cut_.first(before) + node - cut_.last(b);
    };
    std::vector<std::uint32_t> made;
    for (std::size_t k = cut_.first(b) * stencil_size; k < cut_.last(b) * stencil_size; ++k)
      made.push_back(static_cast<std::uint32_t>(place_of(of_.on().stencils[k])));
    return made;
  }

  void compute(std::size_t stage, std::size_t b, const water& before, const water& here, const water& after,
               kept& k, water& made) const {
    water around = here;
    around.insert(around.end(), before.begin(), before.end());
    around.insert(around.end(), after.begin(), after.end());
    water& to = stage + 1 == stages ? k.state : made;
    const std::size_t first = cut_.first(b);
    const stage_data data{stencils_[b].data(),
                          of_.on().weights.data() + first * stencil_size,
                          of_.places().data() + first,
                          around.data(),
                          k.state.data(),
                          k.sums.data(),
                          to.data(),
                          of_.flow().mean_height(),
                          of_.step()};
    compute_stage(data, stage, 0, here.size());
    if (stage + 1 == stages) made = k.state;
  }

  Place& place_;
  const model& of_;
  blocks cut_;
  std::vector<std::vector<std::uint32_t>> stencils_;  // of the blocks of this rank
  std::array<std::deque<typename Place::template handle<water>>, stages> water_;
  std::deque<typename Place::template handle<kept>> kept_;
};

}  // namespace jackdaw::apps::shallow_water
