#include "apps/radiosity/solver/refine.hpp"

#include <algorithm>
#include <cmath>

#include "apps/radiosity/exchange/form_factor.hpp"
#include "apps/radiosity/exchange/visibility.hpp"

namespace jackdaw::apps::radiosity {

namespace {

/// Of what a surface receives at least so much counts: a black one reflects nothing, and still absorbs.
constexpr double least_reflected = 0.1;

/// Of the light that comes from a surface of that radiosity.
double reflected(const material& by, const vec3& radiosity) {
  return std::max(sum(by.reflectance * radiosity), least_reflected * sum(radiosity));
}

/// The powers that the two would receive from each other and reflect, W, were nothing between them.
struct both_ways {
  double to_a, to_b;
  [[nodiscard]] double larger() const { return std::max(to_a, to_b); }
};
both_ways power(const solution& s, const candidate& c) {
  return {c.transport * reflected(s.material_of(*c.a), c.b->radiosity),
          c.transport * reflected(s.material_of(*c.b), c.a->radiosity)};
}

bool divisible(const solution& s, const element& e) {
  return e.shape.area > s.smallest_area && e.depth < greatest_depth;
}

/// Which of the two to divide. The receiver's shading is what one sees, the sender only has to be far or
/// small enough for its part in the form factor: so the area of the side that receives more counts up to
/// sixteen times. Null: none can be divided.
element* to_divide(const solution& s, const candidate& c) {
  constexpr double preference = 16;
  const bool a = divisible(s, *c.a), b = divisible(s, *c.b);
  if (!a || !b) return a ? c.a : b ? c.b : nullptr;
  const auto [to_a, to_b] = power(s, c);
  const double favour = to_b > 0 ? std::clamp(to_a / to_b, 1 / preference, preference) : preference;
  const double ratio = c.a->shape.area / c.b->shape.area * favour;
  if (std::abs(ratio - 1) < 1e-9) return c.a->depth <= c.b->depth ? c.a : c.b;
  return ratio > 1 ? c.a : c.b;
}

}  // namespace

std::optional<candidate> make_candidate(const solution& s, element& a, element& b, bool full) {
  if (!face_each_other(a.shape, b.shape, 1e-7 * s.diagonal)) return std::nullopt;
  candidate c{&a, &b, transport(a.shape, b.shape), full ? 1.0 : 0.0, full, full};
  if (!(c.transport > 0)) return std::nullopt;
  return c;
}

void look(const solution& s, candidate& c, worker_store& store) {
  const double stake = power(s, c).larger() / s.greatest_power;
  const auto rays = static_cast<unsigned>(std::lround(std::min(256.0, 8 + 150 * std::sqrt(stake))));
  const auto seen = visible_part(s.blockers, {c.a->shape, c.a->patch}, {c.b->shape, c.b->patch}, rays,
                                 c.a->key * 0x9e3779b97f4a7c15U ^ c.b->key);
  store.rays += seen.rays;
  c.seen = seen.part;
  c.full = seen.full;
  c.known = true;
}

bool fine_enough(const solution& s, const candidate& c) {
  const double measure = c.full ? 0.5 : c.seen > 0 ? 1.0 : s.options.hidden_measure;
  return power(s, c).larger() * measure <= s.greatest_power || to_divide(s, c) == nullptr;
}

void add_link(const candidate& c, worker_store& store) {
  link& made = store.links.emplace_back();
  made.end = {c.a, c.b};
  made.transport = c.transport;
  made.seen = c.seen;
  made.full = c.full;
  connect(made);
}

void divide(const solution& s, const candidate& c, worker_store& store, std::vector<candidate>& into) {
  element* const larger = to_divide(s, c);
  element* const parts = parts_of(*larger, store);
  for (std::size_t i = 0; i < 4; ++i) {
    element& a = larger == c.a ? parts[i] : *c.a;
    element& b = larger == c.b ? parts[i] : *c.b;
    if (auto finer = make_candidate(s, a, b, c.full)) into.push_back(*finer);
  }
}

void first_candidates(const solution& s, std::uint32_t i, std::vector<candidate>& into) {
  for (std::size_t j = 0; j < i; ++j)
    if (auto c = make_candidate(s, s.roots[j], s.roots[i], false)) into.push_back(*c);
}

void coarse_links(const solution& s, element& e, std::vector<candidate>& into) {
  for (link* l : e.links) {
    if (l->end[1] != &e) continue;
    const candidate c{l->end[0], l->end[1], l->transport, l->seen, true, l->full};
    if (fine_enough(s, c)) continue;
    disconnect(*l);
    into.push_back(c);
  }
}

}  // namespace jackdaw::apps::radiosity
