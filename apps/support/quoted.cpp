#include "apps/support/quoted.hpp"

#include <cstdint>

namespace jackdaw::apps {

namespace {

constexpr unsigned char byte_at(std::string_view text, std::size_t i) {
  return static_cast<unsigned char>(text[i]);
}

/// Bytes of the UTF-8 character that `text` begins with; 0 where it begins with none: a stray or missing continuation
/// byte, a form longer than needed, half of a surrogate pair, a number above U+10FFFF.
std::size_t character_at_front(std::string_view text) {
  const unsigned char lead = byte_at(text, 0);
  if (lead < 0x80) return 1;
  const std::size_t bytes = lead >= 0xc2 && lead < 0xe0   ? 2
                            : lead >= 0xe0 && lead < 0xf0 ? 3
                            : lead >= 0xf0 && lead < 0xf5 ? 4
                                                          : 0;
  if (bytes == 0 || text.size() < bytes) return 0;
  std::uint32_t code = lead & (0x7fU >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte_at(text, i) & 0xc0U) != 0x80U) return 0;
    code = (code << 6U) | (byte_at(text, i) & 0x3fU);
  }
  if (bytes == 3 && (code < 0x800 || (code >= 0xd800 && code < 0xe000))) return 0;
  if (bytes == 4 && (code < 0x10000 || code > 0x10ffff)) return 0;
  return bytes;
}

/// Characters that move the cursor, colour the terminal, end the line or turn its direction.
bool is_control(std::string_view character) {
  const unsigned char first = byte_at(character, 0);
  if (character.size() == 1) return first < 0x20 || first == 0x7f;
  if (character.size() == 2) return first == 0xc2 && byte_at(character, 1) < 0xa0;  // U+0080 to U+009F
  if (character.size() != 3) return false;
  if (character == "\xef\xbb\xbf") return true;  // U+FEFF, a byte order mark
  if (first != 0xe2) return false;
  const unsigned char second = byte_at(character, 1);
  const unsigned char third = byte_at(character, 2);
  return (second == 0x80 &&
          ((third >= 0x8b && third <= 0x8f) || (third >= 0xa8 && third <= 0xae))) ||  // U+200B-F, U+2028-E
         (second == 0x81 && third >= 0xa0 && third <= 0xaf);                          // U+2060-206F
}

void append_escaped(std::string& to, std::string_view bytes) {
  static constexpr char digits[] = "0123456789abcdef";
  for (const char byte : bytes) {
    const auto value = static_cast<unsigned char>(byte);
    to += "\\x";
    to += digits[value >> 4U];
    to += digits[value & 15U];
  }
}

std::string escaped(std::string_view text) {
  std::string shown;
  while (!text.empty()) {
    const std::size_t bytes = character_at_front(text);
    const std::string_view front = text.substr(0, bytes == 0 ? 1 : bytes);
    if (bytes == 0 || is_control(front))
      append_escaped(shown, front);
    else
      shown += front;
    text.remove_prefix(front.size());
  }
  return shown;
}

bool is_continuation(std::string_view text, std::size_t i) { return (byte_at(text, i) & 0xc0U) == 0x80U; }

}  // namespace

std::string quoted(std::string_view text, std::size_t most) {
  if (text.size() <= most) return escaped(text);
  std::size_t head = most - most / 2;
  std::size_t tail = text.size() - most / 2;
  // Not within a character, which has at most three continuation bytes; what has more is none.
  for (int i = 0; i < 3 && head > 0 && is_continuation(text, head); ++i) --head;
  for (int i = 0; i < 3 && tail < text.size() && is_continuation(text, tail); ++i) ++tail;
  return escaped(text.substr(0, head)) + "…" + escaped(text.substr(tail));
}

}  // namespace jackdaw::apps
