#include "apps/grammar/recorded/derive_runtime.hpp"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "apps/grammar/language/lexer.hpp"
#include "apps/grammar/recorded/fit.hpp"
#include "apps/grammar/recorded/inferred_arguments.hpp"
#include "apps/grammar/recorded/not_told.hpp"
#include "apps/grammar/recorded/shortened.hpp"
#include "apps/grammar/recorded/task_course.hpp"

namespace jackdaw::apps::grammar {

namespace {

constexpr std::size_t most_sequences = 24;
constexpr std::size_t longest_sequence = 1000;

/// Tasks of one type and argument, one after the other; or the begin or end of a join.
struct group {
  task_course::event::form what = task_course::event::form::put;
  std::uint32_t kind = 0;
  std::uint32_t argument = 0;
  std::size_t times = 1;
  auto operator<=>(const group&) const = default;
};
using grouped_tasks = std::vector<group>;

std::string braces(const std::string& time) { return time == "0" ? std::string() : "{" + time + "}"; }

/// Words with a blank between them, but not inside the brackets of a join; no word for an empty one.
void append(std::string& text, const std::string& word) {
  if (word.empty()) return;
  if (!text.empty() && text.back() != '<' && word != ">") text += ' ';
  text += word;
}

/// What tasks of one kind and argument did.
class production_of {
 public:
  void add(const grouped_tasks& did, const std::vector<double>& times) {
    std::vector<std::vector<double>>& all = seen_[did];
    all.resize(times.size());
    for (std::size_t i = 0; i < times.size(); ++i) all[i].push_back(times[i]);
  }

  /// `named(kind, argument)`: a task, as it is written.
  [[nodiscard]] std::string text(const auto& named) const {
    bool is_long = seen_.size() > most_sequences;
    for (const auto& [did, times] : seen_) is_long = is_long || did.size() > longest_sequence;
    if (is_long) return summary(named);
    choices all;
    for (const auto& [did, times] : seen_) all.emplace_back(times.front().size(), one(did, times, named));
    return choice(all);
  }

 private:
  using choices = std::vector<std::pair<std::size_t, std::string>>;

  [[nodiscard]] static std::string choice(const choices& from) {
    if (from.size() == 1) return from.front().second;
    std::string text;
    for (const auto& [weight, what] : from) {
      text += text.empty() ? "[" : " | ";
      text += std::to_string(weight) + ":" + (what.empty() ? "" : " ") + what;
    }
    return text + ']';
  }

  [[nodiscard]] static std::string one(const grouped_tasks& did,
                                       const std::vector<std::vector<double>>& times, const auto& named) {
    std::string text;
    for (std::size_t i = 0; i <= did.size(); ++i) {
      append(text, braces(fitted(times[i])));
      if (i == did.size()) break;
      const group& each = did[i];
      if (each.what == task_course::event::form::put) {
        append(text,
               named(each.kind, each.argument) + (each.times > 1 ? '*' + std::to_string(each.times) : ""));
      } else {
        append(text, each.what == task_course::event::form::join ? "<" : ">");
      }
    }
    return text;
  }

  [[nodiscard]] std::string summary(const auto& named) const {
    std::vector<double> whole;
    std::map<std::size_t, std::size_t> lengths;
    std::vector<double> all_lengths;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> created;
    for (const auto& [did, times] : seen_) {
      const std::size_t often = times.front().size();
      std::size_t length = 0;
      for (const group& each : did) {
        if (each.what != task_course::event::form::put) continue;
        length += each.times;
        created[{each.kind, each.argument}] += often * each.times;
      }
      lengths[length] += often;
      for (std::size_t k = 0; k < often; ++k) {
        double sum = 0;
        for (const std::vector<double>& gap : times) sum += gap[k];
        whole.push_back(sum);
        all_lengths.push_back(static_cast<double>(length));
      }
    }
    choices which;
    for (const auto& [task, often] : created) which.emplace_back(often, named(task.first, task.second));
    const std::string some = which.empty() ? "[ ]" : which.size() == 1 ? which.front().second : choice(which);
    std::string text = braces(fitted(whole));
    if (lengths.size() > most_sequences) {
      append(text, some + '*' + fitted(all_lengths));
    } else {
      choices each;
      for (const auto& [length, often] : lengths)
        each.emplace_back(often, length == 0 ? "" : some + '*' + std::to_string(length));
      append(text, choice(each));
    }
    return text;
  }

  std::map<grouped_tasks, std::vector<std::vector<double>>>
      seen_;  // and for each of its times all that were seen
};

}  // namespace

std::string derived_runtime(const trace::history& run) {
  const run_tree tree(run);
  const inferred_arguments arguments = inferred_arguments::of(run, tree);
  const auto named = [&](std::uint32_t kind, std::uint32_t argument) {
    std::string text = written_name(arguments.kinds[kind]);
    if (arguments.is_needed[kind]) text += '(' + std::to_string(argument) + ')';
    return text;
  };
  std::map<std::pair<std::uint32_t, std::uint32_t>, production_of> productions;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> initial;
  for (std::uint32_t i = 0; i < run.tasks.size(); ++i) {
    if (tree.is_beginning(i) || tree.is_part(i)) continue;
    const std::pair key{arguments.kind_of[i], arguments.values[i]};
    if (tree.is_initial(i)) ++initial[key];
    const task_course course = task_course::of(run, tree, i);
    grouped_tasks did;
    std::vector<double> times{0};
    for (std::size_t k = 0; k < course.events.size(); ++k) {
      const task_course::event& each = course.events[k];
      times.back() += course.times[k];
      group next{each.what};
      if (each.what == task_course::event::form::put) {
        next.kind = arguments.kind_of[each.child];
        next.argument = arguments.values[each.child];
        const bool same = !did.empty() && did.back().what == next.what && did.back().kind == next.kind &&
                          did.back().argument == next.argument;
        if (same) {  // the time in between passes after the last of them
          ++did.back().times;
          continue;
        }
      }
      did.push_back(next);
      times.push_back(0);
    }
    times.back() += course.times.back();
    productions[key].add(did, times);
  }
  std::string text = arguments.of_trees
                         ? "# arguments: which of the different trees of tasks lies below a task\n"
                         : "# arguments: how many tasks lie above a task, " +
                               std::to_string(inferred_arguments::deepest) + " at most\n";
  text += not_told(run, tree) + "unit 1 ns\ninitial";
  for (const auto& [key, times] : initial) append_initial(text, named(key.first, key.second), times);
  text += '\n';
  for (const auto& [key, production] : productions) {
    const std::string right = production.text(named);
    text += named(key.first, key.second) + (right.empty() ? " ->" : " -> ") + right + '\n';
  }
  return text;
}

}  // namespace jackdaw::apps::grammar
