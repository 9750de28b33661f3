#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <CLI/App.hpp>
#include <nlohmann/json.hpp>

#include <jackdaw/base/clock.hpp>

#include "apps/heat/heat.hpp"
#include "apps/heat/modes.hpp"
#include "apps/heat/parallel.hpp"
#include "apps/heat/plate.hpp"
#include "apps/support/files/output_file.hpp"
#include "apps/support/files/picture.hpp"
#include "apps/support/options/count_option.hpp"
#include "apps/support/options/face.hpp"
#include "apps/support/text/shown.hpp"

namespace jackdaw::apps {

namespace heat {
namespace {

/// From blue (-1) over white (0) to red (1).
colour temperature_colour(double value) {
  const double part = std::clamp(value, -1.0, 1.0);
  const auto faded = [](double amount) { return static_cast<std::uint8_t>(std::lround(255 * (1 - amount))); };
  if (part >= 0) return {faded(0.3 * part * part), faded(part), faded(part)};
  return {faded(-part), faded(-0.8 * part), faded(0.3 * part * part)};
}

class heat_app final : public app {
 public:
  void declare_options(CLI::App& command) override {
    command.add_option("--rows", rows_text_, "Rows of points, without the edges (default 1000)")
        ->type_name("COUNT");
    command.add_option("--columns", columns_text_, "Points of a row (default: as many as rows)")
        ->type_name("COUNT");
    command.add_option("--steps", steps_text_, "Steps of time (default 500)")->type_name("COUNT");
    command.add_option("--grain", grain_text_, "Rows in a task (default 32)")->type_name("COUNT");
    command.add_option("--picture", picture_path_, "Write the temperatures to this PNG file")
        ->type_name("FILE");
    face_.declare(command);
  }

  void prepare() override {
    face_.validate();
    result_.reset();
    serial_.reset();
    rows_ = parse_count("--rows", rows_text_, 50'000);
    columns_ = columns_text_.empty() ? rows_ : parse_count("--columns", columns_text_, 50'000);
    steps_ = parse_count("--steps", steps_text_, 100'000'000);
    grain_ = parse_count("--grain", grain_text_);
    require_memory("--rows, --columns", rows_ * columns_, 2 * sizeof(double));
    require_writable(std::vector<named_output>{{"--picture", picture_path_, file_kind::png}});
    start_ = initial(rows_, columns_);
  }

  [[nodiscard]] std::string input() const override {
    return std::to_string(rows_) + "x" + std::to_string(columns_) + " steps=" + std::to_string(steps_);
  }

  double run_serial() override {
    result_ = start_;
    const base::stopwatch watch;
    run_serially(*result_, steps_);
    const double seconds = watch.seconds();
    serial_ = result_;
    return seconds;
  }

  double run(any_scheduler& scheduler) override {
    result_ = start_;
    if (face_.is_fork_join())
      return face_choice::run_joins(scheduler, [this](auto& w) { run_joined(w, *result_, steps_); });
    const base::stopwatch watch;
    if (face_.is_threads()) {
      run_threads(scheduler.workers(), *result_, steps_);
    } else if (face_.is_flow()) {
      run_flow(scheduler, *result_, grain_, steps_);
    } else {
      scheduler.run(time_step{&*result_, grain_, steps_, true});
    }
    return watch.seconds();
  }

  /// Against what the scheme comes to in closed form; rounding is all that may differ. And, after a serial
  /// run, against that, bit for bit.
  [[nodiscard]] verdict check() override {
    if (!result_) return {false, "nothing has run yet"};
    constexpr double allowed = 1e-11;
    const plate expected = superposed(
        rows_, columns_, [this](const mode& m, const plate& p) { return left_by_scheme(m, p, steps_); });
    const plate ideal = superposed(
        rows_, columns_, [this](const mode& m, const plate& p) { return left_by_equation(m, p, steps_); });
    const double error = difference(*result_, expected);
    verdict v{error <= allowed, "off the closed form of the scheme by " + shown(error) + " (" +
                                    shown(allowed) + " allowed), off the heat equation by " +
                                    shown(difference(*result_, ideal))};
    if (serial_) {
      const bool same = serial_->temperatures() == result_->temperatures();
      v.passed = v.passed && same;
      v.line += same ? "; the serial temperatures, bit for bit" : "; other temperatures than the serial ones";
    }
    return v;
  }

  [[nodiscard]] json counts() const override {
    if (!result_) return json::object();
    return {
        {"rows", rows_}, {"columns", columns_}, {"steps", steps_}, {"grain", grain_}, {"face", face_.name()}};
  }

  std::vector<std::string> write_outputs() override {
    if (picture_path_.empty()) return {};
    const auto& all = result_->temperatures();
    const auto [lowest, highest] = std::minmax_element(all.begin(), all.end());
    const double strongest = std::max({1e-300, -*lowest, *highest});
    const std::size_t divisor = (std::max(rows_, columns_) + most_pixels - 1) / most_pixels;
    const std::size_t height = (rows_ + divisor - 1) / divisor;
    const std::size_t width = (columns_ + divisor - 1) / divisor;
    picture drawn = blank_picture(static_cast<int>(width), static_cast<int>(height), {255, 255, 255});
    for (std::size_t y = 0; y < height; ++y) {
      for (std::size_t x = 0; x < width; ++x) {
        const double value = result_->at(1 + y * divisor, 1 + x * divisor);
        set_pixel(drawn, static_cast<int>(x), static_cast<int>(y), temperature_colour(value / strongest));
      }
    }
    write_png(drawn, picture_path_);
    return {picture_path_};
  }

 private:
  static constexpr std::size_t most_pixels = 1000;  // in a row or column of the picture

  std::string rows_text_ = "1000";
  std::string columns_text_;
  std::string steps_text_ = "500";
  std::string grain_text_ = "32";
  std::string picture_path_;
  face_choice face_{face_choice::with_flow_and_threads};

  std::size_t rows_ = 0;
  std::size_t columns_ = 0;
  std::size_t steps_ = 0;
  std::size_t grain_ = 0;
  plate start_;
  std::optional<plate> result_;
  std::optional<plate> serial_;
};

}  // namespace
}  // namespace heat

std::unique_ptr<app> make_heat() { return std::make_unique<heat::heat_app>(); }

}  // namespace jackdaw::apps
