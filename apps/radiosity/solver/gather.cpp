#include "apps/radiosity/solver/gather.hpp"

#include <algorithm>
#include <cmath>

namespace jackdaw::apps::radiosity {

flux gather(const solution& s, element& e) {
  settle(e);
  flux total;
  for (const link* l : e.links) {
    if (l->seen <= 0) continue;
    const element& other = *l->end[l->end[0] == &e ? 1 : 0];
    total += other.sent[s.now] * (l->transport * l->seen);
  }
  return total * (1 / e.shape.area);
}

namespace {

double corrected_scale(double scale, double row_sum) {
  constexpr double least = 0.3;
  return std::max(least, scale / std::sqrt(std::clamp(row_sum, 0.25, 4.0)));
}

/// What lies under a box has few links, those of larger elements half under it. No scale makes their sum 1. Such a leaf
/// gets no light and sends none, or some would be lost there. When it gets more links it starts again.
double scale_in_the_closed(const element& leaf, double unscaled_sum) {
  constexpr double most = 3, enough = 0.5;
  if (leaf.scale == 0) return unscaled_sum > enough ? 1 : 0;
  const double corrected = corrected_scale(leaf.scale, leaf.row_sum);
  return corrected > most ? 0 : corrected;
}

}  // namespace

void reflect(const solution& s, element& leaf, const flux& arrived) {
  const material& m = s.material_of(leaf);
  leaf.row_sum = leaf.scale * arrived.one;
  leaf.irradiance = arrived.light * leaf.scale;
  leaf.radiosity = m.emission + m.reflectance * leaf.irradiance;
  leaf.scale = s.open[leaf.patch] ? std::min(corrected_scale(leaf.scale, leaf.row_sum), 1.0)
                                  : scale_in_the_closed(leaf, arrived.one);
  leaf.sent[1 - s.now] = {leaf.radiosity * leaf.scale, leaf.scale};
  leaf.load = 1 + leaf.links.size();
}

void pull(const solution& s, element& e) {
  const std::size_t next = 1 - s.now;
  e.radiosity = {};
  e.sent[next] = {};
  e.load = 1 + e.links.size();
  for (std::size_t i = 0; i < 4; ++i) {
    const element& p = *e.part(i);
    const double share = p.shape.area / e.shape.area;
    e.radiosity += p.radiosity * share;
    e.sent[next] += p.sent[next] * share;
    e.load += p.load;
  }
}

void sweep(const solution& s, element& e, const flux& down) {
  flux arrived = down;
  arrived += gather(s, e);
  if (e.is_leaf()) return reflect(s, e, arrived);
  for (std::size_t i = 0; i < 4; ++i) sweep(s, *e.part(i), arrived);
  pull(s, e);
}

}  // namespace jackdaw::apps::radiosity
