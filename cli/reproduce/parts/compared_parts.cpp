#include "cli/reproduce/parts/compared_parts.hpp"

#include <algorithm>

#include "apps/support/text/input_error.hpp"
#include "cli/schedulers.hpp"
#include "cli/text/names.hpp"

namespace jackdaw::cli {

using subject = paper_result::subject;

const std::vector<ranked>& places_of(const paper_result& result, const ranking& all) {
  return result.of == subject::managers   ? all.managers
         : result.of == subject::policies ? all.policies
         : result.is_mean                 ? all.pools_by_mean
                                          : all.pools;
}

const std::string& part_of(const paper_result& result, const scheduler_choice& choice) {
  return result.of == subject::managers   ? choice.memory
         : result.of == subject::policies ? choice.idle
                                          : choice.pool;
}

std::string_view kind_of(const paper_result& result) {
  return result.of == subject::managers   ? memory_names.word
         : result.of == subject::policies ? idle_names.word
                                          : pool_names.word;
}

const std::vector<std::string>& parts_of(const paper_result& result) {
  return result.of == subject::managers   ? result.managers
         : result.of == subject::policies ? result.policies
                                          : result.pools;
}

std::vector<std::string> parts_to_add(const paper_result& result, const std::string& list) {
  std::vector<std::string> chosen;
  switch (result.of) {
    case subject::pools:
      chosen = chosen_pools(list);
      break;
    case subject::managers:
      chosen = chosen_names(memory_names, list, names(memory_lines()));
      break;
    case subject::policies: {
      auto known = names(idle_lines());
      std::erase(known, scheduler_choice().idle);  // "source": another name for one of the others
      chosen = chosen_names(idle_names, list, known);
      break;
    }
  }
  for (const std::string& each : chosen) {
    if (std::ranges::find(parts_of(result), each) != parts_of(result).end())
      throw apps::input_error("--add " + each + ": " + std::string(result.name) +
                              " has it; expected another " + std::string(kind_of(result)));
  }
  return chosen;
}

}  // namespace jackdaw::cli
