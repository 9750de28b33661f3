#include "apps/grammar/recorded/derive.hpp"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "apps/grammar/language/lexer.hpp"
#include "apps/grammar/recorded/run_tree.hpp"
#include "apps/grammar/recorded/shortened.hpp"

namespace jackdaw::apps::grammar {

namespace {

using sequence = std::vector<std::string>;

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
  for (const auto& [name, times] : initial) append_initial(text, written_name(name), times);
  text += '\n';
  for (const auto& [name, seen] : kinds) {
    const std::string right = seen.production(most);
    text += written_name(name) + (right.empty() ? " ->" : " -> ") + right + '\n';
  }
  return text;
}

}  // namespace jackdaw::apps::grammar
