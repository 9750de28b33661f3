// The steps over ranks: the plate is cut into strips of rows; a task makes a step of one strip, where that lives.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <deque>
#include <vector>

#include <jackdaw/cluster/flow/flow.hpp>
#include <jackdaw/cluster/flow/one_machine.hpp>

#include "apps/heat/plate.hpp"

/// A plate travels when its owner changes: all temperatures of now.
template <>
struct jackdaw::cluster::serial<jackdaw::apps::heat::plate> {
  using plate = jackdaw::apps::heat::plate;
  static void save(const plate& p, writer& out) {
    out.put(p.rows());
    out.put(p.columns());
    out.put(p.temperatures());
  }
  static plate load(reader& in) {
    const auto rows = in.get<std::size_t>();
    const auto columns = in.get<std::size_t>();
    const auto values = in.get<std::vector<double>>();
    plate p(rows, columns);
    std::copy(values.begin(), values.end(), &p.at(0, 0));
    return p;
  }
};

namespace jackdaw::apps::heat {

/// A plate over the ranks of a place (cluster::world, or cluster::one_machine): strips, and the rows at their edges,
/// which are all that neighbours read. Two sets of edges take turns, so that a step needs not wait for readers of the
/// last.
template <class Place>
class strips_over_ranks {
 public:
  /// All ranks have the whole plate to begin with.
  strips_over_ranks(Place& place, const plate& from, std::size_t strips) : place_(place) {
    for (std::size_t i = 0; i < strips; ++i) {
      const std::size_t first = from.rows() * i / strips;
      const std::size_t last = from.rows() * (i + 1) / strips;
      plate own(last - first, from.columns());
      for (std::size_t row = 0; row < own.rows() + 2; ++row)
        for (std::size_t column = 0; column < own.columns() + 2; ++column)
          own.at(row, column) = from.at(first + row, column);
      const auto owner = static_cast<unsigned>(i * place.ranks() / strips);
      strips_.emplace_back(place, owner, own);
      for (auto& set : edges_) {
        set.above.emplace_back(place, owner, row_of(own, 1));
        set.below.emplace_back(place, owner, row_of(own, own.rows()));
      }
    }
  }

  void run(std::size_t steps) {
    typename Place::flow tasks(place_);
    for (std::size_t step = 0; step < steps; ++step) {
      edges& now = edges_[step % 2];
      edges& later = edges_[(step + 1) % 2];
      for (std::size_t i = 0; i < strips_.size(); ++i) {
        // A strip at the edge of the plate reads its own edge instead of a neighbour's, and does not use it.
        const bool is_first = i == 0;
        const bool is_last = i + 1 == strips_.size();
        tasks.submit(
            named("strip"), read(is_first ? now.above[i] : now.below[i - 1]),
            read(is_last ? now.below[i] : now.above[i + 1]), write(strips_[i]), write(later.above[i]),
            write(later.below[i]),
            [is_first, is_last](const line& above, const line& below, plate& p, line& first, line& last) {
              if (!is_first) std::copy(above.begin(), above.end(), &p.at(0, 0));
              if (!is_last) std::copy(below.begin(), below.end(), &p.at(p.rows() + 1, 0));
              p.step_rows(1, p.rows() + 1);
              p.turn_over();
              first = row_of(p, 1);
              last = row_of(p, p.rows());
            });
      }
    }
    tasks.wait();
  }

  /// Copies the inner points into a plate of all ranks.
  void copy_to(plate& to) {
    typename Place::flow tasks(place_);
    std::size_t first = 0;
    for (auto& each : strips_) {
      const plate strip = tasks.fetch(each);
      for (std::size_t row = 1; row <= strip.rows(); ++row)
        for (std::size_t column = 1; column <= strip.columns(); ++column)
          to.at(first + row, column) = strip.at(row, column);
      first += strip.rows();
    }
  }

 private:
  using line = std::vector<double>;
  struct edges {
    std::deque<typename Place::template handle<line>> above, below;
  };

  static line row_of(const plate& p, std::size_t row) {
    line made;
    for (std::size_t column = 0; column < p.columns() + 2; ++column) made.push_back(p.at(row, column));
    return made;
  }

  Place& place_;
  std::deque<typename Place::template handle<plate>> strips_;
  std::array<edges, 2> edges_;
};

}  // namespace jackdaw::apps::heat
