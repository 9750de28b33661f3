#include <cmath>
#include <cstddef>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "apps/radiosity/checks.hpp"
#include "apps/radiosity/options.hpp"
#include "apps/radiosity/picture/ply.hpp"
#include "apps/radiosity/picture/render.hpp"
#include "apps/radiosity/radiosity.hpp"
#include "apps/radiosity/solver/solver.hpp"
#include "apps/support/options/count_option.hpp"
#include "apps/support/text/shown.hpp"

namespace jackdaw::apps {

namespace radiosity {
namespace {

std::string per_cent(double part) { return shown_beside(100 * part, 100 * part, 4, "%.*g") + " %"; }

/// A deviation and what is allowed, `how` that comes about.
std::string beside_allowed(double deviation, double allowed, const std::string& how) {
  const double size = 100 * std::abs(deviation);
  return (deviation < 0 ? "-" : "") + shown_beside(size, 100 * allowed, 4, "%.*g") + " % (" + how +
         (how.empty() ? "" : ": ") + shown_beside(100 * allowed, size, 4, "%.*g") + " % allowed)";
}

class radiosity_app final : public app {
 public:
  void declare_options(CLI::App& command) override { options_.declare(command); }

  void prepare() override {
    options_.validate();
    serial_.reset();
    parallel_.reset();
    rays_.reset();
    scene_ = options_.make_scene();
    if (!options_.picture_path.empty()) {
      const picture_size size = options_.picture_for(scene_.view);
      const auto number = [](int i) { return static_cast<std::size_t>(i); };
      require_memory("--width, --height, --samples",
                     number(size.width) * number(size.height) * number(size.samples) * number(size.samples),
                     sizeof(vec3));
    }
    rays_.emplace(scene_);
  }

  [[nodiscard]] std::string input() const override {
    char text[64];
    std::snprintf(text, sizeof text, " eps=%g", options_.solver.accuracy);
    std::string all = scene_.name + text;
    if (options_.solver.hidden_measure != parameters{}.hidden_measure) {
      std::snprintf(text, sizeof text, " hidden-measure=%g", options_.solver.hidden_measure + 0.0);  // not -0
      all += text;
    }
    return all;
  }

  double run_serial() override {
    parallel_.reset();
    serial_ = solve_serially(scene_, *rays_, options_.solver);
    return serial_->seconds;
  }

  double run(any_scheduler& scheduler) override {
    parallel_.reset();  // one at a time is enough in memory
    parallel_ = solve_with_tasks(scene_, *rays_, options_.solver, scheduler);
    return parallel_->seconds;
  }

  [[nodiscard]] verdict check() override {
    if (!last()) return {false, "nothing has run yet"};
    const solution& s = *last();
    const double power = power_error(count(s));
    // Stopped early by --tolerance or --max-iterations, it need not be nearer than what was to come.
    const double unsettled = unsettled_part(s) <= 0.005 ? 0 : unsettled_part(s);
    std::size_t cast = 300'000;
    ray_comparison rays = compare_with_rays(s, cast);
    // A small lamp is met by few of them: more, until the comparison can fail.
    constexpr double blunt = 0.1;
    while (rays.deviation > blunt && cast < 5'000'000) rays = compare_with_rays(s, cast *= 4);
    const double allowed = 0.02 + 3 * rays.deviation + unsettled;
    verdict v;
    v.undecided = allowed >= 1 && count(s).visible() == 0;
    v.passed = std::abs(power) <= 0.005 + unsettled && (allowed >= 1 || std::abs(rays.error) <= allowed);
    v.line = std::string(s.closed ? "absorbed" : "absorbed and escaped") + " power is off the emitted by " +
             beside_allowed(power, 0.005 + unsettled, unsettled > 0 ? "not settled" : "") + "; light by " +
             std::to_string(cast) + " independent rays is ";
    v.line += allowed >= 1 ? std::string("not compared: too few of them meet a lamp")
                           : "off by " + beside_allowed(rays.error, allowed, "");
    if (parallel_ && serial_) {
      const auto d = compare(*serial_, *parallel_);
      v.passed = v.passed && d.largest <= 0.01;
      v.line += "; radiosities differ from the serial ones by at most " + per_cent(d.largest) +
                " (1 % allowed), " + (d.same_elements ? "the same elements" : "other elements");
    }
    return v;
  }

  [[nodiscard]] json counts() const override {
    if (!last()) return json::object();
    const solution& s = *last();
    const solution_counts c = count(s);
    json j{{"scene", s.input.name},
           {"closed", s.closed},
           {"patches", s.patches() - s.input.black_backs},
           {"elements", c.elements},
           {"leaf_elements", c.leaves},
           {"interactions", c.interactions()},
           {"fully_visible", c.full},
           {"partially_visible", c.partial},
           {"not_visible", c.hidden},
           {"iterations", s.iterations},
           {"converged", s.converged},
           {"rays", c.rays},
           {"visible_interactions_per_second", static_cast<double>(c.visible()) / s.seconds},
           {"refinement_tasks", c.refinement_tasks},
           {"visibility_tasks", c.visibility_tasks},
           {"radiosity_tasks", c.radiosity_tasks},
           {"averaging_tasks", c.averaging_tasks},
           {"emitted_watts", c.emitted},
           {"absorbed_watts", c.absorbed},
           {"escaped_watts", c.escaped}};
    if (s.input.clamped_materials > 0) j["reflectances_lowered_to_0.85"] = s.input.clamped_materials;
    if (s.input.hidden_faces > 0) j["faces_hidden_by_others"] = s.input.hidden_faces;
    if (s.input.black_backs > 0) j["black_backs"] = s.input.black_backs;
    if (s.input.degenerate_faces > 0) j["faces_without_area"] = s.input.degenerate_faces;
    return j;
  }

  std::vector<std::string> write_outputs() override {
    std::vector<std::string> written;
    if (!last()) return written;
    if (!options_.picture_path.empty()) {
      write_png(render(*last(), scene_.view, options_.picture_for(scene_.view)), options_.picture_path);
      written.push_back(options_.picture_path);
    }
    if (!options_.mesh_path.empty()) {
      write_ply(*last(), options_.mesh_path);
      written.push_back(options_.mesh_path);
    }
    return written;
  }

 private:
  [[nodiscard]] const solution* last() const { return parallel_ ? parallel_.get() : serial_.get(); }

  options options_;
  scene scene_;
  std::optional<bvh> rays_;
  std::unique_ptr<solution> serial_, parallel_;
};

}  // namespace
}  // namespace radiosity

std::unique_ptr<app> make_radiosity() { return std::make_unique<radiosity::radiosity_app>(); }

}  // namespace jackdaw::apps
