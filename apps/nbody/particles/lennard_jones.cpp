#include "apps/nbody/particles/lennard_jones.hpp"

#include <cstddef>
#include <cstring>

namespace jackdaw::apps::nbody {

namespace {

using four = double __attribute__((vector_size(32)));

template <class V>
[[gnu::always_inline]] inline void load(V& value, const double* from) {
  std::memcpy(&value, from, sizeof value);
}

template <class V>
[[gnu::always_inline]] inline void subtract(double* from, const V& value) {
  V here;
  load(here, from);
  here -= value;
  std::memcpy(from, &here, sizeof here);
}

/// The forces between the particle at `p` and those of `b` from `first` on, one V of particles at a time, as long
/// as whole ones are left. Takes them off `on_b` and adds them to x, y, z. Returns the first that is left.
template <class V>
[[gnu::always_inline]] inline std::size_t attract(const vec3& p, const coordinates& b, std::size_t first,
                                                  V& x, V& y, V& z, coordinates& on_b) {
  constexpr std::size_t width = sizeof(V) / sizeof(double);
  for (; first + width <= b.count(); first += width) {
    V dx, dy, dz;
    load(dx, b.x() + first);
    load(dy, b.y() + first);
    load(dz, b.z() + first);
    dx = p.x - dx;
    dy = p.y - dy;
    dz = p.z - dz;
    const V s2 = 1.0 / (dx * dx + dy * dy + dz * dz);
    const V s6 = s2 * s2 * s2;
    const V force = s2 * s6 * (48.0 * s6 - 24.0);  // by the distance
    dx *= force;
    dy *= force;
    dz *= force;
    x += dx;
    y += dy;
    z += dz;
    subtract(on_b.x() + first, dx);
    subtract(on_b.y() + first, dy);
    subtract(on_b.z() + first, dz);
  }
  return first;
}

/// The force on the particle at `p` from those of `b` from `first` on; the opposite on these.
[[gnu::always_inline]] inline vec3 attract_all(const vec3& p, const coordinates& b, std::size_t first,
                                               coordinates& on_b) {
  four x{}, y{}, z{};
  vec3 rest;
  first = attract(p, b, first, x, y, z, on_b);
  attract(p, b, first, rest.x, rest.y, rest.z, on_b);
  return rest +
         vec3{(x[0] + x[1]) + (x[2] + x[3]), (y[0] + y[1]) + (y[2] + y[3]), (z[0] + z[1]) + (z[2] + z[3])};
}

[[gnu::always_inline]] inline void between_blocks(const coordinates& a, const coordinates& b,
                                                  coordinates& on_a, coordinates& on_b) {
  for (std::size_t i = 0; i < a.count(); ++i) on_a.add(i, attract_all(a.at(i), b, 0, on_b));
}

[[gnu::always_inline]] inline void within_block(const coordinates& a, coordinates& on_a) {
  for (std::size_t i = 0; i < a.count(); ++i) on_a.add(i, attract_all(a.at(i), a, i + 1, on_a));
}

// The same code for processors with instructions for four numbers, and for others.
#ifdef __x86_64__
[[gnu::target("avx2")]] void between_blocks_wide(const coordinates& a, const coordinates& b,
                                                 coordinates& on_a, coordinates& on_b) {
  between_blocks(a, b, on_a, on_b);
}

[[gnu::target("avx2")]] void within_block_wide(const coordinates& a, coordinates& on_a) {
  within_block(a, on_a);
}

bool is_wide() { return __builtin_cpu_supports("avx2") != 0; }
#else
void between_blocks_wide(const coordinates& a, const coordinates& b, coordinates& on_a, coordinates& on_b) {
  between_blocks(a, b, on_a, on_b);
}

void within_block_wide(const coordinates& a, coordinates& on_a) { within_block(a, on_a); }

bool is_wide() { return true; }
#endif

}  // namespace

void add_forces(const coordinates& a, const coordinates& b, coordinates& on_a, coordinates& on_b) {
  coordinates sum_a(a.count()), sum_b(b.count());
  if (is_wide())
    between_blocks_wide(a, b, sum_a, sum_b);
  else
    between_blocks(a, b, sum_a, sum_b);
  on_a += sum_a;
  on_b += sum_b;
}

void add_forces(const coordinates& a, coordinates& on_a) {
  coordinates sum(a.count());
  if (is_wide())
    within_block_wide(a, sum);
  else
    within_block(a, sum);
  on_a += sum;
}

}  // namespace jackdaw::apps::nbody
