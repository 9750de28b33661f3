#include "cli/reproduce/studies/paper_study.hpp"

#include <algorithm>

#include "apps/support/text/input_error.hpp"
#include "cli/reproduce/results/known_results.hpp"
#include "cli/reproduce/studies/paper_lists.hpp"

namespace jackdaw::cli {

namespace {

std::vector<paper_study> all_studies() {
  std::vector<paper_study> all = kr02_studies();
  for (auto&& more : {bp98_studies(), t15_studies()}) all.insert(all.end(), more.begin(), more.end());
  return all;
}

bool is_here(const std::string& input, const environment& here) {
  const std::string app = input.substr(0, input.find(' '));
  return std::ranges::find(here.apps, app, &apps::app_entry::name) != here.apps.end();
}

/// Those whose applications are all here.
std::vector<const paper_study*> studies_with_apps(const environment& here) {
  static const std::vector<paper_study> all = all_studies();
  std::vector<const paper_study*> found;
  for (const paper_study& each : all) {
    if (std::ranges::all_of(each.small, [&](const std::string& input) { return is_here(input, here); }))
      found.push_back(&each);
  }
  return found;
}

bool misses_program(const paper_study& study, const environment& here) {
  return study.what == paper_study::kind::cache_misses && here.program.empty();
}

}  // namespace

std::vector<const paper_study*> known_studies(const environment& here) {
  std::vector<const paper_study*> known = studies_with_apps(here);
  std::erase_if(known, [&](const paper_study* each) { return misses_program(*each, here); });
  return known;
}

bool misses_program(const std::string& name, const environment& here) {
  const std::string wanted = full_name(name);
  return std::ranges::any_of(studies_with_apps(here), [&](const paper_study* each) {
    return each->name == wanted && misses_program(*each, here);
  });
}

const paper_study* find_study(const std::string& name, const environment& here) {
  const auto known = known_studies(here);
  const auto found = std::ranges::find(known, std::string_view(full_name(name)), &paper_study::name);
  return found == known.end() ? nullptr : *found;
}

const std::vector<std::string>& inputs_for(const paper_study& study, input_size size) {
  if (size == input_size::small) return study.small;
  if (size == input_size::usual) return study.usual;
  if (study.full.empty())
    throw apps::input_error("--input paper: " + std::string(study.name) +
                            " has inputs that its paper does not describe; expected small or usual");
  return study.full;
}

}  // namespace jackdaw::cli
