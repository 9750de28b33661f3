// What applications share to read files and to speak of them.
#include <string>

#include <doctest/doctest.h>

#include "apps/support/quoted.hpp"

using namespace jackdaw;
using apps::quoted;

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
  CHECK(quoted("\xe2\x82") == "\\xe2\\x82");                    // cut off
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
