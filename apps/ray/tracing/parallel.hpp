// The picture on all workers: by tasks for tiles, by joins over quarters, by threads that own their rows.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

#include <jackdaw/parallel/parallel_invoke.hpp>
#include <jackdaw/worker/by_name/any_scheduler.hpp>

#include "apps/ray/tracing/tracer.hpp"
#include "apps/support/work/per_worker.hpp"
#include "apps/support/work/threads.hpp"

namespace jackdaw::apps::ray {

/// What all parts of a run share.
struct rendering {
  const tracer& by;
  frame& into;
  per_worker<ray_counts>& counts;
  std::size_t tile;  ///< pixels along each side of the smallest part, at least 1

  /// Threads: any number, for parts that do not overlap; each worker number by one at a time.
  void render(const rectangle& part, unsigned worker) const {
    ray_counts& mine = counts.of(worker);
    mine = mine + by.trace(into, part);
  }
};

/// The task of the pool face for one tile.
struct render_tile {
  static constexpr std::string_view name = "tile";
  const rendering* of;
  rectangle part;

  void operator()(any_worker& worker) const { of->render(part, worker.id()); }
};

/// Puts the tiles of a row of tiles, so that a single worker need not put all.
struct row_of_tiles {
  static constexpr std::string_view name = "row of tiles";
  const rendering* of;
  std::size_t top;

  void operator()(any_worker& worker) const {
    const frame& whole = of->into;
    const std::size_t bottom = std::min(whole.height(), top + of->tile);
    for (std::size_t left = 0; left < whole.width(); left += of->tile)
      worker.put(render_tile{of, {left, top, std::min(whole.width(), left + of->tile), bottom}});
  }
};

/// The initial task.
struct all_tiles {
  static constexpr std::string_view name = "all tiles";
  const rendering* of;

  void operator()(any_worker& worker) const {
    for (std::size_t top = 0; top < of->into.height(); top += of->tile) worker.put(row_of_tiles{of, top});
  }
};

/// All tiles as initial tasks: none puts another (class D0).
inline std::vector<render_tile> initial_tiles(const rendering& all) {
  std::vector<render_tile> tiles;
  const frame& whole = all.into;
  for (std::size_t top = 0; top < whole.height(); top += all.tile) {
    const std::size_t bottom = std::min(whole.height(), top + all.tile);
    for (std::size_t left = 0; left < whole.width(); left += all.tile)
      tiles.push_back({&all, {left, top, std::min(whole.width(), left + all.tile), bottom}});
  }
  return tiles;
}

/// The fork_join face: quarters of quarters, down to tiles; halves of what is a tile high or wide already.
template <class Worker>
void render_quarters(Worker& w, const rendering& all, const rectangle& part) {
  const bool is_wide = part.width() > all.tile, is_high = part.height() > all.tile;
  if (!is_wide && !is_high) return all.render(part, w.id());
  const std::size_t across = is_wide ? part.left + part.width() / 2 : part.right;
  const std::size_t down = is_high ? part.top + part.height() / 2 : part.bottom;
  const auto branch = [&all](const rectangle& r) {
    return [&all, r](Worker& here) { render_quarters(here, all, r); };
  };
  const auto top_left = branch({part.left, part.top, across, down});
  const auto top_right = branch({across, part.top, part.right, down});
  const auto bottom_left = branch({part.left, down, across, part.bottom});
  const auto bottom_right = branch({across, down, part.right, part.bottom});
  if (is_wide && is_high)
    parallel_invoke(w, top_left, top_right, bottom_left, bottom_right);
  else if (is_wide)
    join(w, top_left, top_right);
  else
    join(w, top_left, bottom_left);
}

/// Statically partitioned: rows are dealt to the threads in turn, as cards are.
inline void render_by_threads(unsigned workers, const rendering& all) {
  run_in_threads(workers, [&all](const share& mine) {
    for (std::size_t y = 0; y < all.into.height(); ++y)
      if (mine.has(y)) all.render({0, y, all.into.width(), y + 1}, mine.id);
  });
}

}  // namespace jackdaw::apps::ray
