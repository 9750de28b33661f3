// jackdaw-cluster PROGRAM: a program over ranks; `mpirun -n 4 jackdaw-cluster uts`, or `jackdaw cluster run uts --ranks
// 4`.
#include <cstdint>
#include <cstdio>
#include <exception>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include <jackdaw/cluster/record/recording.hpp>

#include "apps/cluster/job_forms.hpp"
#include "apps/cluster/program.hpp"
#include "apps/support/options/missing_value.hpp"
#include "apps/support/options/number.hpp"
#include "apps/support/text/input_error.hpp"

namespace jackdaw::apps::cluster_programs {
namespace {

constexpr int most_workers = 4096;

int refuse(const cluster::world& all, const std::string& why) {
  if (all.rank() == 0) std::fprintf(stderr, "jackdaw-cluster: %s\n", why.c_str());
  return 2;
}

/// All ranks read the same command line, so all refuse it or none.
int run(cluster::world& all, CLI::App& root, std::vector<std::pair<CLI::App*, program*>>& programs,
        const job_forms& forms, int count, char** arguments) {
  try {
    if (count > 0) require_values(root, {arguments + 1, arguments + count});
    root.parse(count, arguments);
    for (const auto& [command, each] : programs) {
      if (!command->parsed()) continue;
      forms.require_writable(all);
      if (!forms.asked()) return each->run(all) ? 0 : 1;
      cluster::recording seen(all);
      const bool is_right = each->run(all);
      forms.write(all, command->get_name(), seen.take());
      return is_right ? 0 : 1;
    }
  } catch (const CLI::CallForHelp&) {
    if (all.rank() == 0) std::fputs(root.help().c_str(), stdout);
    return 0;
  } catch (const CLI::RequiredError&) {
    return refuse(all, "no program is called '" + std::string(count > 1 ? arguments[1] : "") +
                           "'; expected uts, nqueens, knapsack, cholesky, heat, nbody or "
                           "shallow_water");
  } catch (const CLI::ExtrasError&) {
    const std::vector<std::string> unknown = root.remaining(true);
    return refuse(all, "'" + (unknown.empty() ? std::string() : unknown.front()) +
                           "' is not expected here; " + (count > 1 ? arguments[1] : "PROGRAM") +
                           " --help says what is");
  } catch (const CLI::ParseError& error) {
    return refuse(all, error.what());
  } catch (const input_error& error) {
    return refuse(all, error.what());
  } catch (const cluster::failure& error) {
    refuse(all, error.what());
    return 1;
  }
  return 0;
}

/// Before there is a world: how many workers. What is wrong with their number is said when there is one.
unsigned workers_in(int count, char** arguments) {
  const std::string option = "--workers";
  for (int i = 1; i < count; ++i) {
    const std::string word = arguments[i];
    const bool is_joined = word.starts_with(option + '=');
    if (!is_joined && (word != option || i + 1 == count)) continue;
    const std::string text = is_joined ? word.substr(option.size() + 1) : arguments[i + 1];
    try {
      return static_cast<unsigned>(whole_number(option, text, std::uint64_t{1}, std::uint64_t{most_workers}));
    } catch (const input_error&) { return 1; }
  }
  return 0;
}

}  // namespace
}  // namespace jackdaw::apps::cluster_programs

int main(int count, char** arguments) {
  using namespace jackdaw::apps::cluster_programs;
  try {
    jackdaw::cluster::world all(count, arguments, {.workers = workers_in(count, arguments)});
    CLI::App root("Programs over ranks.", "jackdaw-cluster");
    root.require_subcommand(1);
    uts_program uts;
    nqueens_program nqueens;
    knapsack_program knapsack;
    cholesky_program cholesky;
    heat_program heat;
    nbody_program nbody;
    shallow_water_program shallow_water;
    unsigned workers = 0;
    job_forms forms;
    std::vector<std::pair<CLI::App*, program*>> programs;
    const auto declare = [&](const char* name, const char* what, program& each) {
      CLI::App* const command = root.add_subcommand(name, what);
      command->add_option("--workers", workers, "Workers of each rank")
          ->type_name(jackdaw::apps::whole_numbers(1, most_workers));
      forms.declare(*command);
      each.declare_options(*command);
      programs.emplace_back(command, &each);
    };
    declare("uts", "Unbalanced Tree Search, on a pool", uts);
    declare("nqueens", "Placements of queens, counted on a pool", nqueens);
    declare("knapsack", "Branch and bound, on a pool with a best value", knapsack);
    declare("cholesky", "The Cholesky factor of a matrix in tiles, on a flow", cholesky);
    declare("heat", "Heat in a plate, on a flow", heat);
    declare("nbody", "Particles, on a flow", nbody);
    declare("shallow_water", "Water on a sphere, on a flow", shallow_water);
    jackdaw::apps::read_numbers_of(root);
    return run(all, root, programs, forms, count, arguments);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "jackdaw-cluster: %s\n", error.what());
    return 2;
  }
}
