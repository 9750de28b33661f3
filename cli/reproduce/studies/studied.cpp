#include "cli/reproduce/studies/studied.hpp"

#include <ostream>
#include <sstream>
#include <utility>

#include <fmt/format.h>

#include "apps/support/files/output_file.hpp"
#include "apps/support/text/input_error.hpp"
#include "apps/support/text/quoted.hpp"
#include "cli/reproduce/studies/kinds.hpp"

namespace jackdaw::cli {

namespace {

std::string inputs_text(const studied& found) {
  std::string inputs;
  for (const std::string& each : inputs_for(*found.of, found.choice.size))
    inputs += (inputs.empty() ? "" : "; ") + each;
  return fmt::format("paper: {}; here ({}, {} rounds): {}", found.of->theirs, name_of(found.choice.size),
                     found.choice.repeat, inputs);
}

std::string rule_for(const studied& found) {
  using enum paper_study::kind;
  const auto what = found.of->what;
  if (what == task_counts) return "A number of tasks agrees where it is the paper's: counts have no noise";
  return rule_text(found.choice.repeat) + (what == bound || what == efficiency || what == dependencies
                                               ? "\nA bound holds where the interval of time / bound ends at "
                                                 "1.02 or below, and breaks where it "
                                                 "begins above"
                                               : "");
}

}  // namespace

std::vector<verdict> studied::verdicts() const {
  std::vector<verdict> all;
  for (const study_claim& each : claims) all.push_back(each.judged);
  return all;
}

study_claim claim_on_ratio(std::string of, std::string says, relation there,
                           const std::vector<double>& seconds, const std::vector<double>& by) {
  study_claim one{std::move(of), std::move(says), interval_of(seconds, by)};
  if (one.here) one.judged = judged_ratio{*one.here, there}.says();
  return one;
}

study_claim claim_on_bound(std::string of, std::string says, const std::vector<double>& seconds,
                           const std::vector<double>& bound) {
  study_claim one{std::move(of), std::move(says), interval_of(seconds, bound)};
  if (!one.here || !one.here->low || !one.here->high) return one;
  if (*one.here->high <= 1 + least_difference) one.judged = verdict::agrees;
  if (*one.here->low > 1 + least_difference) one.judged = verdict::differs;
  return one;
}

std::vector<model_input> prepared_inputs(const paper_study& study, const study_choice& choice,
                                         const environment& here, progress& shown) {
  shown.doing(std::string(study.name) + ": preparing the inputs");
  std::vector<model_input> inputs = inputs_of(inputs_for(study, choice.size), here);
  prepare(inputs);
  return inputs;
}

namespace {

studied measured_by_kind(const paper_study& study, const study_choice& choice, const environment& here,
                         progress& shown) {
  using enum paper_study::kind;
  switch (study.what) {
    case characteristics:
      return characteristics_of(study, choice, here, shown);
    case speed_ups:
      return speed_ups_of(study, choice, here, shown);
    case breakdown:
      return breakdown_of(study, choice, here, shown);
    case efficiency:
      return efficiency_of(study, choice, here, shown);
    case dependencies:
      return dependencies_of(study, choice, here, shown);
    case cache_misses:
      return cache_misses_of(study, choice, here, shown);
    case manager_groups:
      return manager_groups_of(study, choice, here, shown);
    case task_counts:
      return task_counts_of(study, choice, here, shown);
    case bound:
      break;
  }
  return bound_of(study, choice, here, shown);
}

}  // namespace

studied measured(const paper_study& study, const study_choice& choice, const environment& here,
                 progress& shown) {
  study_choice whole = choice;
  if (whole.pools.empty()) whole.pools = study.pools;
  const circumstances_watch watch;
  studied found = measured_by_kind(study, whole, here, shown);
  found.of = &study;
  if (!study.besides.empty()) found.notes.emplace_back(study.besides);
  found.choice = std::move(whole);
  found.where = watch.now();
  return found;
}

worded_table claims_table(const studied& found) {
  using enum table::side;
  worded_table rows{
      .title = {},
      .columns = {{"where"}, {"the paper"}, {"ratio here", right}, {"interval", right}, {"verdict"}},
      .rows = {},
      .below = {}};
  for (const study_claim& each : found.claims) {
    rows.rows.push_back({each.of, each.says, each.here ? middle_text(*each.here) : "-",
                         each.here ? interval_text(*each.here) : "-", std::string(text(each.judged))});
  }
  rows.below.push_back("Claims: " + count_text(found.verdicts()));
  return rows;
}

void print(std::ostream& out, const studied& found) {
  out << found.of->name << ": " << found.of->finding << '\n' << inputs_text(found) << '\n';
  if (found.where) print(out, *found.where);
  out << '\n';
  print(out, found.figures);
  print(out, claims_table(found));
  out << rule_for(found) << '\n';
  for (const std::string& each : found.notes) out << each << '\n';
  for (const std::string& each : found.wrong) out << "WRONG " << apps::quoted(each, 1000) << '\n';
}

apps::json to_json(const studied& found) {
  apps::json all{{"name", found.of->name},
                 {"finding", found.of->finding},
                 {"paper", found.of->theirs},
                 {"size", name_of(found.choice.size)},
                 {"repeat", found.choice.repeat},
                 {"pools", found.choice.pools},
                 {"rows", found.rows},
                 {"claims", apps::json::array()},
                 {"notes", found.notes},
                 {"checked", found.wrong.empty()},
                 {"wrong", found.wrong}};
  if (found.where) all["circumstances"] = to_json(*found.where);
  for (const study_claim& each : found.claims) {
    apps::json one{
        {"of", each.of}, {"paper", each.says}, {"ratio", nullptr}, {"low", nullptr}, {"high", nullptr}};
    if (each.here) one["ratio"] = each.here->middle;
    if (each.here && each.here->low) one["low"] = *each.here->low;
    if (each.here && each.here->high) one["high"] = *each.here->high;
    one["verdict"] = text(each.judged);
    all["claims"].push_back(std::move(one));
  }
  return all;
}

page_section section_of(const studied& found) {
  page_section all{.name = std::string(found.of->name),
                   .finding = std::string(found.of->finding),
                   .before = {inputs_text(found)},
                   .picture = {},
                   .tables = {found.figures, claims_table(found)},
                   .after = {rule_for(found)},
                   .counted = count_text(found.verdicts())};
  if (found.where) all.before.push_back(load_text(*found.where));
  all.after.insert(all.after.end(), found.notes.begin(), found.notes.end());
  for (const std::string& each : found.wrong) all.after.push_back("WRONG " + each);
  if (found.picture) {
    std::ostringstream picture;
    found.picture(picture, canvas::format::svg);
    all.picture = picture.str();
  }
  return all;
}

void require_picture(const paper_study& study) {
  using enum paper_study::kind;
  if (study.what == characteristics || study.what == cache_misses || study.what == task_counts)
    throw apps::input_error("--output-plot: " + std::string(study.name) +
                            " is a table; expected --output-page, or a figure");
}

void write_plot(const std::string& path, const studied& found) {
  apps::output_file file(path);
  found.picture(file.stream(), canvas::format_of(path));
  file.commit();
}

}  // namespace jackdaw::cli
