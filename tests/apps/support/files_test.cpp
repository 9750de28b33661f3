// What applications share to read files and to speak of them.
#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "apps/support/files/input_file.hpp"
#include "apps/support/files/input_stream.hpp"
#include "apps/support/files/text_lines.hpp"
#include "apps/support/geometry/triangles.hpp"
#include "apps/support/text/decimal.hpp"
#include "apps/support/text/quoted.hpp"
#include "tests/support/apps.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/support/text/refusal_of.hpp"

using namespace jackdaw;
using apps::decimal;
using apps::input_file;
using apps::line_form;
using apps::quoted;
using apps::text_lines;
using apps::vec3;
using tests::is_refusal;
using tests::refusal_of;

namespace {

/// A pipe with a text in it with a fixed end: opened again it is empty.
class full_pipe {
 public:
  explicit full_pipe(std::string_view text) {
    REQUIRE(pipe(ends_.data()) == 0);
    REQUIRE(write(ends_[1], text.data(), text.size()) == static_cast<ssize_t>(text.size()));
    close(ends_[1]);
  }
  full_pipe(const full_pipe&) = delete;
  full_pipe& operator=(const full_pipe&) = delete;
  ~full_pipe() { close(ends_[0]); }

  [[nodiscard]] std::string path() const { return "/dev/fd/" + std::to_string(ends_[0]); }

 private:
  std::array<int, 2> ends_{};
};

std::vector<std::string> lines_of(const std::string& path) {
  input_file in(path, "text");
  std::vector<std::string> all;
  for (std::string line; in.line(line);) all.push_back(line);
  return all;
}

/// The words of each line, with `|` between lines.
std::string words_of(const std::string& path, const line_form& form) {
  text_lines in(input_file(path, "text"), form);
  std::string all;
  while (in.next()) {
    all += std::to_string(in.number()) + ":";
    for (const auto& word : in.words()) all += "[" + std::string(word) + "]";
    all += "|";
  }
  return all;
}

}  // namespace

TEST_CASE("files: foreign text is shown in one short line of valid UTF-8") {
  CHECK(quoted("plain text, \"quotes\" and C:\\paths") == "plain text, \"quotes\" and C:\\paths");
  CHECK(quoted("a\tb\nc\x1b[31m\x7f") == "a\\x09b\\x0ac\\x1b[31m\\x7f");
  CHECK(quoted(std::string("a\0b", 3)) == "a\\x00b");
  CHECK(quoted("Gr\xc3\xbc\xc3\x9f"
               "e \xe2\x82\xac \xf0\x9f\x90\xa6") ==
        "Gr\xc3\xbc\xc3\x9f"
        "e \xe2\x82\xac \xf0\x9f\x90\xa6");
  CHECK(quoted("Gr\xfc\xdf"
               "e") == "Gr\\xfc\\xdfe");      // Latin-1
  CHECK(quoted("\xc0\xaf") == "\\xc0\\xaf");  // longer than needed
  CHECK(quoted("\xe0\x80\xaf") == "\\xe0\\x80\\xaf");
  CHECK(quoted("\xed\xa0\x80") == "\\xed\\xa0\\x80");           // half of a surrogate pair
  CHECK(quoted("\xf4\x90\x80\x80") == "\\xf4\\x90\\x80\\x80");  // beyond U+10FFFF
  CHECK(quoted("\xef\xbf\xbe \xef\xbf\xbf") ==
        "\\xef\\xbf\\xbe \\xef\\xbf\\xbf");  // U+FFFE and U+FFFF: no characters
  CHECK(quoted("\xef\xb7\x90 \xef\xb7\xaf") == "\\xef\\xb7\\x90 \\xef\\xb7\\xaf");  // nor U+FDD0 to U+FDEF
  CHECK(quoted("\xf0\x9f\xbf\xbe \xf4\x8f\xbf\xbf") ==
        "\\xf0\\x9f\\xbf\\xbe \\xf4\\x8f\\xbf\\xbf");  // U+1FFFE, U+10FFFF
  CHECK(quoted("\xef\xb7\x8f\xef\xb7\xb0\xef\xbf\xbd") ==
        "\xef\xb7\x8f\xef\xb7\xb0\xef\xbf\xbd");  // their neighbours are
  CHECK(quoted("\xe2\x82") == "\\xe2\\x82");      // cut off
  CHECK(quoted("\xc2\x9b"
               "31m") == "\\xc2\\x9b31m");  // a control character of two bytes
  CHECK(quoted("\xe2\x80\xae"
               "txt") == "\\xe2\\x80\\xaetxt");  // turns the direction
  CHECK(quoted("\xef\xbb\xbf"
               "v") == "\\xef\\xbb\\xbfv");  // byte order mark
}

TEST_CASE("files: long foreign text is shortened in the middle, between characters") {
  CHECK(quoted(std::string(80, 'x')) == std::string(80, 'x'));
  CHECK(quoted(std::string(81, 'x')) == std::string(40, 'x') + "…" + std::string(40, 'x'));
  CHECK(quoted("abcdefgh", 3) == "ab…h");
  CHECK(quoted("abcdefgh", 0) == "…");
  std::string euros;
  for (int i = 0; i < 1000; ++i) euros += "\xe2\x82\xac";
  const std::string shown = quoted(euros, 10);
  CHECK(shown == "\xe2\x82\xac…\xe2\x82\xac");
  CHECK(quoted(std::string(5'000'000, '\x01')).size() <= 4 * 80 + 3);
  CHECK(quoted(std::string(1000, '\x80'), 4) == "…");  // no border found: nothing half
}

TEST_CASE("files: an input is opened once, and begins behind its byte order mark") {
  const tests::scratch_folder folder;
  using lines = std::vector<std::string>;
  CHECK(lines_of(folder.write("a", "\xef\xbb\xbfone\ntwo")) == lines{"one", "two"});
  CHECK(lines_of(folder.write("b", "one\r\ntwo\rthree\n\rfour\r")) ==
        lines{"one", "two", "three", "", "four"});
  CHECK(lines_of(folder.write("c", "\n\n")) == lines{"", ""});
  CHECK(lines_of(full_pipe("one\ntwo\n").path()) == lines{"one", "two"});
  const std::string twice(200'000, 'x');  // longer than what is read at a time
  CHECK(lines_of(folder.write("d", twice + "\r\n" + twice)) == lines{twice, twice});
  input_file in(folder.write("e", "front and rest"), "text");
  CHECK(in.front(5) == "front");
  CHECK(in.front(100) == "front and rest");
  CHECK(is_refusal(refusal_of([&] { static_cast<void>(in.rest(13)); }), "e: more than 13 bytes"));
  CHECK(in.rest(14) == "front and rest");
  CHECK(in.front(1).empty());
}

TEST_CASE("files: an input as a stream of the standard library") {
  const tests::scratch_folder folder;
  const std::string text = std::string(200'000, 'x') + "\nend";
  input_file file(folder.write("a", "\xef\xbb\xbf" + text), "text");
  CHECK(file.front(2) == "xx");
  apps::input_stream in(file);
  std::string all, line;
  while (std::getline(in.stream(), line)) all += (all.empty() ? "" : "\n") + line;
  CHECK(all == text);
}

TEST_CASE("files: what is no text is refused by name") {
  const tests::scratch_folder folder;
  const auto refused = [](const std::string& path) {
    return refusal_of([&path] { static_cast<void>(input_file(path, "text")); });
  };
  CHECK(is_refusal(refused(folder.path()), ": is a folder; expected text"));
  CHECK(is_refusal(refused(folder.path("none")), "none: cannot be read (No such file"));
  CHECK(is_refusal(refused(folder.write("empty", "")), "empty: is empty"));
  CHECK(is_refusal(refused("/dev/null"), "/dev/null: is empty"));
  CHECK(is_refusal(refused(folder.write("gz", "\x1f\x8b\x08")), "gz: is compressed by gzip"));
  CHECK(is_refusal(refused(folder.write("bz2", "BZh9")), "is compressed by bzip2"));
  CHECK(is_refusal(refused(folder.write("xz", std::string("\xfd"
                                                          "7zXZ\0",
                                                          6))),
                   "is compressed by xz"));
  CHECK(is_refusal(refused(folder.write("zst", "\x28\xb5\x2f\xfd")), "is compressed by zstd"));
  CHECK(is_refusal(refused(folder.write("zip", "PK\x03\x04")), "is a zip archive"));
  CHECK(is_refusal(refused(folder.write("utf16", std::string("\xff\xfev\0", 4))), "is text in UTF-16"));
  const std::string far = folder.path() + "/" + std::string(300, 'a');
  const std::string line = refused(far);
  CHECK(is_refusal(line, "…"));
  CHECK(line.size() < 320);
  CHECK(refused("a\nb").find("a\\x0ab: cannot be read") == 0);
}

TEST_CASE("files: lines and their words") {
  const tests::scratch_folder folder;
  CHECK(words_of(folder.write("a", "a\tb\v c\fd # e\n\n # f\n#\n g#h\n"), {}) == "1:[a][b][c][d]|5:[g]|");
  CHECK(words_of(folder.write("b", "a \\\n b \\ \r\n c # d \\\ne\n"), {'#', true, true}) ==
        "1:[a][b][c]|4:[e]|");
  CHECK(words_of(folder.write("c", "a#1 b #c#d\n#e\n"), {'#', false, true}) == "1:[a#1][b]|");
  CHECK(is_refusal(refusal_of([&] { words_of(folder.write("d", "a\nb \\"), {'#', true, true}); }),
                   "d:2: the file ends after \"\\\""));
  CHECK(words_of(folder.write("e", "a\\\nb\n"), {}) == "1:[a\\]|2:[b]|");  // where lines are not continued
}

TEST_CASE("files: numbers") {
  CHECK(decimal("1") == 1.0);
  CHECK(decimal("+1.5E+3") == 1500.0);
  CHECK(decimal("-.5") == -0.5);
  CHECK(decimal("5.") == 5.0);
  CHECK(decimal("4.9e-324") == 4.9e-324);
  CHECK(decimal("1e-400") == 0.0);
  CHECK(decimal("-1e-400") == 0.0);
  CHECK(decimal("0.0e999999999999999999999") == 0.0);
  CHECK(decimal("0." + std::string(400, '0') + "1") == 0.0);
  CHECK(decimal("0." + std::string(400, '0') + "1e401") == 1.0);
  CHECK(decimal("1" + std::string(400, '0') + "e-400") == 1.0);
  CHECK(decimal("1e-99999999999999999999999") == 0.0);
  for (const char* const none : {"", "+", "-", "+-1", "++1", "1e400", "-1e400", "1e99999999999999999999",
                                 "inf", "nan", "-infinity", "0x10", "1e", "1,5", "1 ", " 1", "1d3", "."})
    CHECK_MESSAGE(!decimal(none), none);
  CHECK(!decimal("1" + std::string(400, '0')));
}

TEST_CASE("files: polygons are divided into triangles that cover them once") {
  const auto area = [](const std::vector<vec3>& p, const std::vector<std::array<std::size_t, 3>>& parts) {
    double total = 0;
    for (const auto& [a, b, c] : parts) total += length(cross(p[b] - p[a], p[c] - p[a])) / 2;
    return total;
  };
  const std::vector<vec3> arrow{{0, 0, 0}, {2, 0, 0}, {0.5, 0.5, 0}, {0, 2, 0}};  // not convex
  CHECK(apps::triangles_of(arrow).size() == 2);
  CHECK(area(arrow, apps::triangles_of(arrow)) == doctest::Approx(1));
  const std::vector<vec3> kite{{0, 0, 0}, {3, 0, 0}, {3, 1, 0}, {0, 1, 0}};
  CHECK(area(kite, apps::triangles_of(kite)) == doctest::Approx(3));
  const std::vector<vec3> line{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}};
  CHECK(apps::triangles_of(line).empty());
  // A comb, whose teeth come off in an awkward order.
  std::vector<vec3> comb{{0, -1, 0}, {40, -1, 0}};
  for (int tooth = 40; tooth > 0; --tooth) {
    comb.push_back({static_cast<double>(tooth), 10, 0});
    comb.push_back({tooth - 0.5, 0, 0});
  }
  comb.push_back({0, 10, 0});
  const auto parts = apps::triangles_of(comb);
  CHECK(parts.size() == comb.size() - 2);
  CHECK(area(comb, parts) == doctest::Approx(length(apps::newell_normal(comb)) / 2));
}

TEST_CASE("files: polygons of thousands of corners are divided at once") {
  const auto area = [](const std::vector<vec3>& p, const std::vector<std::array<std::size_t, 3>>& parts) {
    double total = 0;
    for (const auto& [a, b, c] : parts) total += length(cross(p[b] - p[a], p[c] - p[a])) / 2;
    return total;
  };
  constexpr int corners = 20'000;  // by each corner with each other one: 4e8 looks for each that is cut off
  std::vector<vec3> round;
  for (int i = 0; i < corners; ++i) {
    const double angle = 2 * 3.141592653589793 * i / corners;
    round.push_back({std::cos(angle), std::sin(angle), 0});
  }
  const auto parts = apps::triangles_of(round);
  CHECK(parts.size() == corners - 2);
  CHECK(area(round, parts) == doctest::Approx(length(apps::newell_normal(round)) / 2));
}
