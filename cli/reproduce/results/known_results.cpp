#include "cli/reproduce/results/known_results.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "apps/support/text/input_error.hpp"
#include "apps/support/text/quoted.hpp"
#include "cli/reproduce/studies/paper_study.hpp"
#include "cli/text/names.hpp"

namespace jackdaw::cli {

std::string full_name(const std::string& name) {
  constexpr std::string_view brief = "-fig";
  const std::size_t at = name.find(brief);
  const std::size_t after = at + brief.size();
  const bool is_brief =
      at != std::string::npos && after < name.size() && name[after] >= '0' && name[after] <= '9';
  return is_brief ? name.substr(0, after) + "ure" + name.substr(after) : name;
}

const apps::app_entry* entry_of(const paper_result& result, const environment& here) {
  const auto entry = std::ranges::find(here.apps, result.app, &apps::app_entry::name);
  return entry == here.apps.end() ? nullptr : &*entry;
}

std::vector<const paper_result*> known_results(const environment& here) {
  std::vector<const paper_result*> known;
  for (const paper_result& each : paper_results()) {
    if (entry_of(each, here) != nullptr) known.push_back(&each);
  }
  return known;
}

const paper_result* find_result(const std::string& name, const environment& here) {
  const auto all = known_results(here);
  const auto found = std::ranges::find(all, std::string_view(full_name(name)), &paper_result::name);
  return found == all.end() ? nullptr : *found;
}

const paper_result& result_named(const std::string& name, const environment& here) {
  const paper_result* const found = find_result(name, here);
  if (found == nullptr) refuse_result(name, here, {}, "; results of the pools for Java: by --java CLASSES");
  return *found;
}

void refuse_result(const std::string& name, const environment& here, const std::vector<std::string>& further,
                   const std::string& hint) {
  if (misses_program(name, here))
    throw apps::input_error(full_name(name) +
                            ": the command does not find its own file, to start it under valgrind; expected "
                            "/proc to be there");
  std::vector<std::string> names;
  for (const paper_result* each : known_results(here)) names.emplace_back(each->name);
  for (const paper_study* each : known_studies(here)) names.emplace_back(each->name);
  names.insert(names.end(), further.begin(), further.end());
  throw apps::input_error("no result of a paper is called '" + apps::quoted(name) + "'; " +
                          suggestion(name, names) + hint);
}

}  // namespace jackdaw::cli
