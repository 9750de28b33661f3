#include "apps/barnes/tree/interactions.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "apps/barnes/tree/morton.hpp"
#include "apps/barnes/tree/tree.hpp"

namespace jackdaw::apps::barnes {

namespace {

/// Four numbers that are computed with at the same time, by one instruction or by two.
using four = double __attribute__((vector_size(32)));
constexpr std::size_t width = 4;

/// Places on the stack of a walk: each level leaves at most seven siblings behind. In a smallest cell, each half leaves
/// one behind. Two cuts halve the bodies at least, but for six about bodies with a coordinate in common.
constexpr std::size_t deepest_stack = 8 * (deepest_level + 1) + 2 * 32 + 6;

[[gnu::always_inline]] inline void load(four& value, const double* from) {
  std::memcpy(&value, from, sizeof value);
}

/// Sums of four pairs at a time.
struct sums {
  four x{}, y{}, z{}, potential{};

  [[nodiscard]] pull total() const {
    const auto all = [](const four& v) { return (v[0] + v[1]) + (v[2] + v[3]); };
    return {{all(x), all(y), all(z)}, all(potential)};
  }
};

/// Four ways from a position to what pulls there.
struct ways {
  four x, y, z;
  four inverse;  ///< of the softened length; 0 where there is no way to go

  /// `beside`: null, or what is to be added to the four ways.
  [[gnu::always_inline]] ways(const double* to, const vec3& from, double softening,
                              const double* beside = nullptr) {
    load(x, to);
    load(y, to + width);
    load(z, to + 2 * width);
    x -= from.x;
    y -= from.y;
    z -= from.z;
    if (beside != nullptr) {
      four more;
      load(more, beside);
      x += more;
      load(more, beside + width);
      y += more;
      load(more, beside + 2 * width);
      z += more;
    }
    const four squared = x * x + y * y + z * z;
    four root = squared + softening * softening;
    for (std::size_t i = 0; i < width; ++i) root[i] = std::sqrt(root[i]);
    inverse = squared > 0 ? 1.0 / root : four{};
  }
};

/// a = m d / r³, and the potential - m / r.
[[gnu::always_inline]] inline void add_bodies(sums& s, const list_of_fours<4>& list, const vec3& at,
                                              double softening) {
  for (std::size_t i = 0; i < list.count(); i += width) {
    const double* const bodies = list.four_from(i);
    const ways d(bodies, at, softening);
    four mass;
    load(mass, bodies + 3 * width);
    const four part = mass * d.inverse;
    const four by_distance = part * (d.inverse * d.inverse);
    s.x += d.x * by_distance;
    s.y += d.y * by_distance;
    s.z += d.z * by_distance;
    s.potential -= part;
  }
}

/// The same, and the next term of the expansion about the centre of mass: with the second moments M
/// the potential - (3 d·Md / r⁵ - tr M / r³) / 2, and what follows from it, exact with softening, too.
/// With 13 numbers each, the last three are what is beside the centre.
template <std::size_t Numbers>
[[gnu::always_inline]] inline void add_nodes(sums& s, const list_of_fours<Numbers>& list, const vec3& at,
                                             double softening) {
  for (std::size_t i = 0; i < list.count(); i += width) {
    const double* const nodes = list.four_from(i);
    const ways d(nodes, at, softening, Numbers == 13 ? nodes + 10 * width : nullptr);
    four mass, xx, xy, xz, yy, yz, zz;
    load(mass, nodes + 3 * width);
    load(xx, nodes + 4 * width);
    load(xy, nodes + 5 * width);
    load(xz, nodes + 6 * width);
    load(yy, nodes + 7 * width);
    load(yz, nodes + 8 * width);
    load(zz, nodes + 9 * width);
    const four x = xx * d.x + xy * d.y + xz * d.z;
    const four y = xy * d.x + yy * d.y + yz * d.z;
    const four z = xz * d.x + yz * d.y + zz * d.z;
    const four along = d.x * x + d.y * y + d.z * z;
    const four trace = xx + yy + zz;
    const four inverse2 = d.inverse * d.inverse;
    const four inverse3 = d.inverse * inverse2;
    const four inverse5 = inverse3 * inverse2;
    const four towards = mass * inverse3 + inverse5 * (7.5 * along * inverse2 - 1.5 * trace);
    const four aside = 3.0 * inverse5;
    s.x += d.x * towards - x * aside;
    s.y += d.y * towards - y * aside;
    s.z += d.z * towards - z * aside;
    s.potential -= mass * d.inverse + 0.5 * inverse3 * (3.0 * along * inverse2 - trace);
  }
}

[[gnu::always_inline]] inline pull all_of(const interaction_lists& lists, const vec3& at, double softening) {
  sums s;
  add_bodies(s, lists.bodies, at, softening);
  add_nodes(s, lists.nodes, at, softening);
  add_nodes(s, lists.tight_nodes, at, softening);
  return s.total();
}

// The same code for processors with instructions for four numbers, and for others: the same bits.
pull narrow(const interaction_lists& lists, const vec3& at, double softening) {
  return all_of(lists, at, softening);
}

#ifdef __x86_64__
[[gnu::target("avx2")]] pull wide(const interaction_lists& lists, const vec3& at, double softening) {
  return all_of(lists, at, softening);
}
bool is_wide() { return __builtin_cpu_supports("avx2") != 0; }
#else
constexpr auto wide = &narrow;
bool is_wide() { return false; }
#endif

}  // namespace

void interactions::find(const node& root, std::span<const body> all, std::span<const body> group) {
  lists_.bodies.clear();
  lists_.nodes.clear();
  lists_.tight_nodes.clear();
  bounds box;
  for (const body& each : group) box.add(each.position);
  std::array<const node*, deepest_stack> stack;
  std::size_t height = 0;
  stack[height++] = &root;
  while (height > 0) {
    const node& n = *stack[--height];
    const vec3 outside = highest(highest(box.low - n.centre, n.centre - box.high), vec3{});
    if (dot(outside, outside) > n.squared_reach) {
      add_node(n);
    } else if (n.children == nullptr) {
      add_leaf(all.subspan(n.first, n.bodies()));
    } else {
      for (std::uint32_t i = n.child_count; i > 0; --i) stack[height++] = &n.children[i - 1];
    }
  }
  lists_.bodies.pad();
  lists_.nodes.pad();
  lists_.tight_nodes.pad();
}

void interactions::add_node(const node& n) {
  const auto& [x, y, z] = n.centre;
  const auto& m = n.moments;
  if (n.is_tight) {
    const vec3& b = n.beside;
    lists_.tight_nodes.add({x, y, z, n.mass, m[0], m[1], m[2], m[3], m[4], m[5], b.x, b.y, b.z});
  } else {
    lists_.nodes.add({x, y, z, n.mass, m[0], m[1], m[2], m[3], m[4], m[5]});
  }
}

void interactions::add_leaf(std::span<const body> leaf) {
  const bool is_large = leaf.size() > tree::leaf_bodies;
  for (std::size_t i = 0; i < leaf.size();) {
    const vec3& at = leaf[i].position;
    double mass = leaf[i].mass;
    for (++i; is_large && i < leaf.size() && is_same_place(leaf[i].position, at); ++i) mass += leaf[i].mass;
    lists_.bodies.add({at.x, at.y, at.z, mass});
  }
}

pull interactions::on(const vec3& position, double softening) const {
  return is_wide() ? wide(lists_, position, softening) : narrow(lists_, position, softening);
}

}  // namespace jackdaw::apps::barnes
