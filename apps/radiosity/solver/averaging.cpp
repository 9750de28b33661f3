#include "apps/radiosity/solver/averaging.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_map>

#include "apps/radiosity/geometry/grid_point.hpp"
#include "apps/radiosity/solver/element.hpp"
#include "apps/radiosity/solver/solution.hpp"

namespace jackdaw::apps::radiosity {

namespace {

struct averager {
  display_surface& mesh;
  grid_points grid;
  std::unordered_map<grid_point, std::uint32_t, grid_point_hash> at;
  std::vector<double> weight;

  std::uint32_t vertex(const vec3& p) {
    const auto [place, is_new] = at.try_emplace(grid.of(p), static_cast<std::uint32_t>(mesh.position.size()));
    if (is_new) {
      mesh.position.push_back(p);
      mesh.radiosity.emplace_back();
      weight.push_back(0);
    }
    return place->second;
  }

  void add(element& leaf) {
    leaf.cell = static_cast<std::uint32_t>(mesh.cells.size());
    display_cell cell{&leaf, {}};
    const double w = std::pow(std::clamp(leaf.row_sum, 0.01, 1.0), 4);
    for (std::size_t c = 0; c < leaf.shape.corners; ++c) {
      const auto v = cell.vertex[c] = vertex(leaf.shape.corner[c]);
      mesh.radiosity[v] += leaf.radiosity * w;
      weight[v] += w;
    }
    mesh.cells.push_back(cell);
  }

  /// Gives every vertex that lies within the edge a-b of a leaf the value interpolated along it.
  void straighten(std::uint32_t a, std::uint32_t b) {
    const auto middle = at.find(grid.of(lerp(mesh.position[a], mesh.position[b], 0.5)));
    if (middle == at.end() || middle->second == a || middle->second == b) return;
    mesh.radiosity[middle->second] = lerp(mesh.radiosity[a], mesh.radiosity[b], 0.5);
    straighten(a, middle->second);
    straighten(middle->second, b);
  }
};

}  // namespace

void average_surface(solution& s, std::uint32_t number) {
  display_surface& mesh = s.display[number];
  mesh = {};
  averager work{mesh, grid_points(s.input.low, s.diagonal), {}, {}};
  for (const auto patch : s.surface_patches[number]) {
    for_each_element<element>(s.roots[patch], [&](element& e) {
      if (e.is_leaf()) work.add(e);
    });
  }
  for (std::size_t v = 0; v < mesh.radiosity.size(); ++v) mesh.radiosity[v] *= 1 / work.weight[v];
  // Large leaves first: the ends of an edge may lie within a still larger leaf's edge.
  std::vector<std::size_t> order(mesh.cells.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const double area_a = mesh.cells[a].leaf->shape.area, area_b = mesh.cells[b].leaf->shape.area;
    return area_a > area_b || (area_a == area_b && a < b);
  });
  for (const auto i : order) {
    const auto corners = mesh.cells[i].leaf->shape.corners;
    for (std::size_t c = 0; c < corners; ++c)
      work.straighten(mesh.cells[i].vertex[c], mesh.cells[i].vertex[(c + 1) % corners]);
  }
}

vec3 shown_radiosity(const solution& s, std::uint32_t patch, const vec3& point) {
  const element& root = s.roots[patch];
  const auto [leaf, at] = leaf_at(root, root.shape.locate(point));
  const display_surface& mesh = s.display[s.input.patches[patch].surface];
  const auto& vertex = mesh.cells[leaf->cell].vertex;
  const double u = std::clamp(at.u, 0.0, 1.0), v = std::clamp(at.v, 0.0, 1.0);
  const auto value = [&](std::size_t c) { return mesh.radiosity[vertex[c]]; };
  if (leaf->shape.is_triangle()) return value(0) * std::max(0.0, 1 - u - v) + value(1) * u + value(2) * v;
  return lerp(lerp(value(0), value(1), u), lerp(value(3), value(2), u), v);
}

}  // namespace jackdaw::apps::radiosity
