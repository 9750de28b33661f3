// Characters of names that come from outside: which bytes are UTF-8, and what cannot be shown.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace jackdaw::base {

/// Bytes of the UTF-8 character that `text` begins with; `text` is not empty. 0 where none begins: a
/// stray or missing continuation byte, a form longer than needed, half of a surrogate pair, a number above U+10FFFF.
[[nodiscard]] constexpr std::size_t character_at_front(std::string_view text) noexcept {
  const auto byte = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return 1;
  const std::size_t bytes = lead >= 0xc2 && lead < 0xe0   ? 2
                            : lead >= 0xe0 && lead < 0xf0 ? 3
                            : lead >= 0xf0 && lead < 0xf5 ? 4
                                                          : 0;
  if (bytes == 0 || text.size() < bytes) return 0;
  std::uint32_t code = lead & (0x7fU >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xc0U) != 0x80U) return 0;
    code = (code << 6U) | (byte(i) & 0x3fU);
  }
  if (bytes == 3 && (code < 0x800 || (code >= 0xd800 && code < 0xe000))) return 0;
  if (bytes == 4 && (code < 0x10000 || code > 0x10ffff)) return 0;
  return bytes;
}

/// The first `most` bytes of `text` at most, not cut within a UTF-8 character. What has more than three continuation
/// bytes in a row is no character.
[[nodiscard]] constexpr std::string_view beginning(std::string_view text, std::size_t most) noexcept {
  if (text.size() <= most) return text;
  std::size_t end = most;
  for (int i = 0; i < 3 && end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0U) == 0x80U; ++i) --end;
  return text.substr(0, end);
}

/// Whether a UTF-8 character is one of control, or none at all (U+FFFE, U+FFFF): XML knows most of them in no form.
[[nodiscard]] constexpr bool is_control(std::string_view character) noexcept {
  const auto first = static_cast<unsigned char>(character[0]);
  if (character.size() == 1) return first < 0x20 || first == 0x7f;
  if (character.size() == 2)
    return first == 0xc2 && static_cast<unsigned char>(character[1]) < 0xa0;  // U+0080 to U+009F
  return character == "\xef\xbf\xbe" || character == "\xef\xbf\xbf";
}

/// Whether a UTF-8 character turns the direction of writing, so that what follows is shown in another order: U+061C,
/// U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069 (Unicode Standard Annex 9).
[[nodiscard]] constexpr bool turns_direction(std::string_view character) noexcept {
  if (character == "\xd8\x9c") return true;  // U+061C
  if (character.size() != 3 || character[0] != '\xe2') return false;
  const auto last = static_cast<unsigned char>(character[2]);
  if (character[1] == '\x80') return last == 0x8e || last == 0x8f || (last >= 0xaa && last <= 0xae);
  return character[1] == '\x81' && last >= 0xa6 && last <= 0xa9;
}

/// "\xNN" for each byte.
inline void append_bytes(std::string& to, std::string_view bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  for (const char each : bytes) {
    const auto byte = static_cast<unsigned char>(each);
    to.append("\\x").append(1, digits[byte >> 4U]).append(1, digits[byte & 15U]);
  }
}

/// Calls as_it_is(character) for each UTF-8 character of `text`, and bytes(byte) for each byte that is part of none.
constexpr void for_each_character(std::string_view text, auto as_it_is, auto bytes) {
  while (!text.empty()) {
    const std::size_t size = character_at_front(text);
    if (size == 0) {
      bytes(text.substr(0, 1));
    } else {
      as_it_is(text.substr(0, size));
    }
    text.remove_prefix(size == 0 ? 1 : size);
  }
}

/// `text` for people: UTF-8 without characters of control and those that turn the direction of writing, which stand
/// there as "\xNN", as do bytes that are no UTF-8.
[[nodiscard]] inline std::string visible(std::string_view text) {
  std::string result;
  const auto escape = [&result](std::string_view bytes) { append_bytes(result, bytes); };
  const auto append = [&](std::string_view character) {
    if (is_control(character) || turns_direction(character)) return escape(character);
    result += character;
  };
  for_each_character(text, append, escape);
  return result;
}

/// The same for a line that quotes a name: of a longer one the first `most` bytes, and "…". So what such a line expects
/// instead stays short enough to be read.
[[nodiscard]] inline std::string visible_name(std::string_view name, std::size_t most = 80) {
  const std::string_view shown = beginning(name, most);
  return visible(shown) + (shown.size() < name.size() ? "…" : "");
}

}  // namespace jackdaw::base
