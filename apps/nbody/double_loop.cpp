#include "apps/nbody/double_loop.hpp"

#include <cmath>

namespace jackdaw::apps::nbody {

namespace {

/// One part of all blocks, such as &block::positions, as a list.
std::vector<vec3> listed(const std::vector<block>& blocks, coordinates block::* part) {
  std::vector<vec3> all;
  for (const block& b : blocks)
    for (std::size_t i = 0; i < (b.*part).count(); ++i) all.push_back((b.*part).at(i));
  return all;
}

void put_back(std::vector<block>& blocks, coordinates block::* part, const std::vector<vec3>& all) {
  std::size_t next = 0;
  for (block& b : blocks)
    for (std::size_t i = 0; i < (b.*part).count(); ++i) (b.*part).set(i, all[next++]);
}

std::vector<vec3> forces_at(const std::vector<vec3>& at) {
  std::vector<vec3> forces(at.size());
  for (std::size_t i = 0; i < at.size(); ++i) {
    for (std::size_t j = i + 1; j < at.size(); ++j) {
      const vec3 d = at[i] - at[j];
      const double s2 = 1 / dot(d, d);
      const double s6 = s2 * s2 * s2;
      const vec3 force = 24 * s2 * s6 * (2 * s6 - 1) * d;
      forces[i] += force;
      forces[j] += -force;
    }
  }
  return forces;
}

}  // namespace

void run_double_loop(std::vector<block>& blocks, std::size_t steps, double step) {
  std::vector<vec3> positions = listed(blocks, &block::positions);
  std::vector<vec3> velocities = listed(blocks, &block::velocities);
  std::vector<vec3> forces = forces_at(positions);
  const auto kick_all = [&] {
    for (std::size_t i = 0; i < forces.size(); ++i) velocities[i] += step / 2 * forces[i];
  };
  for (std::size_t done = 0; done < steps; ++done) {
    kick_all();
    for (std::size_t i = 0; i < positions.size(); ++i) positions[i] += step * velocities[i];
    forces = forces_at(positions);
    kick_all();
  }
  put_back(blocks, &block::positions, positions);
  put_back(blocks, &block::velocities, velocities);
  put_back(blocks, &block::forces, forces);
}

measured measure(const std::vector<block>& blocks, double step) {
  const std::vector<vec3> at = listed(blocks, &block::positions);
  const std::vector<vec3> v = listed(blocks, &block::velocities);
  measured m;
  m.forces = forces_at(at);
  m.force_sizes.resize(at.size());
  double curvature = 0;
  for (std::size_t i = 0; i < at.size(); ++i) {
    double energy_here = dot(v[i], v[i]) / 2;  // sums of rows, for the sake of the last digits
    double curvature_here = 0;
    for (std::size_t j = i + 1; j < at.size(); ++j) {
      const vec3 d = at[i] - at[j];
      const vec3 w = v[i] - v[j];
      const double s2 = 1 / dot(d, d);
      const double s6 = s2 * s2 * s2;
      const double along = dot(w, d) * dot(w, d) * s2;
      energy_here += 4 * s6 * (s6 - 1);
      curvature_here += s2 * s6 * ((624 * s6 - 168) * along - 24 * (2 * s6 - 1) * (dot(w, w) - along));
      const double size = 24 * s2 * s6 * (2 * s6 + 1) * length(d);
      m.force_sizes[i] += size;
      m.force_sizes[j] += size;
    }
    m.energy += energy_here;
    curvature += curvature_here / 12 - dot(m.forces[i], m.forces[i]) / 24;
    m.momentum += v[i];
    m.angular_momentum += cross(at[i], v[i]);
    m.speeds += length(v[i]);
    m.sweeps += length(at[i]) * length(v[i]);
  }
  m.scheme_energy = m.energy + step * step * curvature;
  return m;
}

}  // namespace jackdaw::apps::nbody
