#include "cli/reproduce/studies/study_size.hpp"

#include <string>
#include <vector>

#include <jackdaw/base/processors/budget/cpu_budget.hpp>

#include "cli/model/model_inputs.hpp"
#include "cli/text/numbers.hpp"

namespace jackdaw::cli {

input_size fitting_size(const paper_study& study, const study_choice& choice, double seconds,
                        const environment& here, progress& shown) {
  const auto chosen = [&](double all) { return all <= seconds ? input_size::usual : input_size::small; };
  constexpr double simulated = 120;
  if (study.what == paper_study::kind::cache_misses) return chosen(simulated);
  study_choice usual = choice;
  usual.size = input_size::usual;
  const std::vector<model_input> inputs = prepared_inputs(study, usual, here, shown);
  double one = 0;
  for (const model_input& each : inputs) {
    shown.doing(std::string(study.name) + ": how long does " + each.label + " take");
    one += each.app->run_serial();
  }
  const std::size_t counts =
      choice.workers.empty() ? crowd_counts(base::cpu_budget::affinity()).size() : choice.workers.size();
  const std::size_t managers = study.managers.empty() ? 1 : study.managers.size();
  const auto runs =
      static_cast<double>(study.pools.size() * managers * (counts + 1) *  // and the serial program
                          (choice.repeat + 1));                           // and a round that does not count
  return chosen(one * runs);
}

}  // namespace jackdaw::cli
