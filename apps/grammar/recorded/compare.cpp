#include "apps/grammar/recorded/compare.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <utility>

#include "apps/grammar/expansion/expand.hpp"
#include "apps/grammar/language/lexer.hpp"
#include "apps/grammar/recorded/course_matcher.hpp"
#include "apps/grammar/recorded/run_tree.hpp"
#include "apps/grammar/recorded/shortened.hpp"

namespace jackdaw::apps::grammar {

namespace {

using created_names = course_matcher::names;

/// What is possible for tasks of one kind and arguments that created the same.
struct finding {
  bool fits = false;
  std::vector<possible_arguments> of_children;
  std::optional<place> at;  ///< the first production that may apply
};

/// Such tasks are looked at once.
class comparison {
 public:
  comparison(const task_grammar& with, const std::vector<std::int64_t>& variables)
      : with_(with), variables_(variables) {}

  /// `given` is null where any arguments are possible.
  const finding& of(const std::string& name, const created_names& created, const argument_values* given) {
    auto& known = known_[{name, created}];
    const auto [at, is_new] =
        known.try_emplace(given == nullptr ? std::nullopt : std::optional(*given), finding{});
    if (is_new) at->second = found(name, created, given);
    return at->second;
  }

  /// Nothing: no run begins with such tasks.
  [[nodiscard]] std::optional<possible_arguments> of_initial(const std::string& name) const {
    std::optional<possible_arguments> all;
    const created_names nothing{name};
    for (const initial_task& each : with_.initial) {
      if (with_.types[each.type] != name) continue;
      if (!all) all.emplace();
      course_matcher one(with_, variables_, nullptr, nothing);
      const expression once{{{expression::operation::number, 1}}, each.where};
      (void)one.creates_all({{item::form::put, each.where, {once, once}, each.type, each.given, {}}});
      all->add(one.arguments().front());
    }
    return all;
  }

  [[nodiscard]] std::optional<std::uint32_t> type_named(const std::string& name) const {
    const auto at = std::find(with_.types.begin(), with_.types.end(), name);
    if (at == with_.types.end()) return {};
    return static_cast<std::uint32_t>(at - with_.types.begin());
  }

 private:
  [[nodiscard]] finding found(const std::string& name, const created_names& created,
                              const argument_values* given) const {
    finding result;
    result.of_children.resize(created.size());
    course_matcher matcher(with_, variables_, given, created);
    for (const production& each : with_.productions) {
      if (with_.types[each.type] != name) continue;
      bool is_sure = true;  // that it applies
      bool is_ruled_out = false;
      for (const condition& one : each.conditions) {
        const std::optional<bool> holds = matcher.holds(one);
        is_sure = is_sure && holds.value_or(false);
        is_ruled_out = is_ruled_out || !holds.value_or(true);
      }
      if (is_ruled_out) continue;
      if (!result.at) result.at = each.where;
      if (matcher.creates_all(each.items)) {
        result.fits = true;
        for (std::size_t i = 0; i < created.size(); ++i) result.of_children[i].add(matcher.arguments()[i]);
      }
      if (is_sure) break;  // of those that apply the first is taken
    }
    return result;
  }

  const task_grammar& with_;
  const std::vector<std::int64_t>& variables_;
  std::map<std::pair<std::string, created_names>, std::map<std::optional<argument_values>, finding>> known_;
};

/// Goes down the tree of a run.
class checker {
 public:
  checker(const trace::history& run, const task_grammar& with, const std::vector<std::int64_t>& variables)
      : run_(run),
        tree_(run),
        with_(with),
        same_(with, variables),
        by_rests_(std::ranges::find(with.types, rest_name) != with.types.end()),  // as derived() names them
        possible_(run.tasks.size()) {}

  agreement check() {
    for (std::size_t i = 0; i < run_.tasks.size(); ++i) {
      if ((!by_rests_ && tree_.is_rest(i)) || tree_.is_beginning(i)) continue;
      ++found_.tasks;
      look_at(i);
    }
    return std::move(found_);
  }

 private:
  void look_at(std::size_t i) {
    const std::string& name = tree_.name(i);
    const std::vector<std::uint32_t> children = by_rests_ ? tree_.children(i) : tree_.children_with_rests(i);
    created_names created;
    for (const std::uint32_t child : children) created.push_back(tree_.name(child));
    possible_arguments own = std::exchange(possible_[i], {});
    if (tree_.is_initial(i)) {
      const auto initial = same_.of_initial(name);
      if (!initial) {
        pass_on(children, {});
        return note(written_name(name) + " is an initial task", written_name(name) + " is an initial task", i,
                    {}, "one of its initial tasks");
      }
      own = *initial;
    }
    if (own.some.empty()) own.any = true;  // it has come from nowhere

    const finding* first = nullptr;
    std::vector<possible_arguments> of_children(children.size());
    bool fits = false;
    const auto consider = [&](const argument_values* given) {
      const finding& one = same_.of(name, created, given);
      if (first == nullptr) first = &one;
      fits = fits || one.fits;
      if (!one.fits) return;
      for (std::size_t k = 0; k < children.size(); ++k) of_children[k].add(one.of_children[k]);
    };
    if (own.any) {
      consider(nullptr);
    } else {
      for (const argument_values& each : own.some) consider(&each);
    }
    pass_on(children, fits ? of_children : std::vector<possible_arguments>{});
    if (fits) return;
    std::string who = written_name(name);
    if (const auto type = same_.type_named(name); type && !own.any && own.some.size() == 1)
      who = written(with_, {*type, *own.some.begin()});
    const std::string did =
        "created " + (created.empty() ? std::string("nothing") : '"' + shortened(created) + '"');
    note(who + ' ' + did, "a task " + who + ' ' + did, i, first->at,
         first->at ? "what its production creates" : "a production that applies to it");
  }

  /// Nothing known: any arguments.
  void pass_on(const std::vector<std::uint32_t>& children, const std::vector<possible_arguments>& known) {
    for (std::size_t k = 0; k < children.size(); ++k) {
      if (known.empty()) {
        possible_[children[k]] = {true, {}};
      } else {
        possible_[children[k]] = known[k];
      }
    }
  }

  void note(const std::string& what, const std::string& in_words, std::size_t i, std::optional<place> at,
            const std::string& expected) {
    if (found_.strange++ == 0) found_.first = in_words;
    if (found_.lines.size() == agreement::most_lines) return;
    std::string where = quoted(with_.file, most_quoted);
    if (at) where += ":" + std::to_string(at->line) + ":" + std::to_string(at->column);
    found_.lines.push_back(where + ": task " + std::to_string(run_.tasks[i].number) + ", " +
                           quoted(what, most_quoted) + "; expected " + expected);
  }

  const trace::history& run_;
  run_tree tree_;
  const task_grammar& with_;
  comparison same_;
  bool by_rests_;
  std::vector<possible_arguments> possible_;  // of tasks that are still to be looked at
  agreement found_;
};

}  // namespace

agreement compared(const trace::history& run, const task_grammar& with,
                   const std::vector<std::int64_t>& variables) {
  return checker(run, with, variables).check();
}

}  // namespace jackdaw::apps::grammar
