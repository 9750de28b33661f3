#include <optional>
#include <string>
#include <vector>

#include <CLI/App.hpp>
#include <nlohmann/json.hpp>

#include <jackdaw/base/clock.hpp>

#include "apps/nqueens/nqueens.hpp"
#include "apps/nqueens/solutions.hpp"
#include "apps/nqueens/tasks.hpp"
#include "apps/support/options/face.hpp"
#include "apps/support/options/number.hpp"

namespace jackdaw::apps {

namespace nqueens {
namespace {

class nqueens_app final : public app {
 public:
  void declare_options(CLI::App& command) override {
    command.add_option("--n", n_, "Rows and columns of the board")
        ->type_name(whole_numbers(1, static_cast<int>(solutions.size())))
        ->capture_default_str();
    command.add_option("--serial-rows", serial_rows_, "Number of last rows that are filled without tasks")
        ->type_name(whole_numbers(1, 20))
        ->capture_default_str();
    face_.declare(command);
  }

  void prepare() override {
    face_.validate();
    found_.reset();
  }

  [[nodiscard]] std::string input() const override { return "n=" + std::to_string(n_); }

  double run_serial() override {
    const base::stopwatch watch;
    found_ = count_all(n_);
    return watch.seconds();
  }

  double run(any_scheduler& scheduler) override {
    if (n_ == 1) return run_serial();
    if (face_.is_fork_join()) return run_joins(scheduler);
    per_worker<std::uint64_t> found(scheduler.workers());
    const search all{board_of(n_), serial_rows_, &found};
    std::vector<place> first;
    for_each_first_queen(n_, [&](const position& from, std::int16_t weight) {
      first.push_back({&all, from, static_cast<std::int16_t>(n_ - 1), weight});
    });
    const base::stopwatch watch;
    scheduler.run_each(first);
    const double seconds = watch.seconds();
    found_ = found.total();
    return seconds;
  }

  [[nodiscard]] verdict check() override {
    if (!found_) return {false, "nothing has run yet"};
    const std::uint64_t expected = solutions[static_cast<std::size_t>(n_ - 1)];
    return {*found_ == expected,
            std::to_string(*found_) + " solutions, known are " + std::to_string(expected)};
  }

  [[nodiscard]] json counts() const override {
    if (!found_) return json::object();
    return {{"n", n_}, {"serial_rows", serial_rows_}, {"face", face_.name()}, {"solutions", *found_}};
  }

 private:
  double run_joins(any_scheduler& scheduler) {
    const search all{board_of(n_), serial_rows_, nullptr};
    // One after the other, as the serial program has them: each has work for all workers.
    return face_choice::run_joins(scheduler, [&](auto& w) {
      std::uint64_t found = 0;
      for_each_first_queen(
          n_, [&](const position& from, unsigned weight) { found += weight * count(w, all, from, n_ - 1); });
      found_ = found;
    });
  }

  int n_ = 15;
  int serial_rows_ = 10;
  face_choice face_;
  std::optional<std::uint64_t> found_;
};

}  // namespace
}  // namespace nqueens

std::unique_ptr<app> make_nqueens() { return std::make_unique<nqueens::nqueens_app>(); }

}  // namespace jackdaw::apps
