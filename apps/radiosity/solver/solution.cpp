#include "apps/radiosity/solver/solution.hpp"

#include <algorithm>

#include "apps/radiosity/geometry/random_ray.hpp"

namespace jackdaw::apps::radiosity {

namespace {

/// The radiosity that all surfaces would have on average, by which the first iteration starts near the end
/// (the ambient term of Cohen, Chen, Wallace, Greenberg 1988). Exact for a closed room of one colour.
vec3 ambient_irradiance(const scene& s) {
  vec3 emitted, kept;
  for (const auto& p : s.patches) {
    const material& m = s.material_of(p);
    emitted += m.emission * p.shape.area;
    kept += (vec3{1, 1, 1} - m.reflectance) * p.shape.area;
  }
  return {emitted.x / kept.x, emitted.y / kept.y, emitted.z / kept.z};
}

}  // namespace

solution::solution(const scene& s, const bvh& rays, const parameters& chosen, unsigned workers_)
    : input(s),
      blockers(rays),
      options(chosen),
      smallest_area(chosen.smallest_area > 0 ? chosen.smallest_area
                                             : std::min(s.area() / 20000, s.lit_area() / 16)),
      greatest_power(chosen.accuracy * s.emitted_power()),
      closed(is_closed(s, rays)),
      open(closed ? std::vector<bool>(s.patches.size()) : open_patches(s, rays)),
      diagonal(s.diagonal()),
      roots(std::make_unique<element[]>(s.patches.size())),
      stores(std::make_unique<worker_store[]>(workers_)),
      workers(workers_),
      surface_patches(s.surfaces),
      display(s.surfaces) {
  const vec3 ambient = ambient_irradiance(s);
  for (std::uint32_t i = 0; i < s.patches.size(); ++i) {
    element& e = roots[i];
    const material& m = s.material_of(s.patches[i]);
    e.shape = s.patches[i].shape;
    e.patch = i;
    e.key = root_key(i);
    e.radiosity = m.emission + m.reflectance * ambient;
    e.sent[0] = e.sent[1] = {e.radiosity, 1};
    surface_patches[s.patches[i].surface].push_back(i);
  }
}

double solution::total_radiosity() const {
  double total = 0;
  for (std::size_t i = 0; i < patches(); ++i) total += sum(roots[i].radiosity) * roots[i].shape.area;
  return total;
}

bool solution::goes_on(double before) {
  ++iterations;
  const double after = total_radiosity();
  last_change = after > 0 ? std::abs(after - before) / after : 0;
  // Where walls are black no radiosity changes, while the parts of the light that arrive are still corrected.
  constexpr int least_iterations = 5;
  converged = last_change < options.tolerance && iterations >= least_iterations;
  return !converged && iterations < options.most_iterations;
}

bool solution::is_to_be_balanced() {
  constexpr double good_enough = 0.0025;  // half of what solve_* promise
  constexpr int most_sweeps = 200;
  if (!converged || balancing_sweeps >= most_sweeps) return false;
  const power_balance found = balance(*this);
  const double emitted = input.emitted_power();
  if (std::abs(found.absorbed + found.escaped - emitted) <= good_enough * emitted) return false;
  ++balancing_sweeps;
  return true;
}

power_balance balance(const solution& s) {
  power_balance found;
  for (std::size_t i = 0; i < s.patches(); ++i) {
    for_each_element<const element>(s.roots[i], [&](const element& e) {
      if (!e.is_leaf()) return;
      found.absorbed += sum((vec3{1, 1, 1} - s.material_of(e).reflectance) * e.irradiance) * e.shape.area;
      if (s.open[e.patch]) found.escaped += sum(e.radiosity) * e.shape.area * (1 - e.row_sum);
    });
  }
  return found;
}

solution_counts count(const solution& s) {
  solution_counts c;
  const power_balance found = balance(s);
  c.absorbed = found.absorbed;
  c.escaped = found.escaped;
  c.emitted = s.input.emitted_power();
  for (std::size_t i = 0; i < s.patches(); ++i) {
    for_each_element<const element>(s.roots[i], [&](const element& e) {
      ++c.elements;
      for (const link* l : e.links) {
        if (l->seen <= 0)
          ++c.hidden;
        else if (l->full)
          ++c.full;
        else
          ++c.partial;
      }
      if (!e.is_leaf()) return;
      ++c.leaves;
    });
  }
  for (unsigned w = 0; w < s.workers; ++w) {
    const worker_store& store = s.stores[w];
    c.rays += store.rays;
    c.refinement_tasks += store.refinement_tasks;
    c.visibility_tasks += store.visibility_tasks;
    c.radiosity_tasks += store.radiosity_tasks;
    c.averaging_tasks += store.averaging_tasks;
  }
  return c;
}

std::vector<bool> open_patches(const scene& s, const bvh& rays) {
  constexpr int most_rays = 200;
  std::vector<bool> found(s.patches.size());
  std::uint64_t state = 2;
  for (std::uint32_t i = 0; i < s.patches.size(); ++i) {
    const facet& f = s.patches[i].shape;
    for (int k = 0; k < most_rays && !found[i]; ++k) {
      const vec3 from = random_point(f, state);
      const auto hit = rays.first_hit(from, cosine_direction(f.normal, state), 1e-9 * s.diagonal(), i);
      found[i] = !hit || !hit->front;
    }
  }
  return found;
}

bool is_closed(const scene& s, const bvh& rays) {
  const std::size_t per_patch = 1 + 8000 / s.patches.size();
  std::uint64_t state = 1;
  double all = 0, gone = 0;
  for (std::uint32_t i = 0; i < s.patches.size(); ++i) {
    if (!s.patches[i].is_lit) continue;
    const facet& f = s.patches[i].shape;
    for (std::size_t k = 0; k < per_patch; ++k) {
      const vec3 from = random_point(f, state);
      const vec3 way = cosine_direction(f.normal, state);
      all += f.area;
      if (!rays.first_hit(from, way, 1e-9 * s.diagonal(), i)) gone += f.area;
    }
  }
  return gone < 1e-3 * all;
}

}  // namespace jackdaw::apps::radiosity
