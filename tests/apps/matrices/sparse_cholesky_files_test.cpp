// Sparse Cholesky: files of matrices and options are read, and broken ones refused with the line.
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "apps/sparse_cholesky/sparse_cholesky.hpp"
#include "tests/support/apps.hpp"

using namespace jackdaw;
using namespace jackdaw::apps;
using tests::is_refusal;
using tests::prepared;
using tests::refusal;

TEST_CASE("sparse_cholesky: broken files are refused with the line") {
  const tests::scratch_folder folder;
  const auto file = [&](const std::string& text) {
    return refusal(make_sparse_cholesky, "--input " + folder.write("a.mtx", text));
  };
  struct broken {
    const char* text;
    const char* problem;
  };
  const std::string real = "%%MatrixMarket matrix coordinate real ";
  for (const auto& [text, problem] : std::vector<broken>{
           {"", "a.mtx: is empty"},
           {"% nothing\n", "a.mtx:1: no entries"},
           {"0 0\n", "a.mtx:1: 2 words"},
           {"0 0 1\n0 x 1\n", "a.mtx:2: \"x\" is not a whole number"},
           {"0 0 1\n0 99999999999999999999 1\n", "a.mtx:2: \"99999999999999999999\" is out of range"},
           {"0 0 1\n-1 0 1\n", "a.mtx:2: -1 is out of range"},
           {"0 0 nan\n", "a.mtx:1: \"nan\" is not a finite number"},
           {"0 0 1\n0 0 1\n", "a.mtx:2: entry (0, 0) again"},
           {"0 0 1\n1 0 1\n", "a.mtx: the diagonal of row 1 is missing"},
           {"0 0 1\n1 1 -2\n", "a.mtx:2: the diagonal of row 1 is -2"},
           {"2000000000 2000000000 1\n", "a.mtx: "},
           {"0 0 4\n1 0 1\n0 1 2\n1 1 4\n", "a.mtx:3: entry (1, 0) is 1, entry (0, 1) is 2"},
           {"0 0 4\n1 0 1\n1 1 4\n1 2 1\n2 2 4\n", "a.mtx:2: entry (1, 0) has no counterpart"},
           {"0 0 1\n1 0 2\n1 1 1\n", "a.mtx: no positive pivot in row"},
           {"%%MatrixMarket matrix array real general\n", "a.mtx:1: \"%%MatrixMarket matrix array"},
           {"%%MatrixMarket matrix coordinate complex hermitian\n", "a.mtx:1: "},
           {"%%MatrixMarket matrix coordinate real skew-symmetric\n", "a.mtx:1: "},
       }) {
    const std::string line = file(text);
    CHECK_MESSAGE(is_refusal(line, problem), line);
  }
  for (const auto& [text, problem] : std::vector<broken>{
           {"symmetric\n", "a.mtx:1: the file ends before the size"},
           {"symmetric\n2 2\n", "a.mtx:2: 2 words"},
           {"symmetric\n2 3 4\n", "a.mtx:2: 2 rows and 3 columns; expected a square matrix"},
           {"symmetric\n2 2 1\n1 1 1\n", "a.mtx:2: 1 entries in 2 rows"},
           {"symmetric\n2 2 2\n1 1 1\n", "a.mtx:3: the file ends after 1 of 2 entries"},
           {"symmetric\n2 2 2\n1 1 1\n3 2 1\n", "a.mtx:4: 3 is out of range"},
           {"symmetric\n2 2 2\n1 1 1\n0 1 1\n", "a.mtx:4: 0 is out of range"},
           {"symmetric\n1 1 1\n1 1 1\n1 1 1\n", "a.mtx:4: more than 1 entries"},
           {"symmetric\n2 2 4\n1 1 1\n2 1 0.5\n1 2 0.5\n2 2 1\n",
            "a.mtx:5: entry (1, 2) besides entry (2, 1)"},
           {"general\n2 2 3\n1 1 1\n2 1 0.5\n2 2 1\n", "a.mtx:4: entry (2, 1) has no counterpart"},
       }) {
    const std::string line = file(real + text);
    CHECK_MESSAGE(is_refusal(line, problem), line);
  }
  CHECK(is_refusal(refusal(make_sparse_cholesky, "--input " + folder.path("none")), "cannot be read"));
  CHECK(is_refusal(refusal(make_sparse_cholesky, "--input " + folder.path("")), "is a folder"));
}

TEST_CASE("sparse_cholesky: options out of range are refused, and nothing is left behind") {
  CHECK(is_refusal(refusal(make_sparse_cholesky, "--grid 0"), "--grid 0: expected a whole number from 1"));
  CHECK(is_refusal(refusal(make_sparse_cholesky, "--grid 10001"), "--grid 10001"));
  CHECK(is_refusal(refusal(make_sparse_cholesky, "--grid 20x"), "20x: expected N or NxM, whole numbers"));
  CHECK(is_refusal(refusal(make_sparse_cholesky, "--grid 20x0"), "--grid 0: expected a whole number from 1"));
  CHECK(is_refusal(refusal(make_sparse_cholesky, "--grid 2x3x4"), "2x3x4: expected N or NxM"));
  CHECK(refusal(make_sparse_cholesky, "--grid 25x20").empty());
  CHECK(is_refusal(refusal(make_sparse_cholesky, "--cube 501"), "--cube 501"));
  CHECK(is_refusal(refusal(make_sparse_cholesky, "--grid 3 --cube 3"), "--input, --grid, --cube: several"));
  CHECK(
      is_refusal(refusal(make_sparse_cholesky, "--panel -1"), "--panel -1: expected a whole number from 1"));
  CHECK(is_refusal(refusal(make_sparse_cholesky, "--ordering best"), "--ordering best: no such ordering"));
  const tests::scratch_folder folder;
  CHECK(
      is_refusal(refusal(make_sparse_cholesky, "--picture " + folder.path("no/a.png")), "cannot be written"));
  const std::string twice = folder.path("a");
  CHECK(is_refusal(refusal(make_sparse_cholesky, "--picture " + twice + " --solution " + twice),
                   "named by both"));
  CHECK(is_refusal(refusal(make_sparse_cholesky, "--picture " + folder.path() + "/./a --solution " + twice),
                   "--solution, --picture: "));
  CHECK(refusal(make_sparse_cholesky, "--grid 2 --picture /dev/null --solution /dev/null").empty());
  CHECK(folder.files() == 0);
  const auto rhs = [&](const std::string& text) {
    return refusal(make_sparse_cholesky, "--grid 2 --rhs " + folder.write("b", text));
  };
  CHECK(
      is_refusal(rhs("1 2\n3\n"), "b:2: the file ends after 3 numbers; expected a number for each of the 4"));
  CHECK(is_refusal(rhs("1 2\n3\n4 5\n"), "b:3: more numbers than rows"));
  CHECK(is_refusal(rhs("1 2\n3 four\n"), "b:2: \"four\" is not a finite number"));
}

TEST_CASE("sparse_cholesky: Harwell-Boeing files, and broken ones") {
  const tests::scratch_folder folder;
  const std::string header =
      "A title of three rows                                                   KEY\n"
      "             4             1             1             2             0\n"
      "RSA                        3             3             5             0\n"
      "(16I5)          (16I5)          (1P,3D10.3)\n";
  const std::string body = "    1    3    5    6\n    1    2    2    3    3\n";
  const std::string values = " 4.000D+00 2.000D+00 5.000D+00\n 1.000D+00 3.000D+00\n";
  const auto path = [&](const std::string& text) { return folder.write("a.rsa", text); };
  const auto changed = [](std::string text, const std::string& from, const std::string& to) {
    return text.replace(text.find(from), from.size(), to);
  };
  const auto made = prepared(make_sparse_cholesky, "--input " + path(header + body + values) + " --rhs " +
                                                       folder.write("b", "8\n15\n11\n") + " --solution " +
                                                       folder.path("x"));
  tests::check_run(*made);
  CHECK(made->write_outputs().size() == 1);
  double x = 0, y = 0, z = 0;
  CHECK(std::sscanf(folder.content("x").c_str(), "%lf\n%lf\n%lf\n", &x, &y, &z) == 3);
  CHECK(std::abs(x - 1) + std::abs(y - 2) + std::abs(z - 3) < 1e-14);

  struct broken {
    std::string text;
    const char* problem;
  };
  for (const auto& [text, problem] : std::vector<broken>{
           {changed(header, "RSA", "CSA"), "a.rsa:3: type CSA"},
           {changed(header, "RSA", "RSE"), "a.rsa:3: type RSE"},
           {changed(header, "3             3", "3             4"), "a.rsa:3: 3 rows and 4 columns"},
           {changed(header, "(16I5)", "(many)"), "a.rsa:4: \"(many)\": descriptor MANY reads no number"},
           {header, "a.rsa:4: the file ends; expected the beginnings of the columns"},
           {header + body, "a.rsa:6: the file ends; expected the values"},
           {header + changed(body, "6", "5") + values, "a.rsa:5: 4 entries in the columns"},
           {header + changed(body, "5", "2") + values,
            "a.rsa:5: \"    2\" in I5 at column 11; expected the beginning of a column"},
           {header + changed(body, "3    3\n", "3    4\n") + values,
            "a.rsa:6: \"    4\" in I5 at column 21; expected a row"},
           {header + body + changed(values, "5.000D", "5.0x0D"),
            "a.rsa:7: \" 5.0x0D+00\" in D10.3 at column 21; expected a finite"},
           {header + body + changed(values, "3.000D", "-3.00D"), "a.rsa:8: the diagonal of row 3 is -3"},
       }) {
    const std::string line = refusal(make_sparse_cholesky, "--input " + path(text));
    CHECK_MESSAGE(is_refusal(line, problem), line);
  }
}
