#include "apps/grammar/recorded/derive.hpp"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "apps/grammar/language/lexer.hpp"
#include "apps/grammar/recorded/run_tree.hpp"

namespace jackdaw::apps::grammar {

namespace {

using sequence = std::vector<std::string>;

/// "A*2 B" for A A B.
std::string shortened(const sequence& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size();) {
    std::size_t end = i;
    while (end < names.size() && names[end] == names[i]) ++end;
    text += (text.empty() ? "" : " ") + written_name(names[i]);
    if (end - i > 1) text += '*' + std::to_string(end - i);
    i = end;
  }
  return text;
}

/// What the tasks of one kind created.
class seen_sequences {
 public:
  void add(const sequence& one) { ++times_[one]; }

  [[nodiscard]] std::string production(std::size_t most) const {
    if (times_.size() > most) return summary();
    if (times_.size() == 1) return shortened(times_.begin()->first);
    std::string text = "[";
    for (const auto& [names, times] : times_) {
      if (text.size() > 1) text += " | ";
      text += std::to_string(times) + ": " + shortened(names);
    }
    return text + ']';
  }

 private:
  [[nodiscard]] std::string summary() const {
    std::size_t least = times_.begin()->first.size();
    std::size_t longest = 0;
    std::map<std::string, std::uint64_t> all;
    for (const auto& [names, times] : times_) {
      least = std::min(least, names.size());
      longest = std::max(longest, names.size());
      for (const std::string& name : names) all[name] += times;
    }
    std::string text = "[";
    for (const auto& [name, times] : all) {
      if (text.size() > 1) text += " | ";
      text += std::to_string(times) + ": " + written_name(name);
    }
    return text + "]*" + std::to_string(least) + ".." + std::to_string(longest);
  }

  std::map<sequence, std::uint64_t> times_;
};

/// Which prefixes of a sequence a right-hand side can have created: element i stands for the first i tasks.
class matcher {
 public:
  using reached = std::vector<bool>;

  matcher(const task_grammar& of, const sequence& created) : of_(of), created_(created) {}

  [[nodiscard]] bool creates_all(const body& items) const {
    reached begin(created_.size() + 1, false);
    begin[0] = true;
    return after(items, std::move(begin)).back();
  }

 private:
  [[nodiscard]] reached after(const body& items, reached from) const {
    for (const item& each : items) {
      if (each.what == item::form::work) continue;
      from = repeated(each, std::move(from));
    }
    return from;
  }

  [[nodiscard]] reached repeated(const item& each, reached from) const {
    for (const expression* count : {&each.count.least, &each.count.most}) {
      if (!count->is_number())
        refuse(of_.file, count->where, "a count that depends on arguments",
               "a number: arguments are not recorded");
    }
    const std::int64_t least = each.count.least.steps[0].value;
    const std::int64_t most = each.count.most.steps[0].value;
    reached all(from.size(), false);
    for (std::int64_t times = 0; times <= most; ++times) {
      if (times >= least) unite(all, from);
      if (times == most || times > least + static_cast<std::int64_t>(created_.size()))
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

  [[nodiscard]] reached once(const item& each, const reached& from) const {
    reached to(from.size(), false);
    if (each.what == item::form::put) {
      for (std::size_t i = 0; i < created_.size(); ++i)
        to[i + 1] = from[i] && created_[i] == of_.types[each.type];
    } else {
      for (const alternative& one : each.alternatives) unite(to, after(one.items, from));
    }
    return to;
  }

  static void unite(reached& all, const reached& more) {
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = all[i] || more[i];
  }

  const task_grammar& of_;
  const sequence& created_;
};

/// Tasks of the same kind that created the same are looked at once.
class comparison {
 public:
  explicit comparison(const task_grammar& with) : with_(with) {}

  [[nodiscard]] bool allows(const std::string& name, const sequence& created) {
    const auto [at, is_new] = known_.try_emplace({name, created}, false);
    if (is_new) {
      at->second =
          std::any_of(with_.productions.begin(), with_.productions.end(), [&](const production& each) {
            return with_.types[each.type] == name && matcher(with_, created).creates_all(each.items);
          });
    }
    return at->second;
  }

  [[nodiscard]] bool may_begin(const std::string& name) const {
    return std::any_of(with_.initial.begin(), with_.initial.end(),
                       [&](const initial_task& each) { return with_.types[each.type] == name; });
  }

 private:
  const task_grammar& with_;
  std::map<std::pair<std::string, sequence>, bool> known_;
};

}  // namespace

std::string derived(const trace::history& run, std::size_t most) {
  const run_tree tree(run);
  std::map<std::string, seen_sequences> kinds;
  std::map<std::string, std::uint64_t> initial;
  for (std::size_t i = 0; i < run.tasks.size(); ++i) {
    if (tree.is_beginning(i)) continue;
    const std::string& name = tree.name(i);
    if (tree.is_initial(i)) ++initial[name];
    kinds[name].add(tree.created_by(i));
  }
  std::string text = "initial";
  for (const auto& [name, times] : initial)
    text += ' ' + written_name(name) + (times > 1 ? '*' + std::to_string(times) : std::string());
  text += '\n';
  for (const auto& [name, seen] : kinds) {
    const std::string right = seen.production(most);
    text += written_name(name) + (right.empty() ? " ->" : " -> ") + right + '\n';
  }
  return text;
}

agreement compared(const trace::history& run, const task_grammar& with) {
  const run_tree tree(run);
  const bool by_rests =
      std::ranges::find(with.types, rest_name) != with.types.end();  // as derived() names them
  comparison same(with);
  agreement found;
  for (std::size_t i = 0; i < run.tasks.size(); ++i) {
    if ((!by_rests && tree.is_rest(i)) || tree.is_beginning(i)) continue;
    const std::string& name = tree.name(i);
    const bool is_initial = tree.is_initial(i);
    const sequence created = by_rests ? tree.created_by(i) : tree.created_with_rests(i);
    ++found.tasks;
    const bool begins_right = !is_initial || same.may_begin(name);
    if (begins_right && same.allows(name, created)) continue;
    if (found.strange++ != 0) continue;
    found.first = begins_right
                      ? "a task " + written_name(name) + " created " +
                            (created.empty() ? std::string("nothing") : "\"" + shortened(created) + "\"")
                      : written_name(name) + " is an initial task";
  }
  return found;
}

}  // namespace jackdaw::apps::grammar
