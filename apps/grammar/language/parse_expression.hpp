// Whole numbers, arguments, shared variables, what is computed from them, and what is drawn.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "apps/grammar/language/token_reader.hpp"

namespace jackdaw::apps::grammar {

/// Reads expressions that may name `arguments` of a production and shared variables, which have numbers.
class expression_parser {
 public:
  expression_parser(token_reader& in, const std::vector<std::string>& arguments,
                    const std::unordered_map<std::string, std::size_t>& variables)
      : in_(in), arguments_(arguments), variables_(variables) {}

  [[nodiscard]] expression parse() { return whole(&expression_parser::sum); }

  /// A number, a name, or an expression in parentheses: what may follow a *.
  [[nodiscard]] expression parse_factor() { return whole(&expression_parser::factor); }

 private:
  using operation = expression::operation;

  expression whole(void (expression_parser::*part)()) {
    found_ = {{}, in_.next().where};
    (this->*part)();
    return std::move(found_);
  }

  void sum() {
    product();
    for (;;) {
      if (in_.accept("+")) {
        apply(operation::add, &expression_parser::product);
      } else if (in_.accept("-")) {
        apply(operation::subtract, &expression_parser::product);
      } else {
        return;
      }
    }
  }

  void product() {
    factor();
    for (;;) {
      if (in_.accept("*")) {
        apply(operation::multiply, &expression_parser::factor);
      } else if (in_.accept("/")) {
        apply(operation::divide, &expression_parser::factor);
      } else if (in_.accept("%")) {
        apply(operation::modulo, &expression_parser::factor);
      } else {
        return;
      }
    }
  }

  void apply(operation how, void (expression_parser::*right)()) {
    (this->*right)();
    found_.steps.push_back({how, 0});
    --depth_;
  }

  void factor() {
    if (in_.accept("(")) {
      if (++nesting_ > expression::most_depth) in_.refuse("fewer parentheses inside each other");
      sum();
      --nesting_;
      in_.expect(")", "an operator or ')'");
    } else if (in_.accept("-")) {
      push(operation::number, 0);
      if (++nesting_ > expression::most_depth) in_.refuse("fewer signs in a row");
      apply(operation::subtract, &expression_parser::factor);
      --nesting_;
    } else if (in_.at_name() && in_.next(1).is("(")) {
      draw();
    } else if (in_.at_name()) {
      push_named(in_.next().text);
      (void)in_.take_name("");
    } else {
      push(operation::number, in_.take_number("a number, an argument or a shared variable"));
    }
  }

  /// NAME(expression, …) of a distribution.
  void draw() {
    struct distribution {
      std::string_view name;
      operation how;
      bool has_two;
    };
    constexpr distribution known[] = {{"uniform", operation::uniform, true},
                                      {"exponential", operation::exponential, false},
                                      {"normal", operation::normal, true},
                                      {"lognormal", operation::lognormal, true}};
    const distribution* const chosen =
        std::find_if(std::begin(known), std::end(known), [&](const auto& each) { return in_.at(each.name); });
    if (chosen == std::end(known))
      in_.refuse(
          "uniform(least, most), exponential(mean), normal(mean, deviation) or lognormal(mean, deviation)");
    (void)in_.take_name("");
    in_.expect("(");
    if (++nesting_ > expression::most_depth) in_.refuse("fewer parentheses inside each other");
    sum();
    if (chosen->has_two) {
      in_.expect(",", "an operator, or ',' and a second number: " + std::string(chosen->name) + " has two");
      sum();
      --depth_;
    }
    --nesting_;
    in_.expect(")", "an operator or ')'");
    found_.steps.push_back({chosen->how, 0});
  }

  void push_named(const std::string& name) {
    const auto argument = std::find(arguments_.begin(), arguments_.end(), name);
    if (argument != arguments_.end()) return push(operation::argument, argument - arguments_.begin());
    if (const auto variable = variables_.find(name); variable != variables_.end())
      return push(operation::variable, static_cast<std::int64_t>(variable->second));
    in_.refuse(
        "a number, an argument of this production, or a shared variable whose line \"variable NAME = 3\" "
        "stands above");
  }

  void push(operation what, std::int64_t value) {
    if (++depth_ > expression::most_depth) in_.refuse("a shorter expression");
    found_.steps.push_back({what, value});
  }

  token_reader& in_;
  const std::vector<std::string>& arguments_;
  const std::unordered_map<std::string, std::size_t>& variables_;
  expression found_;
  std::size_t depth_ = 0;
  std::size_t nesting_ = 0;
};

}  // namespace jackdaw::apps::grammar
