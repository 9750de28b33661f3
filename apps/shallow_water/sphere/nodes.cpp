#include "apps/shallow_water/sphere/nodes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <utility>

namespace jackdaw::apps::shallow_water {

namespace {

/// Both poles, and two rings of five between them.
std::array<vec3, 12> corners() {
  std::array<vec3, 12> made{vec3{0, 0, 1}};
  const double height = 1 / std::sqrt(5.0);
  for (std::size_t i = 0; i < 10; ++i) {
    const double angle = std::numbers::pi * static_cast<double>(i) / 5;
    const double z = i % 2 == 0 ? height : -height;
    made[1 + i] = {2 * height * std::cos(angle), 2 * height * std::sin(angle), z};
  }
  made[11] = {0, 0, -1};
  return made;
}

using face = std::array<std::size_t, 3>;

std::array<face, 20> faces() {
  std::array<face, 20> made{};
  for (std::size_t i = 0; i < 10; ++i) {
    const auto ring = [i](std::size_t ahead) { return 1 + (i + ahead) % 10; };
    made[i] = {ring(0), ring(1), ring(2)};
    made[10 + i] = {i % 2 == 0 ? std::size_t{0} : std::size_t{11}, ring(0), ring(2)};
  }
  return made;
}

/// The area of a triangle on the unit sphere (Van Oosterom, Strackee 1983).
double area(const vec3& a, const vec3& b, const vec3& c) {
  return 2 * std::atan2(std::abs(dot(a, cross(b, c))), 1 + dot(a, b) + dot(b, c) + dot(c, a));
}

/// Makes the nodes, each once although faces share edges and corners.
class divider {
 public:
  explicit divider(std::size_t parts) : parts_(parts), corners_(corners()) {
    made_.at.assign(corners_.begin(), corners_.end());
  }

  void divide(const face& f) {
    std::vector<std::size_t> numbers;  // row i has i + 1 nodes, from corner f[0] on
    for (std::size_t i = 0; i <= parts_; ++i)
      for (std::size_t j = 0; j <= i; ++j) numbers.push_back(number(f, {parts_ - i, i - j, j}));
    made_.areas.resize(made_.at.size());
    const auto at = [&numbers](std::size_t i, std::size_t j) { return numbers[i * (i + 1) / 2 + j]; };
    for (std::size_t i = 0; i < parts_; ++i) {
      for (std::size_t j = 0; j <= i; ++j) {
        share(at(i, j), at(i + 1, j), at(i + 1, j + 1));
        if (j < i) share(at(i, j), at(i, j + 1), at(i + 1, j + 1));
      }
    }
  }

  [[nodiscard]] node_set take() { return std::move(made_); }

 private:
  /// How many parts it is away from the sides opposite to the corners of its face.
  using place = std::array<std::size_t, 3>;

  std::size_t number(const face& f, const place& p) {
    std::vector<std::pair<std::size_t, std::size_t>> toward;  // corner and part, those that count
    for (std::size_t k = 0; k < 3; ++k)
      if (p[k] != 0) toward.emplace_back(f[k], p[k]);
    if (toward.size() == 1) return toward.front().first;
    if (toward.size() == 3) return add(f, p);
    std::sort(toward.begin(), toward.end());
    const auto [first, second] = std::pair(toward[0], toward[1]);
    const auto [found, is_new] =
        of_edges_.try_emplace({first.first, second.first, first.second}, made_.at.size());
    if (is_new) add({first.first, second.first, 0}, {first.second, second.second, 0});
    return found->second;
  }

  /// Edges are divided into equal arcs, and their inside is as even as the same formula makes it.
  std::size_t add(const face& f, const place& p) {
    const double arc = std::acos(1 / std::sqrt(5.0)) / static_cast<double>(parts_);
    vec3 sum;
    for (std::size_t k = 0; k < 3; ++k) sum += corners_[f[k]] * std::sin(arc * static_cast<double>(p[k]));
    made_.at.push_back(normalized(sum));
    return made_.at.size() - 1;
  }

  void share(std::size_t a, std::size_t b, std::size_t c) {
    const double third = area(made_.at[a], made_.at[b], made_.at[c]) / 3;
    for (const std::size_t each : {a, b, c}) made_.areas[each] += third;
  }

  std::size_t parts_;
  std::array<vec3, 12> corners_;
  node_set made_;
  std::map<std::array<std::size_t, 3>, std::size_t> of_edges_;  // two corners, how far toward the first
};

}  // namespace

std::size_t nearest_parts(std::size_t nodes) {
  const double parts = std::round(std::sqrt((std::max<double>(2, static_cast<double>(nodes)) - 2) / 10));
  return static_cast<std::size_t>(
      std::clamp(parts, static_cast<double>(least_parts), static_cast<double>(most_parts)));
}

double spacing(std::size_t nodes) {
  return std::sqrt(8 * std::numbers::pi / (std::numbers::sqrt3 * static_cast<double>(nodes)));
}

node_set icosahedral_nodes(std::size_t parts) {
  divider all(parts);
  for (const face& f : faces()) all.divide(f);
  return all.take();
}

node_set reordered(const node_set& nodes, const std::vector<std::size_t>& order) {
  node_set made;
  for (const std::size_t each : order) {
    made.at.push_back(nodes.at[each]);
    made.areas.push_back(nodes.areas[each]);
  }
  return made;
}

}  // namespace jackdaw::apps::shallow_water
