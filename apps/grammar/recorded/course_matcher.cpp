#include "apps/grammar/recorded/course_matcher.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace jackdaw::apps::grammar {

namespace {

void unite(std::vector<bool>& all, const std::vector<bool>& more) {
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = all[i] || more[i];
}

}  // namespace

course_matcher::course_matcher(const task_grammar& of, const std::vector<std::int64_t>& variables,
                               const argument_values* given, const names& created)
    : of_(of),
      given_(given),
      created_(created),
      values_(of.file, given == nullptr ? none_ : *given, variables, draw_, endless_),
      arguments_(created.size()) {}

std::optional<bool> course_matcher::holds(const condition& of) const {
  if (!is_known(of.left) || !is_known(of.right)) return {};
  try {
    return values_.holds(of);
  } catch (const input_error&) { return {}; }  // these were not the task's arguments
}

bool course_matcher::creates_all(const body& items) {
  std::fill(arguments_.begin(), arguments_.end(), possible_arguments{});
  reached begin(created_.size() + 1, false);
  begin[0] = true;
  return after(items, std::move(begin)).back();
}

course_matcher::reached course_matcher::after(const body& items, reached from) {
  for (const item& each : items) {
    if (each.what == item::form::work || each.what == item::form::assign) continue;
    from = repeated(each, std::move(from));
  }
  return from;
}

course_matcher::reached course_matcher::repeated(const item& each, reached from) {
  const std::int64_t least = value(each.count.least).value_or(0);
  const std::int64_t most = value(each.count.most).value_or(std::numeric_limits<std::int64_t>::max());
  reached all(from.size(), false);
  for (std::int64_t times = 0; times <= most; ++times) {
    if (times >= least) unite(all, from);
    if (times == most || (times > least && times - least > static_cast<std::int64_t>(created_.size())))
      break;  // empty ones only
    reached next = once(each, from);
    if (next == from) {  // once more does not change it either
      unite(all, from);
      break;
    }
    from = std::move(next);
  }
  return all;
}

course_matcher::reached course_matcher::once(const item& each, const reached& from) {
  reached to(from.size(), false);
  if (each.what == item::form::put) {
    for (std::size_t i = 0; i < created_.size(); ++i) {
      to[i + 1] = from[i] && created_[i] == of_.types[each.type];
      if (to[i + 1]) note_arguments(each, i);
    }
  } else {
    for (const alternative& one : each.alternatives) unite(to, after(one.items, from));
  }
  return to;
}

bool course_matcher::is_known(const expression& of) const {
  return std::all_of(of.steps.begin(), of.steps.end(), [this](const expression::step& step) {
    if (step.what == expression::operation::argument) return given_ != nullptr;
    if (step.what == expression::operation::variable)
      return !of_.variables[static_cast<std::size_t>(step.value)].is_assigned;
    return step.what < expression::operation::uniform;
  });
}

std::optional<std::int64_t> course_matcher::value(const expression& of) const {
  if (!is_known(of)) return {};
  try {
    return values_.value(of);
  } catch (const input_error&) { return {}; }  // these were not the task's arguments
}

void course_matcher::note_arguments(const item& put, std::size_t task) {
  argument_values found;
  for (std::size_t k = 0; k < put.given.size(); ++k) {
    const std::optional<std::int64_t> one = value(put.given[k]);
    if (!one) {
      arguments_[task].any = true;
      arguments_[task].some.clear();
      return;
    }
    found.set(k, *one);
  }
  arguments_[task].add(found);
}

}  // namespace jackdaw::apps::grammar
