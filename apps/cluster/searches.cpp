#include <cstdint>
#include <cstdio>
#include <optional>

#include "apps/cluster/program.hpp"
#include "apps/cluster/results.hpp"
#include "apps/knapsack/exact.hpp"
#include "apps/knapsack/instance.hpp"
#include "apps/knapsack/ranks.hpp"
#include "apps/nqueens/ranks.hpp"
#include "apps/nqueens/solutions.hpp"
#include "apps/support/options/number.hpp"

namespace jackdaw::apps::cluster_programs {

void nqueens_program::declare_options(CLI::App& command) {
  command.add_option("--n", n_, "Rows and columns of the board")
      ->type_name(whole_numbers(2, 20))
      ->capture_default_str();
  command.add_option("--serial-rows", serial_rows_, "Number of last rows that are filled without tasks")
      ->type_name(whole_numbers(1, 20))
      ->capture_default_str();
}

bool nqueens_program::run(cluster::world& all) {
  const std::uint32_t board = nqueens::board_of(n_);
  cluster::pool p(all);
  const auto found = p.reduction_of<std::uint64_t>();
  const run_time taken(all);
  p.run(nqueens::place_first{{found, board, serial_rows_}, n_});
  const double seconds = taken.seconds();
  const std::uint64_t solutions = p.result(found);
  const bool is_right = solutions == nqueens::solutions[static_cast<std::size_t>(n_) - 1];
  print_title(all, "nqueens", seconds);
  if (all.rank() == 0)
    std::printf("  solutions %llu (%s)\n", static_cast<unsigned long long>(solutions),
                is_right ? "right" : "WRONG");
  print_balance(all, p, p.rank_result(found));
  return is_right;
}

void knapsack_program::declare_options(CLI::App& command) {
  command.add_option("--items", items_, "Items to generate")
      ->type_name(whole_numbers(1, static_cast<int>(knapsack::most_items)))
      ->capture_default_str();
  command.add_option("--kind", kind_, "What to generate: " + knapsack::kinds())
      ->type_name("NAME")
      ->capture_default_str();
  command.add_option("--seed", seed_, "Seed of the generator")->capture_default_str();
  command.add_option("--grain", grain_, "Branches that a task enters")
      ->type_name(whole_numbers(1, 1'000'000'000))
      ->capture_default_str();
}

bool knapsack_program::run(cluster::world& all) {
  constexpr std::int64_t range = 10'000;
  const knapsack::instance input = knapsack::generate(kind_, items_, range, seed_);
  cluster::pool p(all);
  const knapsack::search_anywhere in{p.keep(knapsack::packing(input)), p.best_of(std::int64_t{0}),
                                     p.reduction_of<knapsack::found_packing>(),
                                     p.reduction_of<std::uint64_t>(), grain_};
  const run_time taken(all);
  p.run(knapsack::explore_all{in, input.capacity});
  const double seconds = taken.seconds();
  const std::int64_t value = p.result(in.value);
  const std::optional<std::int64_t> optimum = knapsack::exact_value(input);
  const bool is_right = !optimum || value == *optimum;
  const std::uint64_t branches = p.result(in.entered);
  print_title(all, "knapsack", seconds);
  if (all.rank() == 0) {
    std::printf("  profit    %lld (%s)\n", static_cast<long long>(value),
                !optimum   ? "not checked: the programming would take too long"
                : is_right ? "right"
                           : "WRONG");
    std::printf("  branches  %llu\n", static_cast<unsigned long long>(branches));
  }
  print_balance(all, p, p.rank_result(in.entered));
  return is_right;
}

}  // namespace jackdaw::apps::cluster_programs
