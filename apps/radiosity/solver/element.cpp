#include "apps/radiosity/solver/element.hpp"

#include <algorithm>

namespace jackdaw::apps::radiosity {

namespace {

// Patch number, then two bits per level from the top down, then the depth: sorting by key walks the trees in
// order.
constexpr unsigned depth_bits = 4;
constexpr unsigned path_bits = 2 * greatest_depth;

element& other_end(const link& l, const element& e) { return l.end[0] == &e ? *l.end[1] : *l.end[0]; }

}  // namespace

std::uint64_t root_key(std::uint32_t patch) { return std::uint64_t{patch} << (path_bits + depth_bits); }

element* parts_of(element& e, worker_store& store) {
  if (element* ready = e.parts.load(std::memory_order_acquire)) return ready;  // E1
  auto& made = store.parts.emplace_back();
  for (unsigned i = 0; i < 4; ++i) {
    element& p = made[i];
    p.shape = e.shape.part(i);
    p.patch = e.patch;
    p.depth = e.depth + 1;
    p.key = e.key + 1 + (std::uint64_t{i} << (depth_bits + path_bits - 2 * p.depth));
    p.parent = &e;
    p.radiosity = e.radiosity;
    p.irradiance = e.irradiance;
    p.sent = e.sent;
    p.scale = e.scale;
    p.row_sum = e.row_sum;
  }
  element* expected = nullptr;
  if (e.parts.compare_exchange_strong(expected, made.data(),
                                      std::memory_order_release,   // E1: publishes the parts
                                      std::memory_order_acquire))  // E1: another task's
    return made.data();
  store.parts.pop_back();
  return expected;
}

void connect(link& made) {
  for (std::size_t side = 0; side < 2; ++side) {
    auto& list = made.end[side]->fresh;
    made.next[side] = list.load(std::memory_order_relaxed);
    while (!list.compare_exchange_weak(made.next[side], &made,
                                       std::memory_order_release,  // E2: publishes the link
                                       std::memory_order_relaxed)) {}
  }
}

void disconnect(link& old) {
  old.dead = true;
  for (element* e : old.end) e->stale.store(true, std::memory_order_relaxed);
}

void settle(element& e) {
  if (e.stale.load(std::memory_order_relaxed)) {
    std::erase_if(e.links, [](const link* l) { return l->dead; });
    e.stale.store(false, std::memory_order_relaxed);
  }
  link* l = e.fresh.exchange(nullptr, std::memory_order_acquire);  // E2: takes all
  if (l == nullptr) return;
  for (; l != nullptr; l = l->next[l->end[0] == &e ? 0 : 1]) e.links.push_back(l);
  std::sort(e.links.begin(), e.links.end(),
            [&](const link* a, const link* b) { return other_end(*a, e).key < other_end(*b, e).key; });
}

leaf_place leaf_at(const element& root, facet::parameters at) {
  const element* e = &root;
  auto [u, v] = at;
  while (!e->is_leaf()) {
    std::size_t which = 0;
    if (!e->shape.is_triangle()) {
      if (u >= 0.5) which += 1;
      if (v >= 0.5) which += 2;
      u = 2 * u - (u >= 0.5 ? 1 : 0);
      v = 2 * v - (v >= 0.5 ? 1 : 0);
    } else if (u + v <= 0.5) {
      u *= 2, v *= 2;
    } else if (u >= 0.5) {
      which = 1, u = 2 * u - 1, v *= 2;
    } else if (v >= 0.5) {
      which = 2, u *= 2, v = 2 * v - 1;
    } else {
      which = 3, u = 1 - 2 * u, v = 1 - 2 * v;
    }
    e = e->part(which);
  }
  return {e, {u, v}};
}

}  // namespace jackdaw::apps::radiosity
