// Quicksort as the command runs it: options, files there and back, and every bad input named with its place.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <memory>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "apps/quicksort/numbers/distributions.hpp"
#include "apps/quicksort/numbers/number_reader.hpp"
#include "apps/quicksort/quicksort.hpp"
#include "tests/support/schedulers.hpp"
#include "tests/support/scratch_folder.hpp"

namespace {

namespace apps = jackdaw::apps;
namespace quicksort = jackdaw::apps::quicksort;
using jackdaw::tests::scratch_folder;

/// The application after its command line, before prepare().
std::unique_ptr<apps::app> with_options(std::vector<std::string> options) {
  auto app = quicksort::make_quicksort();
  CLI::App command;
  app->declare_options(command);
  std::reverse(options.begin(), options.end());  // CLI11 takes a vector from its end
  command.parse(options);
  return app;
}

/// What prepare() complains about; empty when it does not.
std::string complaint(const std::vector<std::string>& options) {
  try {
    with_options(options)->prepare();
  } catch (const apps::input_error& error) { return error.what(); }
  return "";
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

template <class T>
std::string raw(const std::vector<T>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

}  // namespace

TEST_CASE("quicksort: the application from generated input to checked output") {
  const scratch_folder folder;
  jackdaw::any_scheduler scheduler = jackdaw::tests::make_scheduler({.workers = 2});
  for (const std::string type : {"int", "double"}) {
    CAPTURE(type);
    const auto app = with_options({"--n", "5e4", "--type", type, "--distribution", "few", "--seed", "9",
                                   "--output", folder.path("sorted"), "--output-format", "binary"});
    app->prepare();
    CHECK(app->input() == "n=50000 " + type + " few seed=9");
    CHECK_FALSE(app->check().passed);
    CHECK(app->run_serial() >= 0);
    CHECK(app->check().passed);
    CHECK(app->run(scheduler) >= 0);
    CHECK(app->run(scheduler) >= 0);
    const apps::verdict verdict = app->check();
    CHECK_MESSAGE(verdict.passed, verdict.line);
    CHECK(contains(verdict.line, "equal to std::sort"));
    CHECK(app->counts()["elements"] == 50000);
    CHECK(app->counts()["tasks"] >= 1);
    CHECK(app->write_outputs() == std::vector<std::string>{folder.path("sorted")});
    CHECK(std::filesystem::file_size(folder.path("sorted")) == 50000 * (type == "int" ? 4U : 8U));
    CHECK(folder.files() == 1);
  }
}

TEST_CASE("quicksort: files round trip") {
  const scratch_folder folder;
  jackdaw::any_scheduler scheduler = jackdaw::tests::make_scheduler({.workers = 2});
  const auto sort_file = [&](const std::string& input, const std::string& type, const std::string& from,
                             const std::string& to) {
    const auto app = with_options({"--input", input, "--type", type, "--format", from, "--output",
                                   folder.path("out"), "--output-format", to});
    app->prepare();
    app->run(scheduler);
    const apps::verdict verdict = app->check();
    CHECK_MESSAGE(verdict.passed, verdict.line);
    app->write_outputs();
    return folder.content("out");
  };

  const std::string text = "3\r\n-2147483648\n2147483647  \n0\t\n-7\n\n";
  const std::vector<std::int32_t> integers{-2147483647 - 1, -7, 0, 3, 2147483647};
  CHECK(sort_file(folder.write("a", text), "int", "text", "text") == "-2147483648\n-7\n0\n3\n2147483647\n");
  CHECK(sort_file(folder.write("a", "2\n1"), "int", "text", "text") == "1\n2\n");
  CHECK(sort_file(folder.path("a"), "double", "text", "text") == "1\n2\n");
  CHECK(sort_file(folder.write("a", text), "int", "text", "binary") == raw(integers));
  CHECK(sort_file(folder.write("a", raw(integers)), "int", "binary", "text") ==
        "-2147483648\n-7\n0\n3\n2147483647\n");

  std::vector<double> doubles{0.1,
                              1.0 / 3,
                              -1e-310,
                              std::numeric_limits<double>::denorm_min(),
                              1e23,
                              -5,
                              std::numeric_limits<double>::max(),
                              -std::numeric_limits<double>::infinity()};
  const std::string as_text = sort_file(folder.write("a", raw(doubles)), "double", "binary", "text");
  std::sort(doubles.begin(), doubles.end());
  CHECK(sort_file(folder.write("a", as_text), "double", "text", "binary") == raw(doubles));

  // More than one piece of the reader and of the writer's buffer, and lines across their edges.
  const auto many = quicksort::generate<double>(quicksort::distribution::uniform, 150000, 5);
  const std::string many_text = sort_file(folder.write("a", raw(many)), "double", "binary", "text");
  CHECK(many_text.size() > (std::size_t{2} << 20));
  auto expected = many;
  std::sort(expected.begin(), expected.end());
  CHECK(sort_file(folder.write("a", many_text), "double", "text", "binary") == raw(expected));
  CHECK(folder.files() == 2);
}

TEST_CASE("quicksort: a bad file is named with the line") {
  const scratch_folder folder;
  const std::string file = folder.path("in");
  struct bad {
    std::string content;
    std::string type;
    std::string format;
    std::string where;
    std::string what;
  };
  const std::string integer = "expected an integer from -2147483648 to 2147483647";
  const std::vector<bad> table{
      {"1\n2x\n3\n", "int", "text", ":2: ", "'2x' is not one number; " + integer},
      {"1 2\n", "int", "text", ":1: ", "'1 2' is not one number"},
      {" 1\n", "int", "text", ":1: ", "' 1' is not one number"},
      {"1\n+1", "int", "text", ":2: ", "'+1' is not one number"},
      {"1.5\n", "int", "text", ":1: ", "'1.5' is not one number of type int (--type double reads it)"},
      {"1\n\n2\n", "int", "text", ":2: ", "an empty line before the end"},
      {"1\n\n\n", "int", "text", ":2: ", "an empty line before the end"},
      {"1\n2\n2147483648\n", "int", "text", ":3: ", "'2147483648' is out of range; " + integer},
      {"-2147483649", "int", "text", ":1: ", "out of range"},
      {"1\n1e999\n", "double", "text", ":2: ", "out of range; expected a decimal number"},
      {"1\n2\nnan\n", "double", "text", ":3: ", "'nan' has no place in an order"},
      {"1\n0x10\n", "double", "text", ":2: ", "'0x10' is not one number"},
      {std::string("\x01\0\0\0", 4), "int", "text", ":1: ", "--format binary"},
      {"1\n" + std::string((1U << 20U) + 5, '7'), "int", "text", ":2: ", "longer than 1 MiB"},
      {"\x1f\x8b\x08", "int", "text", ": ", "is compressed by gzip; expected a text of numbers"},
      {"BZh91AY", "double", "text", ": ", "is compressed by bzip2"},
      {std::string("\xff\xfe"
                   "1\0\n\0",
                   6),
       "int", "text", ": ", "is text in UTF-16 or UTF-32"},
      {"", "int", "text", ": ", "holds no number"},
      {"\n", "int", "text", ": ", "holds no number"},
      {"", "double", "binary", ": ", "holds no number"},
      {"12345", "int", "binary", ": ", "5 bytes is wrong; expected a multiple of 4"},
      {"123456789012", "double", "binary", ": ", "12 bytes is wrong; expected a multiple of 8"},
      {raw(std::vector<double>{1, 2, std::nan("")}), "double", "binary",
       ": byte 16: ", "NaN has no place in an order"},
  };
  for (const bad& each : table) {
    (void)folder.write("in", each.content);
    const std::string message = complaint({"--input", file, "--type", each.type, "--format", each.format});
    CAPTURE(message);
    CHECK(message.rfind(file + each.where, 0) == 0);
    CHECK(contains(message, each.what));
    CHECK(contains(message, "expected"));
    CHECK(std::count(message.begin(), message.end(), '\n') == 0);
  }
  CHECK(contains(complaint({"--input", folder.path("missing")}), "missing: cannot be read (No such file"));
  CHECK(contains(complaint({"--input", folder.path(".")}), "cannot be read (Is a directory)"));
  CHECK(contains(complaint({"--input", "-"}), "-: names no input; expected a path such as /dev/stdin"));
}

TEST_CASE("quicksort: a bad option is named with what was expected") {
  const std::vector<std::pair<std::vector<std::string>, std::string>> table{
      {{"--distribution", "gauss"},
       "--distribution gauss: no such distribution; expected one of uniform, sorted, reversed, equal, few, "
       "organ-pipe, killer"},
      {{"--type", "float"}, "--type float: no such element type; expected int or double"},
      {{"--n", "0"}, "--n 0: expected a whole number from 1"},
      {{"--n", "-1"}, "--n -1: expected a whole number from 1"},
      {{"--n", "1.5"}, "--n 1.5: expected a whole number from 1"},
      {{"--n", "many"}, "--n many: expected a whole number from 1"},
      {{"--n", "1e15"}, "do not fit into this machine's memory"},
      {{"--grain", "0"}, "--grain 0: expected a whole number from 1"},
      {{"--format", "binary"}, "expected --input FILE too"},
      {{"--output-format", "text"}, "expected --output FILE too"},
      {{"--input", "x", "--format", "csv"}, "--format csv: no such format; expected text or binary"},
      {{"--input", "x", "--n", "5"}, "expected one of the two"},
      {{"--input", "x", "--seed", "1"}, "--seed 1: says what to generate, but --input x is given"},
      {{"--output", "/no/such/folder/file"}, "cannot be written"},
  };
  for (const auto& [options, expected] : table) {
    const std::string message = complaint(options);
    CAPTURE(message);
    CHECK(contains(message, expected));
  }
}

TEST_CASE("quicksort: a byte order mark, every kind of line end, and numbers too small for a double") {
  const scratch_folder folder;
  const auto ints = [&](const std::string& text) {
    return quicksort::read_text<std::int32_t>(folder.write("n", text));
  };
  const std::vector<std::int32_t> expected{3, -1, 2};
  CHECK(ints("\xef\xbb\xbf"
             "3\n-1\n2") == expected);
  CHECK(ints("3\r-1\r2\r") == expected);
  CHECK(ints("3 \r\n-1\r2\n\n") == expected);
  std::string many;
  for (int i = 0; i < 700'000; ++i) many += "17\r";  // two MiB without a line feed
  CHECK(ints(many) == std::vector<std::int32_t>(700'000, 17));
  CHECK(contains(complaint({"--input", folder.write("n", "1\r2\rx\r4\n")}), "n:3: 'x' is not one number"));
  CHECK(contains(complaint({"--input", folder.write("n", "1\r\r2\r")}), "n:2: an empty line before the end"));
  CHECK(quicksort::read_text<double>(folder.write("n", "1e-400\n-1e-400\n4.9e-324\n")) ==
        std::vector<double>{0.0, 0.0, 4.9e-324});
  CHECK(contains(
      complaint({"--type", "double", "--input", folder.write("n", "1\n1e400\n")}),
      "n:2: '1e400' is out of range; expected a decimal number of at most 1.797e308 (one too small for a "
      "double is zero), or inf"));
  CHECK(contains(complaint({"--input", folder.write("n", "\x1b[31m" + std::string(1000, '7') + "\n")}),
                 "'\\x1b[31m777"));
}
