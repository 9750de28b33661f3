#include "apps/shallow_water/sphere/stencils.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "apps/shallow_water/sphere/nodes.hpp"

namespace jackdaw::apps::shallow_water {

namespace {

/// The nodes by the cubes of a lattice around the sphere.
class cells {
 public:
  cells(const std::vector<vec3>& nodes, double edge)
      : side_(static_cast<std::size_t>(std::max(1.0, std::floor(2 / edge)))) {
    starts_.resize(side_ * side_ * side_ + 1);
    std::vector<std::size_t> cell(nodes.size());
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      const vec3& p = nodes[i];
      cell[i] = (step(p.x) * side_ + step(p.y)) * side_ + step(p.z);
      ++starts_[cell[i] + 1];
    }
    for (std::size_t c = 0; c + 1 < starts_.size(); ++c) starts_[c + 1] += starts_[c];
    std::vector<std::size_t> next(starts_.begin(), starts_.end() - 1);
    members_.resize(nodes.size());
    for (std::size_t i = 0; i < nodes.size(); ++i) members_[next[cell[i]]++] = static_cast<std::uint32_t>(i);
  }

  /// Calls visit(number) for all nodes in cubes up to so many beside that of `p`.
  template <class Visit>
  void around(const vec3& p, std::size_t beside, Visit visit) const {
    const auto from = [beside](std::size_t middle) { return middle - std::min(middle, beside); };
    const auto to = [beside, this](std::size_t middle) { return std::min(side_ - 1, middle + beside); };
    const std::size_t x = step(p.x), y = step(p.y), z = step(p.z);
    for (std::size_t i = from(x); i <= to(x); ++i) {
      for (std::size_t j = from(y); j <= to(y); ++j) {
        const std::size_t row = (i * side_ + j) * side_;
        for (std::size_t k = starts_[row + from(z)]; k < starts_[row + to(z) + 1]; ++k) visit(members_[k]);
      }
    }
  }

  /// Everything nearer than this is found in the cubes beside.
  [[nodiscard]] double edge() const { return 2 / static_cast<double>(side_); }
  [[nodiscard]] std::size_t side() const { return side_; }

 private:
  [[nodiscard]] std::size_t step(double coordinate) const {
    const double scaled = (coordinate + 1) / 2 * static_cast<double>(side_);
    return std::min(side_ - 1, static_cast<std::size_t>(std::max(0.0, scaled)));
  }

  std::size_t side_;  // cubes in a row
  std::vector<std::size_t> starts_;
  std::vector<std::uint32_t> members_;
};

}  // namespace

std::vector<std::uint32_t> nearest_nodes(const std::vector<vec3>& nodes) {
  if (nodes.size() < stencil_size) throw std::invalid_argument("fewer nodes than a stencil has");
  const cells all(nodes, 3.5 * spacing(nodes.size()));
  std::vector<std::uint32_t> stencils;
  stencils.reserve(nodes.size() * stencil_size);
  std::vector<std::pair<double, std::uint32_t>> found;
  for (const vec3& p : nodes) {
    for (std::size_t beside = 1;; ++beside) {
      found.clear();
      all.around(p, beside, [&](std::uint32_t each) {
        const vec3 apart = nodes[each] - p;
        found.emplace_back(dot(apart, apart), each);
      });
      const double surely = static_cast<double>(beside) * all.edge();
      if (beside >= all.side()) break;
      if (found.size() < stencil_size) continue;
      std::nth_element(found.begin(), found.begin() + (stencil_size - 1), found.end());
      if (found[stencil_size - 1].first < surely * surely) break;
    }
    std::partial_sort(found.begin(), found.begin() + stencil_size, found.end());
    for (std::size_t i = 0; i < stencil_size; ++i) stencils.push_back(found[i].second);
  }
  return stencils;
}

std::vector<std::size_t> ordered_by_rings(const std::vector<std::uint32_t>& stencils) {
  const std::size_t count = stencils.size() / stencil_size;
  std::vector<std::size_t> order;
  order.reserve(count);
  std::vector<bool> found(count);
  const auto find = [&](std::size_t node) {
    if (found[node]) return;
    found[node] = true;
    order.push_back(node);
  };
  std::size_t next = 0;
  for (std::size_t start = 0; start < count; ++start) {  // all are connected, so it is node 0
    find(start);
    for (; next < order.size(); ++next)
      for (std::size_t k = 1; k <= 6; ++k) find(stencils[order[next] * stencil_size + k]);
  }
  return order;
}

std::size_t reach_of(const std::vector<std::uint32_t>& stencils) {
  std::size_t most = 0;
  for (std::size_t i = 0; i < stencils.size(); ++i) {
    const std::size_t node = i / stencil_size;
    const std::size_t other = stencils[i];
    most = std::max(most, node < other ? other - node : node - other);
  }
  return most;
}

}  // namespace jackdaw::apps::shallow_water
