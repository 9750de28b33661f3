#include "c/pool.hpp"

#include <jackdaw/base/characters.hpp>

namespace jackdaw::c {

last_failure& failure_here() noexcept {
  thread_local constinit last_failure here;  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)
  return here;
}

namespace {

/// A character as it is shown, or a byte of none: without memory, which may be what has failed.
struct shown_piece {
  std::array<char, 16> bytes{};
  std::size_t size = 0;

  explicit shown_piece(std::string_view character, bool as_it_is) {
    if (as_it_is && !base::is_control(character) && !base::turns_direction(character)) {
      size = character.copy(bytes.data(), bytes.size());
      return;
    }
    constexpr std::string_view digits = "0123456789abcdef";
    for (const char each : character) {
      const auto byte = static_cast<unsigned char>(each);
      for (const char c : {'\\', 'x', digits[byte >> 4U], digits[byte & 15U]}) bytes[size++] = c;
    }
  }
};

void for_each_piece(std::string_view line, auto take) {
  base::for_each_character(
      line, [&take](std::string_view character) { take(shown_piece(character, true)); },
      [&take](std::string_view byte) { take(shown_piece(byte, false)); });
}

}  // namespace

jackdaw_status failed(jackdaw_status status, std::string_view line) noexcept {
  last_failure& here = failure_here();
  here.status = status;
  std::size_t all = 0;
  for_each_piece(line, [&all](const shown_piece& each) { all += each.size; });
  constexpr std::string_view gap = "…";
  const std::size_t most = here.line.size() - 1;
  const bool is_whole = all <= most;
  const std::size_t head = is_whole ? all : most / 2;
  const std::size_t tail =
      is_whole ? all : all - (most - most / 2 - gap.size());  // what was expected is at the end
  std::size_t at = 0;
  std::size_t length = 0;
  bool has_gap = is_whole;
  for_each_piece(line, [&](const shown_piece& each) {
    const std::size_t begin = std::exchange(at, at + each.size);
    if (at > head && begin < tail) return;
    if (begin >= tail && !std::exchange(has_gap, true))
      length += gap.copy(here.line.data() + length, gap.size());
    length += std::string_view(each.bytes.data(), each.size).copy(here.line.data() + length, each.size);
  });
  here.line[length] = '\0';
  return status;
}

jackdaw_status failed(jackdaw_status status, std::string_view function, std::string_view what) noexcept {
  constexpr std::string_view colon = ": ";
  std::array<char, 256> room{};  // a short line needs no memory, which may be what has failed
  const std::size_t length = function.size() + colon.size() + what.size();
  if (length > room.size()) {
    try {
      return failed(status, std::string(function).append(colon).append(what));
    } catch (const std::bad_alloc&) { return failed(status, what); }
  }
  char* end = room.data();
  for (const std::string_view part : {function, colon, what}) end += part.copy(end, part.size());
  return failed(status, std::string_view(room.data(), length));
}

jackdaw_status null(std::string_view function, std::string_view what) {
  return failed(JACKDAW_BAD_ARGUMENT,
                std::string(function) + ": " + std::string(what) + " is NULL; expected its address");
}

jackdaw_status alive(std::string_view function, const jackdaw_pool* pool) {
  if (pool == nullptr) return null(function, "pool");
  if (pool->crew != nullptr) [[likely]]
    return JACKDAW_OK;
  return failed(JACKDAW_BAD_ARGUMENT,
                std::string(function) + ": the pool was destroyed; expected one that was not");
}

jackdaw_status member(std::string_view function, const jackdaw_pool* pool, unsigned me) {
  if (const jackdaw_status status = alive(function, pool); status != JACKDAW_OK) return status;
  if (pool->crew->is_member(me) || pool->crew->arrive(me)) [[likely]]
    return JACKDAW_OK;
  const unsigned most = pool->crew->most_members();
  const std::string line = std::string(function) + ": " + said(me) + " is no member of the pool; ";
  if (me >= most)
    return failed(JACKDAW_TOO_MANY, line + "it was made for members 0 to " + std::to_string(most - 1));
  return failed(JACKDAW_BAD_ARGUMENT,
                line + "expected one that has joined, or was announced by jackdaw_expect");
}

}  // namespace jackdaw::c
