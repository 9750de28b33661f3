#include "apps/shallow_water/water/stage.hpp"

#include <cstring>

#include "apps/shallow_water/sphere/stencils.hpp"
#include "apps/shallow_water/water/flow_case.hpp"

namespace jackdaw::apps::shallow_water {

namespace {

/// The numbers of fields, to be computed at once.
using four = double __attribute__((vector_size(32)));
static_assert(sizeof(four) == sizeof(fields));

[[gnu::always_inline]] inline void load(four& value, const fields& from) {
  std::memcpy(&value, &from, sizeof value);
}

[[gnu::always_inline]] inline void store(fields& to, const four& value) {
  to = {value[0], value[1], value[2], value[3]};
}

/// How fast the water at a node changes: the equations.
[[gnu::always_inline]] inline void find_rate(const stage_data& d, std::size_t node, four& rate) {
  four along_x{}, along_y{}, along_z{}, damped{};  // sums over the stencil, of all fields
  const std::size_t first = node * stencil_size;
  for (std::size_t k = first; k < first + stencil_size; ++k) {
    four there;
    load(there, d.from[d.stencils[k]]);
    const weight& by = d.weights[k];
    along_x += by.x * there;
    along_y += by.y * there;
    along_z += by.z * there;
    damped += by.damping * there;
  }
  const fields& here = d.from[node];
  const place& at = d.places[node];

  // All fields are carried along by the flow; the surface relative to the ground.
  rate = damped - (here.u * along_x + here.v * along_y + here.w * along_z);
  const double depth = d.mean_height + here.surface - at.ground;
  const double divergence = along_x[0] + along_y[1] + along_z[2];
  const double uphill = here.u * at.slope_x + here.v * at.slope_y + here.w * at.slope_z;
  const double filling = uphill - depth * divergence;

  // The rotation f (x × u), and the slope of the surface.
  const four pushed{-at.coriolis * (at.y * here.w - at.z * here.v) - gravity * along_x[3],
                    -at.coriolis * (at.z * here.u - at.x * here.w) - gravity * along_y[3],
                    -at.coriolis * (at.x * here.v - at.y * here.u) - gravity * along_z[3], filling};
  rate += pushed;

  // What points out of the sphere is taken off.
  const double outward = at.x * rate[0] + at.y * rate[1] + at.z * rate[2];
  rate -= four{outward * at.x, outward * at.y, outward * at.z, 0};
}

template <std::size_t stage>
[[gnu::always_inline]] inline void compute_nodes(const stage_data& d, std::size_t first, std::size_t last) {
  for (std::size_t i = first; i < last; ++i) {
    four rate, state, sum{};
    find_rate(d, i, rate);
    load(state, d.state[i]);
    if constexpr (stage != 0) load(sum, d.sums[i]);
    if constexpr (stage == 3) {
      store(d.to[i], state + d.step / 6 * (sum + rate));
    } else {
      store(d.sums[i], stage == 0 ? rate : sum + 2 * rate);
      store(d.to[i], state + (stage == 2 ? d.step : d.step / 2) * rate);
    }
  }
}

[[gnu::always_inline]] inline void compute_any(const stage_data& d, std::size_t stage, std::size_t first,
                                               std::size_t last) {
  switch (stage) {
    case 0:
      return compute_nodes<0>(d, first, last);
    case 1:
      return compute_nodes<1>(d, first, last);
    case 2:
      return compute_nodes<2>(d, first, last);
    default:
      return compute_nodes<3>(d, first, last);
  }
}

// The same code for processors with instructions for four numbers, and for others.
#ifdef __x86_64__
[[gnu::target("avx2")]] void compute_wide(const stage_data& d, std::size_t stage, std::size_t first,
                                          std::size_t last) {
  compute_any(d, stage, first, last);
}

bool is_wide() { return __builtin_cpu_supports("avx2") != 0; }
#else
void compute_wide(const stage_data& d, std::size_t stage, std::size_t first, std::size_t last) {
  compute_any(d, stage, first, last);
}

bool is_wide() { return true; }
#endif

}  // namespace

void compute_stage(const stage_data& data, std::size_t stage, std::size_t first, std::size_t last) {
  if (is_wide())
    compute_wide(data, stage, first, last);
  else
    compute_any(data, stage, first, last);
}

}  // namespace jackdaw::apps::shallow_water
