#include <utility>

#include "cli/reproduce/results/experiment.hpp"

namespace jackdaw::cli {

using enum paper_result::subject;
using enum paper_table::unit;

namespace {

const name_list omp_pools{"sq1", "sdq1w", "dq8w", "dq9w", "dq9w1"};

/// WSL06's figure 5, of one application.
paper_result overloaded(std::string_view name, experiment of) {
  paper_result figure =
      in_order(name, "32 threads on fewer processors, sq1: with yield and sleepuntil before busy waiting",
               std::move(of), {"sq1"}, {{"yield", "spin"}, {"sleep_until", "spin"}});
  figure.of = policies;
  figure.policies = {"spin", "yield", "sleep_until"};
  figure.workers = {32};
  figure.is_crowded = true;
  return figure;
}

}  // namespace

std::vector<paper_result> wirz_suess_leopold() {
  const std::vector<paper_order> distributed_first{{"dq8w", "sq1"}, {"dq9w", "sq1"}, {"dq9w1", "sq1"}};
  std::vector<paper_result> figures{
      in_order("WSL06-figure2", "times of the pools, quicksort: distributed queues before central ones",
               {"10^8 elements on 4 Opterons, 10^7 on 8 UltraSPARCs",
                "quicksort",
                {"--n", "1e7", "--grain", "16"},  // the paper tells none; many tasks, as it says
                {"--n", "1e5", "--grain", "16"},
                {"--n", "1e8", "--grain", "16"}},
               omp_pools, distributed_first),
      in_order("WSL06-figure3",
               "times of the pools, sparse Cholesky: few tasks, so one central queue is best",
               {"a matrix of 500 × 500 on 4 Opterons and 8 UltraSPARCs",
                "sparse_cholesky",
                {"--grid", "25x20"},  // 500 columns
                {"--grid", "25x20"}},
               omp_pools, {{"sq1", "dq8w"}, {"sq1", "sdq1w"}, {"dq9w", "dq8w"}, {"dq9w", "dq9w1"}}),
      in_order("WSL06-figure4", "times of the pools, labyrinth: distributed queues before central ones",
               {"4 Opterons, 8 UltraSPARCs",
                "labyrinth",
                {"--width", "1001", "--grain", "1"},  // a task is a square, as there
                {"--width", "201", "--grain", "1"}},
               omp_pools, distributed_first),
      overloaded("WSL06-figure5-quicksort",
                 {"on 8 UltraSPARCs", "quicksort", {"--n", "1e6"}, {"--n", "1e5"}}),
      overloaded("WSL06-figure5-cholesky",
                 {"on 8 UltraSPARCs", "sparse_cholesky", {"--grid", "100"}, {"--grid", "22"}}),
      overloaded("WSL06-figure5-labyrinth",
                 {"on 8 UltraSPARCs", "labyrinth", {"--width", "2001"}, {"--width", "201"}}),
  };
  constexpr std::string_view up_to_number = "WSL06-figure";
  for (paper_result& each : figures) {
    each.besides = "The programs in OpenMP C, beside OpenMP's own tasks: build/bench/wsl06_bench --figures ";
    each.besides += each.name[up_to_number.size()];
  }
  return figures;
}

}  // namespace jackdaw::cli
