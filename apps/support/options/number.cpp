#include "apps/support/options/number.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstdlib>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include <CLI/App.hpp>

#include "apps/support/options/range_option.hpp"
#include "apps/support/text/decimal.hpp"
#include "apps/support/text/input_error.hpp"
#include "apps/support/text/parse.hpp"
#include "apps/support/text/quoted.hpp"

namespace jackdaw::apps {

namespace {

/// In quotation marks where one would not see it else: empty, or with blanks around it.
std::string visible(std::string_view text) {
  const auto is_blank = [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; };
  const bool is_seen = !text.empty() && !is_blank(text.front()) && !is_blank(text.back());
  return is_seen ? quoted(text) : '\'' + quoted(text) + '\'';
}

[[noreturn]] void refuse(std::string_view option, std::string_view text, const char* kind,
                         const std::string& least, const std::string& most) {
  throw input_error(std::string(option) + ' ' + visible(text) + ": expected " + kind + " from " + least +
                    " to " + most);
}

/// The digits of a whole number that is written as a decimal, such as 2.5e6; empty where it is none, or has more than any
/// number of 64 bits. No double comes between: it would skip some from 2^53 on.
std::string digits_of(std::string_view text) {
  constexpr std::size_t most_digits = 20;
  constexpr int most_exponent = 1000;
  if (!decimal(text) || text.starts_with('+')) return {};
  const bool is_negative = text.starts_with('-');
  if (is_negative) text.remove_prefix(1);
  const std::size_t e = std::min(text.find_first_of("eE"), text.size());
  int exponent = 0;
  if (e < text.size()) {
    std::string_view written = text.substr(e + 1);
    if (written.starts_with('+')) written.remove_prefix(1);
    if (!parses_as(written, exponent) || std::abs(exponent) > most_exponent) return {};
  }
  std::string digits(text.substr(0, e));
  if (const std::size_t point = digits.find('.'); point != std::string::npos) {
    exponent -= static_cast<int>(digits.size() - point - 1);
    digits.erase(point, 1);
  }
  for (; exponent < 0 && digits.ends_with('0'); ++exponent) digits.pop_back();
  digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size()));
  if (digits.empty()) return "0";
  if (exponent < 0 || digits.size() + static_cast<std::size_t>(exponent) > most_digits) return {};
  return (is_negative ? "-" : "") + digits + std::string(static_cast<std::size_t>(exponent), '0');
}

template <std::integral Number>
Number whole(std::string_view option, std::string_view text, Number least, Number most) {
  std::optional<Number> found;
  if (Number digits = 0; parses_as(text, digits) || parses_as(digits_of(text), digits)) found = digits;
  if (found && *found >= least && *found <= most) return *found;
  refuse(option, text, "a whole number", std::to_string(least), std::to_string(most));
}

/// A double without a point in it: CLI11 reads numbers as the locale has them.
std::string without_point(double value) {
  std::array<char, 64> text{};
  const char* const end =
      std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::scientific).ptr;
  std::string digits(text.data(), static_cast<std::size_t>(end - text.data()));
  const std::size_t point = digits.find('.');
  if (point == std::string::npos) return digits;
  const std::size_t e = digits.find('e');
  std::string_view written = std::string_view(digits).substr(e + 1);
  if (written.starts_with('+')) written.remove_prefix(1);
  int exponent = 0;
  static_cast<void>(parses_as(written, exponent));
  exponent -= static_cast<int>(e - point - 1);
  return digits.substr(0, point) + digits.substr(point + 1, e - point - 1) + 'e' + std::to_string(exponent);
}

/// Rewrites the value of an option of this type; empty: it is no number.
std::function<std::string(std::string)> reader_of(const std::string& option, const std::string& type) {
  if (type == "FLOAT")
    return [option](const std::string& text) { return without_point(real_number(option, text)); };
  if (type == "INT") {
    return [option](const std::string& text) {
      using limits = std::numeric_limits<std::int64_t>;
      return std::to_string(whole_number(option, text, limits::min(), limits::max()));
    };
  }
  if (const auto bounds = bounds_in(type)) {
    if (std::int64_t least = 0, most = 0; parses_as(bounds->least, least) && parses_as(bounds->most, most)) {
      return [option, least, most](const std::string& text) {
        return std::to_string(whole_number(option, text, least, most));
      };
    }
    std::uint64_t least = 0, most = 0;
    static_cast<void>(parses_as(bounds->least, least) && parses_as(bounds->most, most));
    return [option, least, most](const std::string& text) {
      return std::to_string(whole_number(option, text, least, most));
    };
  }
  if (type != "UINT" && type != "NUMBER") return {};
  return [option](const std::string& text) {
    return std::to_string(
        whole_number(option, text, std::uint64_t{0}, std::numeric_limits<std::uint64_t>::max()));
  };
}

}  // namespace

std::uint64_t whole_number(std::string_view option, std::string_view text, std::uint64_t least,
                           std::uint64_t most) {
  return whole(option, text, least, most);
}

std::int64_t whole_number(std::string_view option, std::string_view text, std::int64_t least,
                          std::int64_t most) {
  return whole(option, text, least, most);
}

double real_number(std::string_view option, std::string_view text, double least, double most) {
  const std::optional<double> found = text.starts_with('+') ? std::nullopt : decimal(text);
  if (found && *found >= least && *found <= most) return *found;
  if (least == std::numeric_limits<double>::lowest() && most == std::numeric_limits<double>::max())
    throw input_error(std::string(option) + ' ' + visible(text) +
                      ": expected a number such as 1.5, .5 or 1e-3");  // its bounds are looked at later
  refuse(option, text, "a number", plain(least), plain(most));
}

std::string whole_numbers(int least, int most) { return std::to_string(least) + ".." + std::to_string(most); }
std::string whole_numbers(std::uint64_t least, std::uint64_t most) {
  return std::to_string(least) + ".." + std::to_string(most);
}

std::optional<whole_bounds> bounds_in(std::string_view type) {
  const std::size_t dots = type.find("..");
  if (dots == std::string_view::npos) return std::nullopt;
  const std::string_view least = type.substr(0, dots), most = type.substr(dots + 2);
  const auto is_whole = [](std::string_view text) {
    std::int64_t negative = 0;
    std::uint64_t positive = 0;
    return parses_as(text, negative) || parses_as(text, positive);
  };
  if (!is_whole(least) || !is_whole(most)) return std::nullopt;
  return whole_bounds{std::string(least), std::string(most)};
}

void read_numbers_of(CLI::App& command) {
  for (CLI::Option* const option : command.get_options()) {
    if (option->get_items_expected_max() == 0) continue;  // a flag
    const std::string name = option->get_name();
    if (auto reader = reader_of(name, option->get_type_name()))
      option->transform(std::move(reader));
    else
      option->transform([name](std::string text) {
        if (text.empty()) throw input_error(name + " '': expected a value");
        return text;
      });
  }
  for (CLI::App* const each : command.get_subcommands([](const CLI::App*) { return true; }))
    read_numbers_of(*each);
}

}  // namespace jackdaw::apps
