#include "cli/reproduce/results/paper_results.hpp"

#include "cli/reproduce/results/experiment.hpp"

namespace jackdaw::cli {

std::span<const paper_result> paper_results() {
  static const std::vector<paper_result> all = [] {
    std::vector<paper_result> found = korch_rauber();
    for (auto&& more : {wirz_suess_leopold(), hoffmann_rauber(), blumofe_papadopoulos()})
      found.insert(found.end(), more.begin(), more.end());
    return found;
  }();
  return all;
}

}  // namespace jackdaw::cli
