#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <jackdaw/base/clock.hpp>

#include "apps/ray/check.hpp"
#include "apps/ray/options.hpp"
#include "apps/ray/pov.hpp"
#include "apps/ray/ray.hpp"
#include "apps/ray/tracing/parallel.hpp"
#include "apps/support/files/picture.hpp"

namespace jackdaw::apps {

namespace ray {
namespace {

std::uint8_t byte_of(double brightness) {
  return static_cast<std::uint8_t>(std::lround(255 * std::clamp(brightness, 0.0, 1.0)));
}

picture drawn(const frame& f) {
  picture made = blank_picture(static_cast<int>(f.width()), static_cast<int>(f.height()), {0, 0, 0});
  for (std::size_t y = 0; y < f.height(); ++y) {
    for (std::size_t x = 0; x < f.width(); ++x) {
      const vec3& c = f.at(x, y);
      set_pixel(made, static_cast<int>(x), static_cast<int>(y), {byte_of(c.x), byte_of(c.y), byte_of(c.z)});
    }
  }
  return made;
}

class ray_app final : public app {
 public:
  void declare_options(CLI::App& command) override { options_.declare(command); }

  void prepare() override {
    options_.validate();
    result_.reset();
    serial_.reset();
    sampled_ = 0;
    scene_ = options_.make_scene();
    const base::stopwatch watch;
    objects_.emplace(scene_);
    build_seconds_ = watch.seconds();
    tracer_.emplace(scene_, *objects_, options_.settings);
  }

  [[nodiscard]] std::string input() const override {
    const trace_settings& s = options_.settings;
    return scene_.name + " objects=" + std::to_string(scene_.objects()) + " " + std::to_string(s.width) +
           "x" + std::to_string(s.height) + " samples=" + std::to_string(s.samples * s.samples);
  }

  double run_serial() override {
    result_ = unpainted();
    const base::stopwatch watch;
    counts_ = tracer_->trace(*result_, result_->whole());
    seconds_ = watch.seconds();
    serial_ = result_;
    sampled_ = 0;
    return seconds_;
  }

  double run(any_scheduler& scheduler) override {
    result_ = unpainted();
    per_worker<ray_counts> counts(scheduler.workers());
    const rendering all{*tracer_, *result_, counts, options_.tile};
    if (options_.face.is_fork_join()) {
      seconds_ =
          face_choice::run_joins(scheduler, [&all](auto& w) { render_quarters(w, all, all.into.whole()); });
    } else {
      // These are there before the time begins, as HR10's are.
      const auto tiles = options_.puts_at_start ? initial_tiles(all) : std::vector<render_tile>();
      const base::stopwatch watch;
      if (options_.face.is_threads())
        render_by_threads(scheduler.workers(), all);
      else if (options_.puts_at_start)
        scheduler.run_each(tiles);
      else
        scheduler.run(all_tiles{&all});
      seconds_ = watch.seconds();
    }
    counts_ = counts.total();
    return seconds_;
  }

  /// Against the serial picture, which is made here when there was no serial run; and that against rays which
  /// are tested against all objects.
  [[nodiscard]] verdict check() override {
    if (!result_) return {false, "nothing has run yet"};
    if (!serial_) {
      serial_ = unpainted();
      static_cast<void>(tracer_->trace(*serial_, serial_->whole()));
    }
    std::string problem = difference(*result_, *serial_);
    if (!problem.empty()) return {false, problem + ", as in the serial picture"};
    if (sampled_ == 0) {  // once: all pictures that get here are the same
      sampled_ = sample_without_tree(*serial_, scene_, options_.settings, problem);
      if (!problem.empty()) {
        sampled_ = 0;
        return {false, problem + ", as without the hierarchy"};
      }
    }
    return {true, "the serial picture, bit for bit; " + std::to_string(sampled_) +
                      " pixels the same without the hierarchy"};
  }

  [[nodiscard]] json counts() const override {
    if (!result_) return json::object();
    return {{"spheres", scene_.spheres.size()},
            {"triangles", scene_.triangles.size()},
            {"lights", scene_.lights.size()},
            {"width", options_.settings.width},
            {"height", options_.settings.height},
            {"tile", options_.tile},
            {"face", options_.face.name()},
            {"eye rays", counts_.eye},
            {"mirror rays", counts_.mirror},
            {"shadow rays", counts_.shadow},
            {"rays per second", seconds_ > 0 ? static_cast<double>(counts_.all()) / seconds_ : 0},
            {"hierarchy seconds", build_seconds_}};
  }

  std::vector<std::string> write_outputs() override {
    std::vector<std::string> written;
    if (!options_.picture_path.empty()) {
      write_png(drawn(*result_), options_.picture_path);
      written.push_back(options_.picture_path);
    }
    if (!options_.pov_path.empty()) {
      write_pov(scene_, options_.settings, options_.pov_path);
      written.push_back(options_.pov_path);
    }
    return written;
  }

 private:
  /// No pixel of a picture is like these.
  [[nodiscard]] frame unpainted() const {
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    return {options_.settings.width, options_.settings.height, {none, none, none}};
  }

  options options_;
  scene scene_;
  std::optional<bvh> objects_;
  std::optional<tracer> tracer_;
  std::optional<frame> result_, serial_;
  std::size_t sampled_ = 0;  // pixels of the serial picture that were found right
  ray_counts counts_;
  double seconds_ = 0, build_seconds_ = 0;
};

}  // namespace
}  // namespace ray

std::unique_ptr<app> make_ray() { return std::make_unique<ray::ray_app>(); }

}  // namespace jackdaw::apps
