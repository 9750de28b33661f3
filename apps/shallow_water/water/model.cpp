#include "apps/shallow_water/water/model.hpp"

#include <cmath>

#include "apps/shallow_water/sphere/stencils.hpp"
#include "apps/shallow_water/water/stage.hpp"

namespace jackdaw::apps::shallow_water {

namespace {

/// How strongly the shortest waves are damped.
constexpr double damping_share = 1e-4;

/// Of the damping Δ³: the fifth power of the spacing by the speed of waves, so that it is as strong for the shortest
/// waves as they are fast, and off by less than the gradient for all others.
double damping_factor(const sphere& on, const flow_case& flow) {
  return damping_share * flow.fastest_wave() / earth_radius * std::pow(spacing(on.count()), 5);
}

}  // namespace

model::model(sphere on, const flow_case& flow, double step)
    : on_(std::move(on)), flow_(flow), step_(step), places_(on_.count()) {
  const double damping = damping_factor(on_, flow);
  for (weight& each : on_.weights) {
    each.x /= earth_radius;
    each.y /= earth_radius;
    each.z /= earth_radius;
    each.damping *= damping;
  }
  for (std::size_t i = 0; i < count(); ++i) {
    const vec3& p = on_.nodes.at[i];
    vec3 slope;
    for (std::size_t k = i * stencil_size; k < (i + 1) * stencil_size; ++k) {
      const weight& by = on_.weights[k];
      slope += vec3{by.x, by.y, by.z} * flow.ground_at(on_.nodes.at[on_.stencils[k]]);
    }
    places_[i] = {p.x, p.y, p.z, flow.coriolis_at(p), slope.x, slope.y, slope.z, flow.ground_at(p)};
  }
}

std::vector<fields> model::start() const {
  std::vector<fields> made;
  made.reserve(count());
  for (const vec3& p : on_.nodes.at) made.push_back(flow_.water_at(p));
  return made;
}

run_state::run_state(const model& of) : of_(&of), sums_(of.count()) {
  water_[0] = of.start();
  for (std::size_t stage = 1; stage < stages; ++stage) water_[stage].resize(of.count());
}

void run_state::compute(std::size_t stage, std::size_t first, std::size_t last) {
  const auto& from = water_[stage];
  auto& to = water_[(stage + 1) % stages];
  const stage_data data{of_->on().stencils.data(),
                        of_->on().weights.data(),
                        of_->places().data(),
                        from.data(),
                        water_[0].data(),
                        sums_.data(),
                        to.data(),
                        of_->flow().mean_height(),
                        of_->step()};
  compute_stage(data, stage, first, last);
}

void run_serially(run_state& run, std::size_t steps) {
  for (std::size_t step = 0; step < steps; ++step)
    for (std::size_t stage = 0; stage < stages; ++stage) run.compute(stage, 0, run.count());
}

}  // namespace jackdaw::apps::shallow_water
