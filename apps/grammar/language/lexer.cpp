#include "apps/grammar/language/lexer.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include <jackdaw/base/characters.hpp>

#include "apps/support/text/quoted.hpp"

namespace jackdaw::apps::grammar {

namespace {

constexpr std::array<std::string_view, 4> keywords{"initial", "variable", "if", "and"};
constexpr std::array<std::string_view, 23> signs{"->", "..", "<=", ">=", "==", "!=", "{", "}",
                                                 "[",  "]",  "(",  ")",  "<",  ">",  "|", ":",
                                                 ",",  "=",  "*",  "+",  "-",  "/",  "%"};

/// Of lines that end by "\n", "\r\n" or "\r".
bool is_line_end(char c) { return c == '\n' || c == '\r'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool begins_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool continues_name(char c) { return begins_name(c) || is_digit(c); }

class lexer {
 public:
  lexer(const std::string& file, std::string_view text) : file_(file), text_(text) {}

  std::vector<token> read() {
    for (;;) {
      pass_blanks();
      if (at_ == text_.size()) {
        found_.push_back({token::form::end, "the end of the file", here_});
        return std::move(found_);
      }
      const char c = text_[at_];
      if (begins_name(c)) {
        take(token::form::name, length_while(continues_name));
      } else if (is_digit(c)) {
        read_number();
      } else if (c == '"') {
        read_quoted();
      } else {
        read_sign();
      }
    }
  }

 private:
  void pass_blanks() {
    while (at_ < text_.size()) {
      if (text_[at_] == '#') {
        while (at_ < text_.size() && !is_line_end(text_[at_])) step();
      } else if (std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos) {
        step();
      } else {
        return;
      }
    }
  }

  void step() {
    const bool in_pair = text_[at_] == '\r' && at_ + 1 < text_.size() && text_[at_ + 1] == '\n';
    if (is_line_end(text_[at_]) && !in_pair) {
      ++here_.line;
      here_.column = 0;
    }
    ++here_.column;
    ++at_;
  }

  [[nodiscard]] std::size_t length_while(bool (*belongs)(char), std::size_t from = 0) const {
    std::size_t length = from;
    while (at_ + length < text_.size() && belongs(text_[at_ + length])) ++length;
    return length;
  }

  void take(token::form what, std::size_t length) {
    found_.push_back({what, std::string(text_.substr(at_, length)), here_});
    for (std::size_t i = 0; i < length; ++i) step();
  }

  void read_number() {
    const std::size_t whole = length_while(is_digit);
    const std::string_view rest = text_.substr(at_ + whole);
    const bool has_point = rest.size() > 1 && rest[0] == '.' && is_digit(rest[1]);  // 1..2 is a range
    const std::size_t digits = has_point ? length_while(is_digit, whole + 1) : whole;
    const std::size_t all = digits + exponent_at(digits);
    take(has_point || all > digits ? token::form::decimal : token::form::number, all);
  }

  /// The length of e3, e-3 or E+3 that is so far from here; 0: there is none.
  [[nodiscard]] std::size_t exponent_at(std::size_t from) const {
    const std::string_view rest = text_.substr(at_ + from);
    if (rest.empty() || (rest[0] != 'e' && rest[0] != 'E')) return 0;
    const std::size_t sign = rest.size() > 1 && (rest[1] == '+' || rest[1] == '-') ? 1 : 0;
    const std::size_t length = length_while(is_digit, from + 1 + sign) - from;
    return length > 1 + sign ? length : 0;
  }

  void read_quoted() {
    token name{token::form::name, "", here_, true};
    step();
    while (at_ < text_.size() && text_[at_] != '"' && !is_line_end(text_[at_])) {
      const bool escaped = text_[at_] == '\\' && at_ + 1 < text_.size() && !is_line_end(text_[at_ + 1]);
      if (escaped) step();
      name.text += escaped ? escaped_character() : text_[at_];
      step();
    }
    if (at_ == text_.size() || is_line_end(text_[at_]))
      refuse(file_, name.where, "a name has no end", "a closing quotation mark in the same line");
    step();
    if (name.text.empty()) refuse(file_, name.where, "an empty name", "a character at least");
    found_.push_back(std::move(name));
  }

  /// What the character after a backslash stands for; goes on to the last one of \xNN.
  char escaped_character() {
    if (text_[at_] == '"' || text_[at_] == '\\') return text_[at_];
    unsigned value = 0;
    const char* const begin = text_.data() + at_ + 1;
    if (text_[at_] == 'x' &&
        (text_.size() - at_ < 3 || std::from_chars(begin, begin + 2, value, 16).ptr != begin + 2))
      refuse(file_, here_, R"(after \x no byte is said)", R"(two hexadecimal digits, such as \x41)");
    if (text_[at_] != 'x')
      refuse(file_, here_, "after a backslash '" + quoted(text_.substr(at_, 1)) + "' means nothing",
             R"(\", \\ or \xNN in a name)");
    step();
    step();
    return static_cast<char>(value);
  }

  void read_sign() {
    for (const std::string_view each : signs) {
      if (text_.substr(at_).starts_with(each)) return take(token::form::sign, each.size());
    }
    const auto byte = static_cast<unsigned char>(text_[at_]);
    const std::string shown =
        byte > ' ' && byte < 0x7f ? std::string{'\'', text_[at_], '\''} : "byte " + std::to_string(byte);
    refuse(file_, here_, shown + " means nothing here",
           "a name, a number or a sign of docs/guide/command/grammars.md");
  }

  const std::string& file_;
  std::string_view text_;
  std::size_t at_ = 0;
  place here_;
  std::vector<token> found_;
};

}  // namespace

std::vector<token> words_of(const std::string& file, std::string_view text) {
  return lexer(file, text).read();
}

bool is_keyword(std::string_view word) {
  return std::find(keywords.begin(), keywords.end(), word) != keywords.end();
}

std::string written_name(std::string_view name) {
  const bool is_word =
      !name.empty() && begins_name(name[0]) && std::all_of(name.begin(), name.end(), continues_name);
  if (is_word && !is_keyword(name)) return std::string(name);
  std::string quoted = "\"";
  const auto escape = [&quoted](std::string_view bytes) { base::append_bytes(quoted, bytes); };
  const auto append = [&](std::string_view character) {
    if (base::is_control(character) || base::turns_direction(character)) return escape(character);
    if (character == "\"" || character == "\\") quoted += '\\';
    quoted += character;
  };
  base::for_each_character(name, append, escape);
  return quoted + '"';
}

}  // namespace jackdaw::apps::grammar
