#include "apps/labyrinth/maze/generate.hpp"

#include <array>
#include <vector>

#include <jackdaw/base/random.hpp>

#include "apps/support/text/input_error.hpp"
#include "apps/support/text/quoted.hpp"

namespace jackdaw::apps::labyrinth {

namespace {

/// Rooms are the squares with odd coordinates; between two neighbours lies a wall that can be taken away.
class rooms {
 public:
  rooms(int width, int height, std::uint64_t seed)
      : squares_(width, height, 1, false),
        columns_((width - 1) / 2),
        rows_((height - 1) / 2),
        random_(seed) {}

  /// Goes on from a room to one that has not been visited, and back where there is none.
  void dig() {
    std::vector<place> way{{1, 1, 0}};
    squares_.set(way.back(), true);
    while (!way.empty()) {
      const auto ways = neighbours(way.back(), false);
      if (ways.count == 0) {
        way.pop_back();
        continue;
      }
      const place next = ways.rooms[random_.below(ways.count)];
      open_between(way.back(), next);
      squares_.set(next, true);
      way.push_back(next);
    }
  }

  /// Gives every dead end a second way.
  void braid() {
    for (int row = 0; row < rows_; ++row) {
      for (int column = 0; column < columns_; ++column) {
        const place room{2 * column + 1, 2 * row + 1, 0};
        if (exits(room) != 1) continue;
        const auto ways = neighbours(room, true);
        std::array<place, 4> closed;
        unsigned count = 0;
        for (unsigned i = 0; i < ways.count; ++i)
          if (!squares_.is_open(between(room, ways.rooms[i]))) closed[count++] = ways.rooms[i];
        if (count > 0) open_between(room, closed[random_.below(count)]);
      }
    }
  }

  [[nodiscard]] puzzle done() && {
    const route way{{1, 1, 0}, {2 * columns_ - 1, 2 * rows_ - 1, 0}};
    return {std::move(squares_), {way}};
  }

 private:
  struct some_rooms {
    std::array<place, 4> rooms;
    unsigned count = 0;
  };

  /// Next to a room, those that are dug or those that are not.
  [[nodiscard]] some_rooms neighbours(const place& room, bool dug) const {
    some_rooms found;
    const std::array<place, 4> all{
        {{room.x + 2, room.y, 0}, {room.x - 2, room.y, 0}, {room.x, room.y + 2, 0}, {room.x, room.y - 2, 0}}};
    for (const place& each : all) {
      if (each.x > 0 && each.x < 2 * columns_ && each.y > 0 && each.y < 2 * rows_ &&
          squares_.is_open(each) == dug)
        found.rooms[found.count++] = each;
    }
    return found;
  }

  [[nodiscard]] int exits(const place& room) const {
    return int{squares_.is_open({room.x + 1, room.y, 0})} + int{squares_.is_open({room.x - 1, room.y, 0})} +
           int{squares_.is_open({room.x, room.y + 1, 0})} + int{squares_.is_open({room.x, room.y - 1, 0})};
  }

  static place between(const place& a, const place& b) { return {(a.x + b.x) / 2, (a.y + b.y) / 2, 0}; }
  void open_between(const place& a, const place& b) { squares_.set(between(a, b), true); }

  maze squares_;
  int columns_, rows_;
  base::random random_;
};

/// Every sixteenth square or so is a wall, none beside another: so no square is enclosed.
puzzle field(int width, int height, std::uint64_t seed) {
  base::random random(seed);
  maze squares(width, height, 1, true);
  for (int y = 1; y < height - 1; y += 2)
    for (int x = 1; x < width - 1; x += 2)
      if (random.below(4) == 0) squares.set({x, y, 0}, false);
  return {std::move(squares), {{{0, 0, 0}, {width - 1, height - 1, 0}}}};
}

}  // namespace

std::string kinds() { return "perfect, braided, open"; }

puzzle generate(const std::string& kind, int width, int height, std::uint64_t seed) {
  if (kind == "open") return field(width, height, seed);
  if (kind != "perfect" && kind != "braided")
    throw input_error("--kind " + quoted(kind) + ": no such kind; expected one of " + kinds());
  rooms made(width, height, seed);
  made.dig();
  if (kind == "braided") made.braid();
  return std::move(made).done();
}

}  // namespace jackdaw::apps::labyrinth
