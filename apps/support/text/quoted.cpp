#include "apps/support/text/quoted.hpp"

#include <cstdint>

#include <jackdaw/base/characters.hpp>

namespace jackdaw::apps {

namespace {

constexpr unsigned char byte_at(std::string_view text, std::size_t i) {
  return static_cast<unsigned char>(text[i]);
}

/// The number of a UTF-8 character.
std::uint32_t code_of(std::string_view character) {
  if (character.size() == 1) return byte_at(character, 0);
  std::uint32_t code = byte_at(character, 0) & (0x7fU >> character.size());
  for (const char each : character.substr(1))
    code = (code << 6U) | (static_cast<unsigned char>(each) & 0x3fU);
  return code;
}

/// Characters that move the cursor, colour the terminal, end the line or turn its direction, and numbers that are no
/// characters and never will be: U+FDD0 to U+FDEF, and the last two of each 65 536.
bool is_invisible(std::string_view character) {
  if (base::is_control(character) || base::turns_direction(character)) return true;
  const std::uint32_t code = code_of(character);
  const auto between = [code](std::uint32_t first, std::uint32_t last) {
    return code >= first && code <= last;
  };
  return code == 0xfeff || between(0x200b, 0x200f) || between(0x2028, 0x202e) || between(0x2060, 0x206f) ||
         between(0xfdd0, 0xfdef) || (code & 0xfffeU) == 0xfffeU;
}

std::string escaped(std::string_view text) {
  std::string shown;
  const auto escape = [&shown](std::string_view bytes) { base::append_bytes(shown, bytes); };
  const auto append = [&](std::string_view character) {
    if (is_invisible(character)) return escape(character);
    shown += character;
  };
  base::for_each_character(text, append, escape);
  return shown;
}

bool is_continuation(std::string_view text, std::size_t i) { return (byte_at(text, i) & 0xc0U) == 0x80U; }

}  // namespace

std::string quoted_function::operator()(std::string_view text, std::size_t most) const {
  if (text.size() <= most) return escaped(text);
  std::size_t tail = text.size() - most / 2;
  // Not within a character, which has at most three continuation bytes; what has more is none.
  for (int i = 0; i < 3 && tail < text.size() && is_continuation(text, tail); ++i) ++tail;
  return escaped(base::beginning(text, most - most / 2)) + "…" + escaped(text.substr(tail));
}

}  // namespace jackdaw::apps
