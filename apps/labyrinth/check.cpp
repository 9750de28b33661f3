#include "apps/labyrinth/check.hpp"

#include <algorithm>
#include <cstddef>
#include <deque>

namespace jackdaw::apps::labyrinth {

namespace {

std::vector<place> beside(const maze& squares, const place& p) {
  std::vector<place> result;
  for (const place& next : {place{p.x + 1, p.y, p.z}, place{p.x - 1, p.y, p.z}, place{p.x, p.y + 1, p.z},
                            place{p.x, p.y - 1, p.z}, place{p.x, p.y, p.z + 1}, place{p.x, p.y, p.z - 1}}) {
    if (squares.contains(next) && squares.is_open(next)) result.push_back(next);
  }
  return result;
}

std::string wrong_way(const maze& squares, const route& asked, const way& found) {
  const bool free = squares.is_open(asked.from) && squares.is_open(asked.to);
  const std::uint32_t shortest = free ? distances(squares, asked.from)[squares.number(asked.to)] : nowhere;
  if (found.empty())
    return shortest == nowhere ? "" : "no way found, but there is one of " + std::to_string(shortest);
  if (!free) return "a way from or to a square that is taken";
  if (squares.at(found.front()) != asked.from || squares.at(found.back()) != asked.to)
    return "the way has other ends";
  for (std::size_t i = 1; i < found.size(); ++i) {
    const auto next = beside(squares, squares.at(found[i - 1]));
    if (std::find(next.begin(), next.end(), squares.at(found[i])) == next.end())
      return "no step leads from " + text(squares.at(found[i - 1])) + " to " + text(squares.at(found[i]));
  }
  if (found.size() - 1 != shortest) {
    return "the way has " + std::to_string(found.size() - 1) + " steps, the shortest " +
           std::to_string(shortest);
  }
  return "";
}

}  // namespace

std::vector<std::uint32_t> distances(const maze& squares, const place& from) {
  std::vector<std::uint32_t> distance(squares.squares().size(), nowhere);
  std::deque<place> open{from};
  distance[squares.number(from)] = 0;
  while (!open.empty()) {
    const place p = open.front();
    open.pop_front();
    for (const place& next : beside(squares, p)) {
      std::uint32_t& its = distance[squares.number(next)];
      if (its != nowhere) continue;
      its = distance[squares.number(p)] + 1;
      open.push_back(next);
    }
  }
  return distance;
}

std::string wrong_way(const puzzle& of, const std::vector<way>& ways) {
  if (ways.size() != of.routes.size()) return std::to_string(ways.size()) + " ways";
  maze squares = of.squares;
  for (std::size_t i = 0; i < ways.size(); ++i) {
    const std::string problem = wrong_way(squares, of.routes[i], ways[i]);
    if (!problem.empty()) return "route " + std::to_string(i + 1) + ": " + problem;
    lay(squares, ways[i]);
  }
  return "";
}

void lay(maze& squares, const way& over) {
  for (const std::uint32_t square : over) squares.set(squares.at(square), false);
}

}  // namespace jackdaw::apps::labyrinth
