// What applications share to read files and to speak of them.
#include <array>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "apps/support/decimal.hpp"
#include "apps/support/input_error.hpp"
#include "apps/support/input_file.hpp"
#include "apps/support/output_file.hpp"
#include "apps/support/quoted.hpp"
#include "apps/support/text_lines.hpp"
#include "apps/support/triangles.hpp"
#include "tests/support/apps.hpp"
#include "tests/support/scratch_folder.hpp"

using namespace jackdaw;
using apps::decimal;
using apps::input_file;
using apps::line_form;
using apps::quoted;
using apps::text_lines;
using apps::vec3;
using tests::is_refusal;

namespace {

/// The line with which this is refused; empty when it is not.
std::string refusal_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const apps::input_error& error) { return error.what(); }
  return {};
}

/// A pipe with a text in it that nobody adds to: whoever opens it again finds it empty.
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

TEST_CASE("files: two outputs to one file are refused, whichever way leads there") {
  const tests::scratch_folder folder;
  const auto refused = [](const std::vector<apps::named_output>& all) {
    return refusal_of([&all] { apps::require_writable(all); });
  };
  const std::string a = folder.path("a"), same = folder.path() + "/./a";
  CHECK(refused({{"--x", a}, {"--y", folder.path("b")}, {"--z", ""}, {"--w", ""}}).empty());
  CHECK(is_refusal(refused({{"--x", a}, {"--y", same}}), "--x, --y: "));
  static_cast<void>(folder.write("a", ""));
  std::filesystem::create_symlink(a, folder.path("link"));
  CHECK(is_refusal(refused({{"--x", a}, {"--y", folder.path("link")}}), "named by both; expected two files"));
  std::filesystem::create_hard_link(a, folder.path("hard"));
  CHECK(is_refusal(refused({{"--x", a}, {"--y", folder.path("hard")}}), "named by both"));
  CHECK(refused({{"--x", "/dev/null"}, {"--y", "/dev/null"}}).empty());
  CHECK(refused({{"--x", a}}).empty());  // of different calls only while a command says so
  CHECK(refused({{"--y", a}}).empty());
  const apps::separate_outputs of_a_command;
  CHECK(refused({{"--x", a}}).empty());
  CHECK(refused({{"--x", a}}).empty());
  CHECK(is_refusal(refused({{"--y", same}}), "--x, --y: "));
}

TEST_CASE("files: two outputs that do not exist yet are one file by folder and name") {
  const tests::scratch_folder folder;
  const auto refused = [](const std::vector<apps::named_output>& all) {
    return refusal_of([&all] { apps::require_writable(all); });
  };
  std::filesystem::create_directory(folder.path("in"));
  const std::string a = folder.path("a");
  const std::string relative = std::filesystem::relative(a).string();
  for (const std::string& other : {folder.path("in/../a"), folder.path() + "//a", relative, "./" + relative})
    CHECK_MESSAGE(is_refusal(refused({{"--x", a}, {"--y", other}}), "--x, --y: "), other);
  CHECK(refused({{"--x", a}, {"--y", folder.path("in/a")}}).empty());
  std::filesystem::create_symlink("in/../a", folder.path("link"));  // to what does not exist yet
  CHECK(is_refusal(refused({{"--x", a}, {"--y", folder.path("link")}}), "named by both"));
  CHECK(folder.files() == 2);
}

TEST_CASE("files: an output may not be an input of the same command") {
  const tests::scratch_folder folder;
  const std::string a = folder.write("a", "text");
  const std::string line = "--x: ";
  std::filesystem::create_hard_link(a, folder.path("hard"));
  const auto read = [&a] { static_cast<void>(input_file(a, "text")); };
  for (const char* const name : {"a", "hard", "./a"}) {
    CAPTURE(name);
    const auto write = [&] {
      apps::require_writable(std::vector<apps::named_output>{{"--x", folder.path() + '/' + name}});
    };
    {
      const apps::separate_outputs of_a_command;
      CHECK(refusal_of(write).empty());
      CHECK(is_refusal(refusal_of(read), "is an input, too ("));
    }
    const apps::separate_outputs of_a_command;
    CHECK(refusal_of(read).empty());
    CHECK(is_refusal(refusal_of(write), line));
    CHECK(refusal_of([&] {
            apps::require_writable(std::vector<apps::named_output>{{"--x", folder.path("b")}});
          }).empty());
  }
  CHECK(refusal_of(read).empty());
  CHECK(folder.content("a") == "text");
}

TEST_CASE("files: what leads to an open descriptor is written into, behind what is there") {
  const tests::scratch_folder folder;
  const int log = open(folder.write("log", "before\n").c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  REQUIRE(log >= 0);
  std::filesystem::create_symlink("/proc/self/fd/" + std::to_string(log), folder.path("link"));
  for (const std::string& path :
       {"/dev/fd/" + std::to_string(log), "/proc/self/fd/" + std::to_string(log),
        "/proc/" + std::to_string(getpid()) + "/fd/" + std::to_string(log), folder.path("link")}) {
    CAPTURE(path);
    apps::require_writable(path);
    apps::output_file file(path);
    file.stream() << "line\n";
    file.commit();
  }
  CHECK(folder.content("log") == "before\nline\nline\nline\nline\n");
  CHECK(folder.files() == 2);
  const int input = open(folder.path("log").c_str(), O_RDONLY | O_CLOEXEC);
  CHECK(is_refusal(refusal_of([&] { apps::require_writable("/dev/fd/" + std::to_string(input)); }),
                   "it is open for reading only"));
  close(input);
  close(log);
  CHECK(is_refusal(refusal_of([&] { apps::require_writable("/dev/fd/" + std::to_string(log)); }),
                   "cannot be written"));
}

namespace {

void write_whole(const std::string& path, const std::string& content) {
  apps::output_file file(path);
  file.stream() << content;
  file.commit();
}

mode_t mode_of(const std::string& path) {
  struct stat about{};
  REQUIRE(lstat(path.c_str(), &about) == 0);
  return about.st_mode & 07777U;
}

}  // namespace

TEST_CASE("files: what replaces a file keeps its mode, and stands where links lead") {
  const tests::scratch_folder folder;
  const std::string a = folder.write("a", "old");
  for (const mode_t mode : {0600U, 0640U, 0755U}) {
    REQUIRE(chmod(a.c_str(), mode) == 0);
    write_whole(a, "new");
    CHECK(mode_of(a) == mode);
    CHECK(folder.content("a") == "new");
  }
  const mode_t mask = umask(027);
  write_whole(folder.path("fresh"), "");
  umask(mask);
  CHECK(mode_of(folder.path("fresh")) == 0640);
  std::filesystem::create_directory(folder.path("in"));
  std::filesystem::create_symlink("in/target", folder.path("link"));
  write_whole(folder.path("link"), "one");
  CHECK(folder.content("in/target") == "one");
  write_whole(folder.path("link"), "two");
  CHECK(folder.content("in/target") == "two");
  CHECK(std::filesystem::is_symlink(folder.path("link")));
  std::filesystem::create_symlink("round", folder.path("about"));
  std::filesystem::create_symlink("about", folder.path("round"));
  for (const char* const name : {"round", "about"}) {
    CHECK(is_refusal(refusal_of([&] { apps::require_writable(folder.path(name)); }), "Too many levels"));
    CHECK(is_refusal(refusal_of([&] { write_whole(folder.path(name), ""); }), "Too many levels"));
  }
  const std::string longest = folder.path(std::string(255, 'x'));  // as long as a name can be
  write_whole(longest, "long");
  CHECK(mode_of(longest) != 0);
  CHECK(folder.files() == 7);  // nothing else is left
}

TEST_CASE("files: no temporary name is taken from others") {
  const tests::scratch_folder folder;
  const std::string victim = folder.write("victim", "kept");
  std::filesystem::create_symlink(victim, folder.path("a." + std::to_string(getpid()) + ".tmp"));
  write_whole(folder.path("a"), "new");
  CHECK(folder.content("victim") == "kept");
  CHECK(folder.content("a") == "new");
}

TEST_CASE("files: a full disk and too large a file are said with their reason, and leave nothing") {
  CHECK(is_refusal(refusal_of([] { write_whole("/dev/full", "x"); }),
                   "/dev/full: cannot be written (No space left on device)"));
  CHECK(is_refusal(refusal_of([] { write_whole("/dev/full", std::string(1'000'000, 'x')); }),
                   "(No space left on device)"));
  const tests::scratch_folder folder;
  const std::string a = folder.write("a", "old");
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {  // the limit is for good
    const rlimit little{1000, 1000};
    setrlimit(RLIMIT_FSIZE, &little);
    const std::string line = refusal_of([&] { write_whole(a, std::string(100'000, 'x')); });
    _exit(line.find("a: cannot be written (File too large)") != std::string::npos ? 0 : 1);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
  CHECK(folder.content("a") == "old");
  CHECK(folder.files() == 1);
}
