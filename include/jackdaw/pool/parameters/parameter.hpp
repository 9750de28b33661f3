// What can be chosen of a pool at run time, by name: `dq8:16`, `dq2:lock=spin:victims=random`.
#pragma once

#include <algorithm>
#include <charconv>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <jackdaw/base/characters.hpp>

namespace jackdaw::pool {

/// Whether `one` is among `words`, which have blanks between them.
[[nodiscard]] constexpr bool is_word_of(std::string_view words, std::string_view one) noexcept {
  while (!words.empty()) {
    const std::string_view word = words.substr(0, words.find(' '));
    if (word == one) return true;
    words.remove_prefix(std::min(words.size(), word.size() + 1));
  }
  return false;
}

/// One parameter of a pool: a whole number of a range, or one of some words, or either.
struct parameter {
  std::string_view name;        ///< letters only: `block`
  std::string_view line;        ///< what it is, one line
  std::string_view preset;      ///< the value of the pool when nothing is written
  unsigned least = 0;           ///< the least number
  unsigned most = 0;            ///< the largest number; 0: no number is allowed
  std::string_view words = {};  ///< the words, with blanks between them

  /// Whether `value` may be written.
  [[nodiscard]] bool allows(std::string_view value) const noexcept {
    if (const auto number = number_in(value); number && most != 0) return *number >= least && *number <= most;
    return !value.empty() && is_word_of(words, value);
  }

  /// "a whole number from 1 to 64, or half"; for messages and lists.
  [[nodiscard]] std::string range() const {
    std::string text;
    if (most != 0) text = "a whole number from " + std::to_string(least) + " to " + std::to_string(most);
    for (std::string_view rest = words; !rest.empty();) {
      const std::string_view word = rest.substr(0, rest.find(' '));
      rest.remove_prefix(std::min(rest.size(), word.size() + 1));
      text += (text.empty() ? "" : rest.empty() ? " or " : ", ") + std::string(word);
    }
    return text;
  }

  /// The number that `text` is; nothing where it is none, or too large.
  [[nodiscard]] static std::optional<unsigned> number_in(std::string_view text) noexcept {
    unsigned number = 0;
    const char* const begin = text.data();
    const char* const end = begin + text.size();
    const auto read = std::from_chars(begin, end, number);
    if (text.empty() || read.ec != std::errc() || read.ptr != end) return std::nullopt;
    return number;
  }
};

/// A value that a pool does not take, or a parameter that it does not have. what() is one line: the pool, the
/// parameter, what was written, and what is allowed.
struct wrong_parameter : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

/// Values of a pool's parameters: those that were written, and the presets of the others.
class parameter_values {
 public:
  parameter_values() = default;
  explicit parameter_values(std::span<const parameter> of) : of_(of.begin(), of.end()), written_(of.size()) {}

  /// The value of a parameter that the pool has.
  [[nodiscard]] std::string_view word(std::string_view name) const {
    const std::size_t at = place_of(name);
    return written_.at(at).empty() ? of_[at].preset : std::string_view(written_[at]);
  }
  /// The same as a number; `otherwise` where it is a word.
  [[nodiscard]] unsigned number(std::string_view name, unsigned otherwise = 0) const {
    return parameter::number_in(word(name)).value_or(otherwise);
  }
  [[nodiscard]] bool has(std::string_view name) const noexcept { return place_of(name) < of_.size(); }

  /// Whether any value was written, but that of the parameter `other`.
  [[nodiscard]] bool any_written_but(std::string_view other) const noexcept {
    for (std::size_t i = 0; i < of_.size(); ++i) {
      if (!written_[i].empty() && of_[i].name != other) return true;
    }
    return false;
  }
  /// What was written, in the order of the pool's parameters: ":block=16:lock=spin".
  [[nodiscard]] std::string text() const {
    std::string all;
    for (std::size_t i = 0; i < of_.size(); ++i) {
      if (!written_[i].empty()) all += ":" + std::string(of_[i].name) + "=" + written_[i];
    }
    return all;
  }
  [[nodiscard]] const std::vector<parameter>& parameters() const noexcept { return of_; }

  /// Notes `text`, of the pool called `pool`: `name=value`; or a value alone, that of the first parameter, where
  /// `may_be_bare`. Throws wrong_parameter. `why_absent(pool, name)`: why there is no such parameter; may be empty.
  void write(std::string_view pool, std::string_view text, bool may_be_bare, auto why_absent) {
    const std::size_t equals = text.find('=');
    const bool named = equals != std::string_view::npos;
    if (!named && !may_be_bare)
      throw wrong_parameter(std::string(pool) + ": '" + base::visible_name(text) +
                            "'; expected PARAMETER=VALUE: only the first value needs no name");
    const std::string_view name = named ? text.substr(0, equals) : of_.empty() ? "" : of_.front().name;
    const std::string_view value = named ? text.substr(equals + 1) : text;
    const std::size_t at = place_of(name);
    if (at == of_.size()) refuse(pool, text, why_absent(pool, name));
    if (!written_[at].empty())
      throw wrong_parameter(std::string(pool) + ": '" + base::visible_name(text) + "'; expected " +
                            std::string(of_[at].name) + " once");
    if (!of_[at].allows(value)) {
      throw wrong_parameter(std::string(pool) + ": " + std::string(of_[at].name) + " '" +
                            base::visible_name(value) + "'; expected " + of_[at].range());
    }
    // 016 is 16: a configuration has one name.
    const std::optional<unsigned> number = of_[at].most != 0 ? parameter::number_in(value) : std::nullopt;
    written_[at] = number ? std::to_string(*number) : std::string(value);
  }

 private:
  [[nodiscard]] std::size_t place_of(std::string_view name) const noexcept {
    const auto found =
        std::find_if(of_.begin(), of_.end(), [&](const auto& each) { return each.name == name; });
    return static_cast<std::size_t>(found - of_.begin());
  }
  [[noreturn]] void refuse(std::string_view pool, std::string_view text, std::string_view why) const {
    throw wrong_parameter(std::string(pool) + ": '" + base::visible_name(text) + "'; " +
                          (why.empty() ? expected_names() : "not of this pool: " + std::string(why)));
  }
  [[nodiscard]] std::string expected_names() const {
    if (of_.empty()) return "this pool has no parameters";
    std::string line = "expected one of its parameters";
    for (const parameter& each : of_) line += " " + std::string(each.name);
    return line;
  }

  std::vector<parameter> of_;
  std::vector<std::string> written_;  // empty: the preset
};

}  // namespace jackdaw::pool
