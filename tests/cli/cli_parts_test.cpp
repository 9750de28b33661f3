// Parts of the command: names, numbers, tables, axes, progress.
#include <atomic>
#include <cstdint>
#include <sstream>
#include <string>
#include <thread>

#include <CLI/CLI.hpp>
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "apps/support/options/number.hpp"
#include "apps/support/options/range_option.hpp"
#include "apps/support/text/input_error.hpp"
#include "cli/chart/sheet/axis.hpp"
#include "cli/text/names.hpp"
#include "cli/text/numbers.hpp"
#include "cli/text/progress.hpp"
#include "cli/text/table.hpp"
#include "tests/support/text/comma_locale.hpp"

namespace cli_parts_test {

using namespace jackdaw::cli;
TEST_CASE("edit distance counts slips") {
  CHECK(edit_distance("", "") == 0);
  CHECK(edit_distance("", "abc") == 3);
  CHECK(edit_distance("dq88", "dq8") == 1);
  CHECK(edit_distance("qd8", "dq8") == 1);
  CHECK(edit_distance("kitten", "sitting") == 3);
  CHECK(edit_distance("ca", "abc") == 3);  // in the restricted form
}

TEST_CASE("durations have three digits") {
  CHECK(duration(0) == "0.00 µs");
  CHECK(duration(845e-6) == "845 µs");
  CHECK(duration(12.34e-3) == "12.3 ms");
  CHECK(duration(1.234) == "1.23 s");
  CHECK(clock_time(61) == "1 min 1 s");
  CHECK(clock_time(7500) == "2 h 5 min");
}

TEST_CASE("columns are aligned by characters, not bytes") {
  table rows({{"name"}, {"n", table::side::right}});
  rows.row({"…", "1"});
  rows.gap();
  rows.row({"long name", "100"});
  std::ostringstream out;
  rows.print(out, 1);
  CHECK(out.str() == " name         n\n …            1\n\n long name  100\n");
}

TEST_CASE("axes have round ticks and hold their values") {
  const axis linear = axis::from_zero(47);
  CHECK(linear.ticks().size() == 6);
  CHECK(linear.ticks().back().label == "50");
  CHECK(linear.place(0) == 0);
  CHECK(linear.place(25) == doctest::Approx(0.5));
  CHECK(axis::from_zero(0).place(1) == 1);
  for (const double most : {1e-9, 3.3, 6.0, 6e12}) CHECK(axis::from_zero(most).most() >= most);

  const axis decades = axis::logarithmic(0.9, 110);
  CHECK(decades.place(0.9) > 0);
  CHECK(decades.place(110) < 1);
  CHECK(decades.ticks().front().value >= 0.78);
  CHECK(decades.ticks().size() >= 3);

  const axis counts = axis::of_counts({1, 2, 4, 8});
  REQUIRE(counts.ticks().size() == 4);
  CHECK(counts.ticks()[3].label == "8");
  CHECK(counts.place(4) - counts.place(2) == doctest::Approx(counts.place(2) - counts.place(1)));
}

TEST_CASE("progress: nothing without a terminal, nothing within the quiet time, a wiped line at the end") {
  struct heard : std::stringbuf {
    std::atomic<int> flushes{0};
    int sync() override {
      ++flushes;
      return 0;
    }
  };
  const auto shown = [](bool terminal, double quiet, bool comes = false) {
    std::ostringstream out;
    heard text;
    std::ostream err(&text);
    {
      progress line({{}, out, err, terminal, quiet});
      line.doing("counting sheep", 3, 9);
      if (comes) {
        while (text.flushes == 0) std::this_thread::yield();
      } else {
        std::this_thread::sleep_for(std::chrono::milliseconds(60));
      }
    }
    CHECK(out.str().empty());
    return text.str();
  };
  CHECK(shown(false, 0).empty());
  CHECK(shown(true, 60).empty());
  const std::string text = shown(true, 0.01, true);
  CHECK(text.find("3 of 9: counting sheep") != std::string::npos);
  CHECK(text.ends_with("\r\x1b[K"));
}

TEST_CASE("whole numbers are read as they are written, and nothing wraps or saturates") {
  using jackdaw::apps::whole_number;
  const auto read = [](const char* text) { return whole_number("--n", text, std::uint64_t{0}, UINT64_MAX); };
  CHECK(read("0") == 0);
  CHECK(read("18446744073709551615") == UINT64_MAX);
  CHECK(read("1e6") == 1'000'000);
  CHECK(read("2.5e3") == 2500);
  CHECK(read("10.0") == 10);
  CHECK(read("1e18") == 1'000'000'000'000'000'000);
  CHECK(read("9007199254740993.0") == 9'007'199'254'740'993);  // which no double is
  CHECK(read("1844674407370955161.5e1") == UINT64_MAX);
  CHECK(read("12300e-2") == 123);
  CHECK(read("0e999") == 0);
  for (const char* wrong : {"", "-1", "18446744073709551616", "99999999999999999999999", "1e300", "0x10",
                            "0b1", "1'000", "+1", "1.5", "1e-3", "nan", "inf", "-0x1", "1e20",
                            "1.00000000000000000001e19", "18446744073709551616e0", "1e-99999999999"})
    CHECK_THROWS_WITH_AS((void)read(wrong),
                         (std::string("--n ") + (*wrong == 0 ? "''" : wrong) +
                          ": expected a whole number from 0 to 18446744073709551615")
                             .c_str(),
                         jackdaw::apps::input_error);
  for (const std::string blank : {" ", " 1", "1 "})
    CHECK_THROWS_WITH_AS(
        (void)read(blank.c_str()),
        ("--n '" + blank + "': expected a whole number from 0 to 18446744073709551615").c_str(),
        jackdaw::apps::input_error);
  CHECK(whole_number("--n", "-9223372036854775808", INT64_MIN, std::int64_t{0}) == INT64_MIN);
  CHECK_THROWS((void)whole_number("--n", "-9223372036854775809", INT64_MIN, INT64_MAX));
  CHECK(whole_number("--n", "-1e3", std::int64_t{-1000}, std::int64_t{0}) == -1000);
}

TEST_CASE("numbers are read alike in every locale, and as doubles have them") {
  const auto read = [](const char* text) { return jackdaw::apps::real_number("--x", text); };
  const auto all = [&] {
    CHECK(read("1.5") == 1.5);
    CHECK(read("-.25e1") == -2.5);
    CHECK(read("1e-400") == 0);
    CHECK_THROWS((void)read("1e400"));
    CHECK_THROWS((void)read("1,5"));
    for (const char* wrong : {"", "nan", "inf", "0x1p3", "+1", " 1", "1.5.2", "1e"})
      CHECK_THROWS((void)read(wrong));
    CHECK_THROWS_WITH((void)read("nan"), "--x nan: expected a number such as 1.5, .5 or 1e-3");
    CHECK_THROWS_WITH((void)jackdaw::apps::real_number("--x", "nan", 0, 1),
                      "--x nan: expected a number from 0 to 1");
    double value = 0;
    CLI::App line;
    line.add_option("--x", value);
    jackdaw::apps::read_numbers_of(line);
    for (const double each : {0.1, -1234.5678, 1e-300, 1.7976931348623157e308, 5e-324, 0.0, 3.0}) {
      line.parse("--x=" + fmt::format("{}", each));
      CHECK(value == each);
    }
  };
  all();
  const jackdaw::tests::comma_locale other;
  all();
  CHECK(jackdaw::apps::plain(0.005) == "0.005");
}

}  // namespace cli_parts_test
