// The search by tasks: two pools that change roles (WSL06 section 2.4).
//
// One pool holds the squares of the wave, cut into tasks; what these reach goes into the other one. When the
// first is empty the pools change roles. Squares waiting for their level lie in a list for each worker, which
// only its worker appends to; tasks are pieces of these lists, in the scheduler's own pool. The last task of
// a level to finish brings on the next level (a continuation), so that no worker waits for the others while
// it could search, and the whole search is one working phase.
//
// A wave that fits into one task is not cut at all: the worker that has come to it goes on alone, level after
// level, until it grows. In a labyrinth of corridors that is the rule.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include <jackdaw/task/join_counter.hpp>
#include <jackdaw/worker/by_name/any_scheduler.hpp>

#include "apps/labyrinth/search/wave.hpp"
#include "apps/support/work/parts.hpp"
#include "apps/support/work/per_worker.hpp"

namespace jackdaw::apps::labyrinth {

class two_pools {
 public:
  /// `grain`: squares in a task, at least 1.
  two_pools(wave& marks, unsigned workers, std::size_t grain)
      : marks_(&marks),
        pools_{per_worker<square_list>(workers), per_worker<square_list>(workers)},
        workers_(workers),
        grain_(grain) {}

  /// As spread(), on all workers of `scheduler`, for which this was made. Once.
  std::optional<std::uint32_t> spread(any_scheduler& scheduler, std::uint32_t from, std::uint32_t to) {
    to_ = to;
    marks_->begin(from);
    pools_[0].of(0).reserve(1);
    pools_[0].of(0).append(from);
    scheduler.run(level{this, 0});
    return found_;
  }

  /// Levels that were cut into several tasks.
  [[nodiscard]] std::uint32_t shared_levels() const noexcept { return shared_levels_; }

 private:
  /// All squares of one distance are known: they become tasks.
  struct level {
    static constexpr std::string_view name = "level";
    two_pools* in;
    std::uint32_t distance;
    void operator()(any_worker& worker) const { in->change_roles(worker, distance); }
  };

  /// Some squares of the wave.
  struct piece {
    static constexpr std::string_view name = "piece";
    two_pools* in;
    const std::uint32_t* first;
    std::uint32_t count;
    std::uint32_t next_distance;
    arrival done;

    void operator()(any_worker& worker) {
      in->marks_->step({first, count}, next_distance, in->pools_[next_distance % 2].of(worker.id()));
      done.arrive(worker);
    }
  };

  void change_roles(any_worker& worker, std::uint32_t distance) {
    for (;; ++distance) {
      per_worker<square_list>& now = pools_[distance % 2];
      per_worker<square_list>& next = pools_[(distance + 1) % 2];
      std::size_t squares = 0;
      std::size_t pieces = 0;
      for (unsigned id = 0; id < workers_; ++id) {
        next.of(id).clear();
        squares += now.of(id).size();
        pieces += parts(now.of(id).size(), grain_);
      }
      if (marks_->has_reached(to_)) {
        found_ = distance;
        return;
      }
      if (squares == 0) return;
      if (squares > grain_) return share(worker, now, pieces, distance);
      for (unsigned id = 0; id < workers_; ++id)
        marks_->step(now.of(id).all(), distance + 1, next.of(worker.id()));
    }
  }

  void share(any_worker& worker, per_worker<square_list>& now, std::size_t pieces, std::uint32_t distance) {
    ++shared_levels_;
    auto all = worker.after(static_cast<unsigned>(pieces), level{this, distance + 1});
    // Once the last piece is put the next levels may be under way, and the lists belong to them.
    for (unsigned id = 0; pieces > 0; ++id) {
      const auto squares = now.of(id).all();
      for (std::size_t at = 0; at < squares.size(); at += grain_, --pieces) {
        const auto part = squares.subspan(at, std::min(grain_, squares.size() - at));
        worker.put(
            piece{this, part.data(), static_cast<std::uint32_t>(part.size()), distance + 1, all.next()});
      }
    }
  }

  wave* marks_;
  std::array<per_worker<square_list>, 2> pools_;  // the squares of even and of odd distance
  unsigned workers_;
  std::size_t grain_;
  std::uint32_t to_ = 0;
  std::uint32_t shared_levels_ = 0;
  std::optional<std::uint32_t> found_;
};

}  // namespace jackdaw::apps::labyrinth
