#include "cli/reproduce/verdict/part_rounds.hpp"

#include <map>
#include <set>

#include "cli/reproduce/compared_parts.hpp"

namespace jackdaw::cli {

std::vector<double> rounds_of(const paper_result& result, const comparison& found, unsigned workers,
                              std::string_view name) {
  const bool is_mean = result.of == paper_result::subject::managers;
  std::map<std::string, const measurement*> best;  // by pool, where the mean goes over them, else one
  std::set<std::string> pools;
  for (const measurement& each : found.results) {
    pools.insert(each.choice.pool);
    if (each.choice.workers != workers || !each.correct || each.seconds.empty()) continue;
    if (part_of(result, each.choice) != name) continue;
    const measurement*& place = best[is_mean ? each.choice.pool : std::string()];
    if (place == nullptr || each.time() < place->time()) place = &each;
  }
  if (best.empty() || (is_mean && best.size() != pools.size())) return {};
  std::vector<double> sums(best.begin()->second->seconds.size(), 0);
  for (const auto& [key, one] : best) {
    for (std::size_t round = 0; round < sums.size(); ++round) sums[round] += one->seconds[round];
  }
  for (double& each : sums) each /= static_cast<double>(best.size());
  return sums;
}

}  // namespace jackdaw::cli
