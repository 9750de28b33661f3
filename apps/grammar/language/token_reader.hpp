// The words of a grammar one by one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/grammar/language/lexer.hpp"
#include "apps/support/text/parse.hpp"

namespace jackdaw::apps::grammar {

class token_reader {
 public:
  token_reader(std::string file, std::vector<token> words)
      : file_(std::move(file)), words_(std::move(words)) {}

  [[nodiscard]] const token& next(std::size_t ahead = 0) const {
    return words_[std::min(at_ + ahead, words_.size() - 1)];
  }
  [[nodiscard]] bool at_end() const { return next().what == token::form::end; }
  [[nodiscard]] bool at_name() const { return next().what == token::form::name && !is_unquoted_keyword(); }
  [[nodiscard]] bool at(std::string_view text) const { return next().is(text); }

  /// Whether the next word is that; then it is passed.
  bool accept(std::string_view text) {
    if (!at(text)) return false;
    ++at_;
    return true;
  }
  /// `in_words`: what to say in a message that could have stood here.
  void expect(std::string_view text, const std::string& in_words = {}) {
    if (!accept(text)) refuse(in_words.empty() ? '"' + std::string(text) + '"' : in_words);
  }

  token take_name(const std::string& expected) {
    if (is_unquoted_keyword()) refuse(expected + ", in quotation marks if it has this name");
    if (!at_name()) refuse(expected);
    return words_[at_++];
  }
  std::int64_t take_number(const std::string& expected) {
    std::int64_t value = 0;
    if (next().what == token::form::decimal) refuse("a whole number, all of its digits");
    if (next().what != token::form::number) refuse(expected);
    if (!parses_as(next().text, value)) refuse("a number below 2^63");
    ++at_;
    return value;
  }

  /// "3:", "0.25:" or "1e-3:"; 1 where none stands.
  double accept_weight() {
    if ((next().what != token::form::number && next().what != token::form::decimal) || !next(1).is(":"))
      return 1;
    double weight = 0;
    if (!parses_as(next().text, weight) || !(weight > 0) || weight > 1e15)
      refuse("a weight from above 0 to 1e15");
    at_ += 2;
    return weight;
  }

  [[noreturn]] void refuse(const std::string& expected) const {
    const token& at = next();
    const bool shows_text = at.what != token::form::end;
    grammar::refuse(file_, at.where, shows_text ? "'" + at.text + "'" : at.text, expected);
  }

 private:
  [[nodiscard]] bool is_unquoted_keyword() const {
    return next().what == token::form::name && !next().quoted && is_keyword(next().text);
  }

  std::string file_;
  std::vector<token> words_;
  std::size_t at_ = 0;
};

}  // namespace jackdaw::apps::grammar
