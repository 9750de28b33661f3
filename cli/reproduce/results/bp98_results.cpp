#include <utility>

#include <jackdaw/base/processors/budget/cpu_budget.hpp>

#include "cli/reproduce/results/experiment.hpp"

namespace jackdaw::cli {

using enum paper_result::subject;
using enum paper_table::unit;

namespace {

/// BP98's figure 2 with the end of figure 1(b), of one application: twice as many workers as processors, as their 16 on 8.
/// Thieves lock each deque that they visit, as theirs do.
paper_result crowded(std::string_view name, experiment of) {
  paper_result figure =
      in_order(name, "twice as many workers as processors: yields before locks, and blocking before spinning",
               std::move(of), {"hood", "hood-block-strict", "hood-spin-strict", "hood-naive"},
               {{"hood", "hood-block-strict"},
                {"hood", "hood-spin-strict"},
                {"hood", "hood-naive"},
                {"hood-block-strict", "hood-spin-strict"},
                {"hood-block-strict", "hood-naive"}});
  figure.workers = {2 * base::cpu_budget::affinity()};
  figure.is_crowded = true;
  return figure;
}

}  // namespace

std::vector<paper_result> blumofe_papadopoulos() {
  const std::string_view theirs = "8 UltraSPARCs, 16 processes";
  return {
      crowded("BP98-figure2-heat", {theirs,
                                    "heat",
                                    {"--rows", "1024", "--columns", "1024", "--steps", "30"},
                                    {"--rows", "128", "--columns", "128", "--steps", "10"},
                                    {"--rows", "4096", "--columns", "512", "--steps", "100"}}),
      crowded("BP98-figure2-barnes", {theirs,
                                      "barnes",
                                      {"--n", "16384", "--steps", "2"},
                                      {"--n", "1024", "--steps", "1"},
                                      {"--n", "16384", "--steps", "10"}}),
      crowded("BP98-figure2-lu", {theirs,
                                  "lu",
                                  {"--n", "1024", "--block", "64"},
                                  {"--n", "128", "--block", "16"},
                                  {"--n", "2048", "--block", "16"}}),
  };
}

}  // namespace jackdaw::cli
