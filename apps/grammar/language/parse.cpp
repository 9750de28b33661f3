#include "apps/grammar/language/parse.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <unordered_map>
#include <utility>

#include <jackdaw/trace/read/run_file.hpp>

#include "apps/grammar/language/parse_expression.hpp"
#include "apps/grammar/language/parse_unit.hpp"
#include "apps/grammar/language/token_reader.hpp"
#include "apps/support/files/input_file.hpp"

namespace jackdaw::apps::grammar {

namespace {

class parser {
 public:
  parser(const std::string& file, std::string_view text) : in_(file, words_of(file, text)) {
    found_.file = file;
  }

  task_grammar parse() {
    while (!in_.at_end()) {
      if (in_.accept("initial")) {
        parse_initial();
      } else if (in_.accept("variable")) {
        parse_variable();
      } else if (at_unit(in_)) {
        found_.unit = parse_unit(in_, found_.unit, found_.file);
      } else if (begins_production()) {
        parse_production();
      } else {
        in_.refuse("\"initial\", \"variable\" or a production such as A(1) -> {1} B");
      }
    }
    require_complete();
    return std::move(found_);
  }

 private:
  // ---- statements ----

  void parse_initial() {
    names_.clear();
    do {
      const token name = in_.take_name("the type of an initial task");
      initial_task each{type_named(name.text), name.where, parse_given(), one(name.where)};
      set_arity(each.type, each.given.size(), name.where);
      if (in_.accept("*")) each.count = expressions().parse_factor();
      found_.initial.push_back(std::move(each));
    } while (at_task());
  }

  void parse_variable() {
    const token name = in_.take_name("the name of a shared variable");
    if (!variable_numbers_.emplace(name.text, found_.variables.size()).second)
      refuse(found_.file, name.where, "'" + name.text + "' is there already", "another name");
    in_.expect("=");
    const bool negative = in_.accept("-");
    const std::int64_t value = in_.take_number("a whole number");
    found_.variables.push_back({name.text, negative ? -value : value});
  }

  void parse_production() {
    const token name = in_.take_name("a task type");
    production each{type_named(name.text), name.where, {}, {}};
    names_.clear();
    if (in_.accept("(")) {
      do { parse_parameter(each); } while (in_.accept(","));
      in_.expect(")");
    }
    set_arity(each.type, names_.size(), name.where);
    if (in_.accept("if")) {
      do {
        const place where = in_.next().where;
        each.conditions.push_back(parse_condition());
        if (each.conditions.back().left.is_drawn() || each.conditions.back().right.is_drawn())
          refuse(found_.file, where, "a condition draws a number",
                 "what does not change, or a choice [A | B]");
      } while (in_.accept("and"));
    }
    in_.expect("->");
    each.items = parse_body(false);
    found_.productions.push_back(std::move(each));
  }

  /// A name, or a value that the argument must have.
  void parse_parameter(production& of) {
    const auto number = static_cast<std::int64_t>(names_.size());
    const token at = in_.next();
    if (names_.size() == most_arguments)
      refuse(found_.file, at.where, "one argument too many", "at most " + std::to_string(most_arguments));
    if (in_.at_name()) {
      if (std::find(names_.begin(), names_.end(), at.text) != names_.end())
        refuse(found_.file, at.where, "'" + at.text + "' is there already", "another name");
      names_.push_back(in_.take_name("an argument").text);
      return;
    }
    const bool negative = in_.accept("-");
    const std::int64_t value = in_.take_number("the name of an argument, or a value");
    names_.emplace_back();
    of.conditions.push_back({{{{expression::operation::argument, number}}, at.where},
                             condition::relation::equal,
                             {{{expression::operation::number, negative ? -value : value}}, at.where}});
  }

  condition parse_condition() {
    expression left = expressions().parse();
    constexpr std::pair<const char*, condition::relation> relations[] = {
        {"==", condition::relation::equal},   {"!=", condition::relation::unequal},
        {"<=", condition::relation::at_most}, {">=", condition::relation::at_least},
        {"<", condition::relation::less},     {">", condition::relation::greater}};
    for (const auto& [sign, how] : relations) {
      if (!in_.accept(sign)) continue;
      expression right = expressions().parse();  // apart, as in parse_assignment()
      return {std::move(left), how, std::move(right)};
    }
    in_.refuse("one of == != < <= > >=");
  }

  // ---- right-hand sides ----

  body parse_body(bool inside_join) {
    body items;
    for (;;) {
      const token at = in_.next();
      if (in_.accept("{")) {
        items.push_back({item::form::work, at.where, parse_range(), 0, {}, {}});
        in_.expect("}");
      } else if (in_.accept("[")) {
        items.push_back({item::form::choice, at.where, {}, 0, {}, parse_alternatives(inside_join)});
        parse_count(items.back());
      } else if (in_.at("<")) {
        if (inside_join) in_.refuse("no join inside a join: tasks, time and choices");
        in_.expect("<");
        body inner = parse_body(true);
        in_.expect(">");
        items.push_back({item::form::join, at.where, {}, 0, {}, {}});
        items.back().alternatives.push_back({1, std::move(inner)});
        parse_count(items.back());
      } else if (in_.at_name() && in_.next(1).is("=")) {
        items.push_back(parse_assignment());
      } else if (at_task()) {
        const token name = in_.take_name("a task");
        items.push_back({item::form::put, at.where, {}, type_named(name.text), parse_given(), {}});
        set_arity(items.back().type, items.back().given.size(), at.where);
        parse_count(items.back());
      } else {
        return items;
      }
    }
  }

  /// NAME = expression
  item parse_assignment() {
    const token name = in_.next();
    const auto known = variable_numbers_.find(name.text);
    if (std::find(names_.begin(), names_.end(), name.text) != names_.end() ||
        known == variable_numbers_.end())
      in_.refuse(
          "a shared variable whose line \"variable NAME = 3\" stands above: only these get other values");
    (void)in_.take_name("");
    in_.expect("=");
    found_.variables[known->second].is_assigned = true;
    const auto which = static_cast<std::uint32_t>(known->second);
    item found{item::form::assign, name.where, {one(name.where), one(name.where)}, which, {}, {}};
    found.given.push_back(
        expressions().parse());  // apart: g++ 12 frees parts of an aggregate twice if this throws
    return found;
  }

  std::vector<alternative> parse_alternatives(bool inside_join) {
    const std::size_t depth = ++nesting_;
    if (depth > most_nesting)
      in_.refuse("choices inside choices up to " + std::to_string(most_nesting) + " deep");
    std::vector<alternative> all;
    do {
      const double weight = in_.accept_weight();
      all.push_back({weight, parse_body(inside_join)});
    } while (in_.accept("|"));
    in_.expect("]", "a task, {time}, | or ]");
    --nesting_;
    return all;
  }

  void parse_count(item& of) {
    if (in_.accept("*")) {
      of.count.least = expressions().parse_factor();
      of.count.has_two = in_.accept("..");
      of.count.most = of.count.has_two ? expressions().parse_factor() : of.count.least;
    } else {
      of.count = {one(of.where), one(of.where)};
    }
  }

  range parse_range() {
    range found;
    found.least = expressions().parse();
    found.has_two = in_.accept("..");
    found.most = found.has_two ? expressions().parse() : found.least;
    return found;
  }

  /// (expression, …), or nothing.
  std::vector<expression> parse_given() {
    std::vector<expression> given;
    if (!in_.accept("(")) return given;
    do {
      if (given.size() == most_arguments)
        in_.refuse("at most " + std::to_string(most_arguments) + " arguments");
      given.push_back(expressions().parse());
    } while (in_.accept(","));
    in_.expect(")", "an operator, ',' or ')'");
    return given;
  }

  // ---- names ----

  /// The name of a task, and no new statement.
  [[nodiscard]] bool at_task() const {
    return in_.at_name() && !begins_production() && !at_unit(in_) && !in_.at("initial") &&
           !in_.at("variable");
  }

  /// NAME ->, NAME(…) ->, NAME(…) if
  [[nodiscard]] bool begins_production() const {
    if (!in_.at_name()) return false;
    std::size_t ahead = 1;
    if (in_.next(ahead).is("(")) {
      while (!in_.next(ahead).is(")") && in_.next(ahead).what != token::form::end) ++ahead;
      ++ahead;
    }
    return in_.next(ahead).is("->") || in_.next(ahead).is("if");
  }

  std::uint32_t type_named(const std::string& name) {
    const auto [at, is_new] = types_.try_emplace(name, static_cast<std::uint32_t>(found_.types.size()));
    if (!is_new) return at->second;
    found_.types.push_back(name);
    found_.arity.push_back(unknown);
    return static_cast<std::uint32_t>(found_.types.size() - 1);
  }

  void set_arity(std::uint32_t type, std::size_t count, place where) {
    std::size_t& known = found_.arity[type];
    if (known == unknown) known = count;
    if (known == count) return;
    refuse(found_.file, where,
           found_.types[type] + " has " + std::to_string(count) + (count == 1 ? " argument" : " arguments"),
           std::to_string(known) + " as where it stands first");
  }

  void require_complete() const {
    if (found_.initial.empty()) in_.refuse("\"initial\" and a task: no run begins without one");
    std::vector<bool> has_production(found_.types.size(), false);
    for (const production& each : found_.productions) has_production[each.type] = true;
    for (std::uint32_t type = 0; type < found_.types.size(); ++type) {
      if (has_production[type]) continue;
      in_.refuse("a production for " + written_name(found_.types[type]) + ", such as " +
                 written_name(found_.types[type]) + " -> {1}");
    }
  }

  [[nodiscard]] expression_parser expressions() { return {in_, names_, variable_numbers_}; }
  static expression one(place where) { return {{{expression::operation::number, 1}}, where}; }

  static constexpr std::size_t unknown = std::numeric_limits<std::size_t>::max();
  static constexpr std::size_t most_nesting = 64;

  token_reader in_;
  task_grammar found_;
  std::unordered_map<std::string, std::uint32_t> types_;           // the place of each in found_
  std::unordered_map<std::string, std::size_t> variable_numbers_;  // by their names
  std::vector<std::string> names_;  // of the arguments of the production that is read
  std::size_t nesting_ = 0;
};

}  // namespace

task_grammar parse(const std::string& file, std::string_view text) {
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  return parser(file, text).parse();
}

task_grammar read_grammar(const std::string& path) {
  constexpr std::size_t longest_text = std::size_t{1} << 24U;  // its words take 64 times as much
  const std::string text = input_file(path, "a file with a task grammar").rest(longest_text);
  if (text.starts_with(trace::run_file_head))
    throw input_error(path + ":1: a recorded run; expected a task grammar (jackdaw grammar --from " + path +
                      " derives one)");
  return parse(path, text);
}

}  // namespace jackdaw::apps::grammar
