#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include <jackdaw/base/clock.hpp>

#include "apps/labyrinth/check.hpp"
#include "apps/labyrinth/draw.hpp"
#include "apps/labyrinth/labyrinth.hpp"
#include "apps/labyrinth/options.hpp"
#include "apps/labyrinth/search/two_pools.hpp"
#include "apps/support/files/output_file.hpp"

namespace jackdaw::apps {

namespace labyrinth {
namespace {

class labyrinth_app final : public app {
 public:
  void declare_options(CLI::App& command) override { options_.declare(command); }

  void prepare() override {
    ways_.clear();
    puzzle_ = options_.make_puzzle();
  }

  [[nodiscard]] std::string input() const override { return options_.line(); }

  double run_serial() override {
    return solve([](wave& w, std::uint32_t from, std::uint32_t to) { return spread(w, from, to); });
  }

  double run(any_scheduler& scheduler) override {
    return solve([&](wave& w, std::uint32_t from, std::uint32_t to) {
      two_pools pools(w, scheduler.workers(), options_.grain);
      const auto distance = pools.spread(scheduler, from, to);
      shared_levels_ += pools.shared_levels();
      return distance;
    });
  }

  [[nodiscard]] verdict check() override {
    if (ways_.empty()) return {false, "nothing has run yet"};
    const std::string wrong = wrong_way(puzzle_, ways_);
    if (!wrong.empty()) return {false, wrong};
    return {true, std::to_string(ways_.size()) + " routes, of which " + std::to_string(found()) +
                      " have a way, each as short as a serial search finds it"};
  }

  [[nodiscard]] json counts() const override {
    if (ways_.empty()) return json::object();
    std::size_t longest = 0;
    for (const way& each : ways_) longest = std::max(longest, each.size());
    json all{{"columns", puzzle_.squares.width()},
             {"rows", puzzle_.squares.height()},
             {"layers", puzzle_.squares.layers()},
             {"grain", options_.grain},
             {"routes", ways_.size()},
             {"routes_with_a_way", found()},
             {"levels", levels_},
             {"shared_levels", shared_levels_}};
    all["longest_way"] = longest == 0 ? 0 : longest - 1;
    return all;
  }

  std::vector<std::string> write_outputs() override {
    std::vector<std::string> written;
    if (!options_.output_path.empty()) {
      output_file file(options_.output_path);
      draw_text(file.stream(), puzzle_, ways_);
      file.commit();
      written.push_back(options_.output_path);
    }
    if (!options_.picture_path.empty()) {
      write_png(draw(puzzle_, ways_), options_.picture_path);
      written.push_back(options_.picture_path);
    }
    return written;
  }

 private:
  /// One route after the other: a way is a wall for all that come later. Returns the seconds of the searches.
  template <class Search>
  double solve(Search search) {
    double seconds = 0;
    levels_ = shared_levels_ = 0;
    ways_.clear();
    maze squares = puzzle_.squares;
    for (const route& each : puzzle_.routes) {
      ways_.emplace_back();
      if (!squares.is_open(each.from) || !squares.is_open(each.to)) continue;
      wave marks(squares);
      const std::uint32_t to = squares.number(each.to);
      const base::stopwatch watch;
      const auto distance = search(marks, squares.number(each.from), to);
      if (distance) ways_.back() = marks.way(to, *distance);
      seconds += watch.seconds();
      levels_ += distance.value_or(0);
      lay(squares, ways_.back());
    }
    return seconds;
  }

  [[nodiscard]] std::size_t found() const {
    return static_cast<std::size_t>(
        std::count_if(ways_.begin(), ways_.end(), [](const way& each) { return !each.empty(); }));
  }

  options options_;
  puzzle puzzle_;
  std::vector<way> ways_;  // by route; empty where there is none
  std::uint64_t levels_ = 0;
  std::uint64_t shared_levels_ = 0;
};

}  // namespace
}  // namespace labyrinth

std::unique_ptr<app> make_labyrinth() { return std::make_unique<labyrinth::labyrinth_app>(); }

}  // namespace jackdaw::apps
