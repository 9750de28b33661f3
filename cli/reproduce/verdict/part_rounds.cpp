#include "cli/reproduce/verdict/part_rounds.hpp"

#include <map>
#include <set>

#include "cli/reproduce/parts/compared_parts.hpp"

namespace jackdaw::cli {

std::vector<double> rounds_of(const paper_result& result, const comparison& found, unsigned workers,
                              std::string_view name) {
  if (const measurement* const program = found.rival_named(name, workers))
    return program->correct ? program->seconds : std::vector<double>();
  const bool is_of_managers = result.of == paper_result::subject::managers;
  const bool is_mean = is_of_managers || result.is_mean;
  std::map<std::string, const measurement*> best;  // by what the mean goes over, else one
  std::set<std::string> others;
  for (const measurement& each : found.results) {
    const std::string& other = is_of_managers ? each.choice.pool : each.choice.memory;
    others.insert(other);
    if (each.choice.workers != workers || !each.correct || each.seconds.empty()) continue;
    if (part_of(result, each.choice) != name) continue;
    const measurement*& place = best[is_mean ? other : std::string()];
    if (place == nullptr || each.time() < place->time()) place = &each;
  }
  if (best.empty() || (is_mean && best.size() != others.size())) return {};
  std::vector<double> sums(best.begin()->second->seconds.size(), 0);
  for (const auto& [key, one] : best) {
    for (std::size_t round = 0; round < sums.size(); ++round) sums[round] += one->seconds[round];
  }
  for (double& each : sums) each /= static_cast<double>(best.size());
  return sums;
}

}  // namespace jackdaw::cli
