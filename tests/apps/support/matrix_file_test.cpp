// Matrices from files: Harwell-Boeing with the formats of Fortran, Matrix Market, triplets.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "apps/support/sparse/fortran_format.hpp"
#include "apps/support/sparse/read_matrix.hpp"
#include "apps/support/text/input_error.hpp"
#include "tests/support/apps.hpp"
#include "tests/support/scratch_folder.hpp"

using namespace jackdaw;
using apps::sparse::fortran_field;
using apps::sparse::fortran_format;
using apps::sparse::read_matrix;
using tests::is_refusal;

namespace {

/// What READ with this format takes from the lines: numbers in a row, separated by blanks; or why it does not.
std::string read(const std::string& format, std::size_t count, const std::vector<std::string>& lines,
                 bool whole = false) {
  std::string found;
  std::size_t next = 0;
  std::string_view line;
  try {
    fortran_format(format).read(count, {[&] {
                                          if (next == lines.size())
                                            throw std::invalid_argument("the lines end");
                                          line = lines[next++];
                                        },
                                        [&](std::size_t column, std::size_t width) {
                                          return line.substr(std::min(column, line.size()), width);
                                        },
                                        [&](std::size_t, const fortran_field& field, std::string_view text) {
                                          std::string shown = "none";
                                          if (whole) {
                                            if (const auto value = fortran_whole(field, text))
                                              shown = std::to_string(*value);
                                          } else if (const auto value = fortran_real(field, text)) {
                                            shown.resize(32);
                                            shown.resize(static_cast<std::size_t>(
                                                std::snprintf(shown.data(), shown.size(), "%.15g", *value)));
                                          }
                                          found += (found.empty() ? "" : " ") + shown;
                                        }});
  } catch (const std::invalid_argument& error) { return found + "! " + error.what(); }
  return found + (next < lines.size() ? " +" + std::to_string(lines.size() - next) : "");  // lines left
}

std::string whole(const std::string& format, std::size_t count, const std::vector<std::string>& lines) {
  return read(format, count, lines, true);
}

class matrix_files {
 public:
  [[nodiscard]] std::string refusal(const std::string& text) const {
    try {
      static_cast<void>(read_matrix(folder.write("m", text)));
    } catch (const apps::input_error& error) { return error.what(); }
    return {};
  }
  [[nodiscard]] std::vector<double> values(const std::string& text) const {
    return read_matrix(folder.write("m", text)).value;
  }
  tests::scratch_folder folder;
};

/// A matrix of three rows with the diagonal 4 and -1 beside it, or whatever the lines say.
std::string cards(const std::string& formats, const std::string& lines, const std::string& type = "RSA") {
  return "Title                                                                   KEY     \n"
         "             4             1             1             2             0\n" +
         type + "                        3             3             5             0\n" + formats + "\n" +
         lines;
}

std::string formats(std::string starts, std::string rows, const std::string& values) {
  starts.resize(16, ' ');
  rows.resize(16, ' ');
  return starts + rows + values;
}

const std::string indices = "    1    3    5    6\n    1    2    2    3    3\n";

}  // namespace

TEST_CASE("fortran formats: where numbers stand") {
  CHECK(whole("(16I5)", 4, {"    1    3    5    6"}) == "1 3 5 6");
  CHECK(whole("( 1 6 I 5 . 3 )", 4, {"    1    3    5    6"}) == "1 3 5 6");
  CHECK(whole("(2i3)", 5, {"  1  2", "  3  4", "  5"}) == "1 2 3 4 5");
  CHECK(whole("(I5)", 2, {"    1    9", "    2"}) == "1 2");
  CHECK(whole("(1X,2I3,X,I2)", 3, {"x  1  2y 3"}) == "1 2 3");
  CHECK(whole("(T4,I2,T1,I3)", 2, {"123 4"}) == "4 123");
  CHECK(whole("(I2,TR2,I1,TL1,I1)", 3, {"12..5"}) == "12 5 5");
  CHECK(whole("(I2,TL99,I1)", 2, {"12"}) == "12 1");
  CHECK(whole("(2(I1,1X),I2)", 3, {"1.2.34"}) == "1 2 34");
  CHECK(whole("(I1,2(I2,1X))", 5, {"122.33.", "44.55."}) == "1 22 33 44 55");  // goes on from the last group
  CHECK(whole("(2(I1,2(1X,I1)),I2)", 8, {"1.2.34.5.67", "8"}) == "1 2 3 4 5 6 7 8");  // with its repeat count
  CHECK(whole("(I1/I1)", 4, {"1x", "2x", "3", "4"}) == "1 2 3 4");
  CHECK(whole("(I1,2/,I1)", 2, {"1", "x", "2"}) == "1 2");
  CHECK(whole("(2I1,/)", 4, {"12", "", "34", "", "left"}) ==
        "1 2 3 4 +1");                                       // the slash behind the last number counts
  CHECK(whole("(2I1,:,/)", 2, {"12", "left"}) == "1 2 +1");  // but for a colon
  CHECK(whole("(I1,*(1X,I1))", 4, {"1.2.3.4"}) == "1 2 3 4");
  CHECK(whole("(S,SP,BN,I3)", 1, {" +7"}) == "7");
  CHECK(whole("(2I3)junk", 1, {"  1"}) == "1");  // behind the end nothing is looked at
  CHECK(whole("(2I3)", 0, {}).empty());
}

TEST_CASE("fortran formats: what fields mean") {
  CHECK(read("(4E20.12)", 2, {"  4.000000000000E+00 -1.000000000000D-01"}) == "4 -0.1");
  CHECK(read("(1P4D20.12)", 1, {"  4.000000000000d+00"}) == "4");  // no scaling of what has an exponent
  CHECK(read("(1P,4F8.2)", 2, {"   40.00    1.50"}) == "4 0.15");  // but of what has none
  CHECK(read("(-2P4F8.2)", 2, {"    0.04   -0.01"}) == "4 -1");
  CHECK(read("(1PF5.1,0PF5.1)", 2, {"  1.0  1.0"}) == "0.1 1");
  CHECK(read("(1P,2(F5.1))", 3, {"  1.0  2.0", "  3.0"}) == "0.1 0.2 0.3");  // the scale stays
  CHECK(read("(3(1P,E24.16))", 2, {"  4.0000000000000000E+00 -1.0000000000000000E+00"}) == "4 -1");
  CHECK(read("(F8.3)", 1, {"   12345"}) == "12.345");  // no point: three digits behind it
  CHECK(read("(E10.2)", 1, {"   1234E+2"}) == "1234");
  CHECK(read("(F8.0)", 1, {"   12345"}) == "12345");
  CHECK(read("(E10.3)", 4, {"   1.5+3  ", "  1.5-003 ", " -.5E 1   ", " 5.D0     "}) == "1500 0.0015 -5 5");
  CHECK(read("(E17.8E4)", 1, {" 1.25000000E+0002"}) == "125");
  CHECK(read("(G12.4,EN12.3,ES12.3)", 3, {"   2.5      "}) == "2.5 none none");
  CHECK(read("(F8.2)", 1, {" 1 2.3 4"}) == "12.34");       // blanks mean nothing
  CHECK(read("(BZ,F8.2)", 1, {" 1 2.3 4"}) == "102.304");  // or zero
  CHECK(whole("(BZ,2I3,BN,I3)", 3, {" 1  2 3 "}) == "10 20 3");
  CHECK(whole("(BZ,I5)", 1, {"  12"}) == "120");  // and so does what the line has not
  CHECK(read("(E12.4)", 3, {"  1.0E-400  ", "  1.0E+400  ", "-1E-99999999"}) == "0 none -0");
  CHECK(read("(F6.2)", 6, {"  nan ", "  inf ", "      ", "  1.2.", " 1E   ", " 1 - "}) ==
        "none none none none none none");
  CHECK(read("(I5)", 1, {"   12"}) == "none");  // no format for reals
  CHECK(whole("(F5.0)", 1, {"   12"}) == "none");
  CHECK(whole("(G5.0)", 1, {"   12"}) == "12");
  CHECK(whole("(I5)", 4, {"   -3", "  1.5", "99999", "  1 2"}) == "-3 none 99999 12");
  CHECK(whole("(I40)", 1, {"        99999999999999999999999999999999"}) == "none");
}

TEST_CASE("fortran formats: what reads no numbers is refused by its name") {
  for (const auto& [format, why] : std::vector<std::pair<const char*, const char*>>{
           {"(A8)", "descriptor A8 reads no number"},
           {"(4I5,3HABC)", "descriptor 3HABC reads no number"},
           {"(Z8)", "descriptor Z8 reads"},
           {"(B8)", "descriptor B8 reads"},
           {"(L1)", "descriptor L1 reads"},
           {"('x',I5)", "descriptor 'X' reads"},
           {"(DC,F5.1)", "descriptor DC has no width"},
           {"(EX10.2)", "descriptor EX10.2 has no width"},
           {"(many)", "descriptor MANY reads no number"},
           {"(I)", "descriptor I has no width"},
           {"(4I0)", "descriptor 4I0 has no width"},
           {"(0I5)", "descriptor 0I5 has a repeat count of 0"},
           {"(E20)", "descriptor E20 has no digits"},
           {"(E20.)", "descriptor E20. is none"},
           {"(1PX)", "descriptor X without a comma before it"},
           {"(I5I5)", "descriptor I5 without a comma before it"},
           {"(8I9 1X)", "descriptor X without a comma before it"},
           {"(P,E10.2)", "descriptor P without a number"},
           {"(-2I5)", "is none"},
           {"(T,I5)", "descriptor T without a column"},
           {"(99999999999I5)", "has too large a number"},
           {"(3X)", "a format without a number"},
           {"()", "a format without a number"},
           {"(16I5", "no end of the format"},
           {"16I5", "no format"},
           {"", "no format"},
           {"(((((((((((((((((((((((((I5)))))))))))))))))))))))))", "too many parentheses"},
       }) {
    const std::string line = whole(format, 1, {"    1", "    2"});
    CHECK_MESSAGE(line.find(why) != std::string::npos, format << ": " << line);
  }
  CHECK(read("(F5.1,(1X))", 2, {"  1.0", " "}).find("without a number from its last") != std::string::npos);
  CHECK(read("(9999(9999(9999(1P))),F5.1)", 1, {"  1.0"}).find("goes on without a number") !=
        std::string::npos);
  // Numbers pay for few steps each, however many there are.
  CHECK(whole("(99998(TL1),I6)", 4, std::vector<std::string>(4, "     1")) == "1 1 1 1");
  CHECK(
      whole("(99998(TL1),I6)", 20, std::vector<std::string>(20, "     1")).find("goes on without a number") !=
      std::string::npos);
  CHECK(read("(9999(9999X),F5.1)", 1, {"  1.0"}).find("beyond a million columns") != std::string::npos);
}

TEST_CASE("harwell-boeing: values in every format that means them, and what is not understood by name") {
  const matrix_files in;
  const std::vector<double> expected{4, -1, 4, -1, 4};
  const std::string values =
      "  4.000000000000E+00 -1.000000000000E+00  4.000000000000E+00 -1.000000000000E+00\n  "
      "4.000000000000E+00\n";
  CHECK(in.values(cards(formats("(16I5)", "(16I5)", "(4E20.12)"), indices + values)) == expected);
  CHECK(in.values("\xef\xbb\xbf" +
                  cards(formats("(16i5)", "( 16 I5 )", "( 1p, 4 e20.12 )"), indices + values)) == expected);
  std::string returns = cards(formats("(16I5.3)", "(16I5)", "(4E20.12E3)"), indices + values);
  std::replace(returns.begin(), returns.end(), '\n', '\r');
  CHECK(in.values(returns) == expected);
  CHECK(in.values(cards(
            formats("(I5)", "(2(I5))", "(1X,1E19.12)"),
            "    1\n    3\n    5\n    6\n    1    2\n    2    3\n    3\n  4.000000000000E+00\n"
            " -1.000000000000E+00\n  4.000000000000E+00\n -1.000000000000E+00\n  4.000000000000E+00\n")) ==
        expected);
  CHECK(in.values(cards(formats("(16I5)", "(16I5)", "(-2P5F8.4)"),
                        indices + "  0.0400 -0.0100  0.0400 -0.0100  0.0400\n")) == expected);
  CHECK(in.values(cards(formats("(16I5)", "(16I5)", "(5I3)"), indices + "  4 -1  4 -1  4\n", "ISA")) ==
        expected);
  CHECK(in.values(cards(formats("(16I5)", "(16I5)", ""), indices, "psa")) ==
        std::vector<double>{2, -1, 3, -1, 2});
  // A right-hand side behind the values, of which a line of the header speaks.
  std::string with_side =
      cards(formats("(16I5)", "(16I5)", "(4E20.12)           (4E20.12)"),
            "F                          1             0\n" + indices + values + " 1.0 2.0\n");
  with_side.replace(with_side.find("2             0\nRSA"), 15, "2             1");
  CHECK(in.values(with_side) == expected);

  const auto with = [&](const std::string& starts, const std::string& form, const std::string& rest,
                        const std::string& type = "RSA") {
    return in.refusal(cards(formats(starts, "(16I5)", form), rest, type));
  };
  CHECK(is_refusal(with("(16A5)", "(4E20.12)", ""), "m:4: \"(16A5)\": descriptor 16A5 reads no number"));
  CHECK(is_refusal(with("(16F5.0)", "(4E20.12)", indices),
                   "m:5: \"    1\" in F5.0 at column 1; expected the beginning"));
  CHECK(is_refusal(with("(16I5)", "(4I20)", indices + values),
                   "m:7: \"  4.000000000000E+00\" in I20 at column 1; expected"));
  CHECK(is_refusal(with("(16I5)", "(4E20.12)", indices + "  4.000000000000E+00\n\n"),
                   "m:7: \"\" in E20.12 at column 21"));
  CHECK(is_refusal(with("(16I5)", "(4E20.12)", indices + values + " 1.0\n"),
                   "m:9: a line behind the last value"));
  CHECK(is_refusal(with("(16I5)", "(5I3)", indices + "  4 -1  4 -1 .5\n", "ISA"),
                   "m:7: \" .5\" in I3 at column 13"));
  for (const auto& [type, what] : std::vector<std::pair<const char*, const char*>>{{"CSA", "complex"},
                                                                                   {"CHA", "complex"},
                                                                                   {"RHA", "Hermitian"},
                                                                                   {"RZA", "skew symmetric"},
                                                                                   {"RRA", "rectangular"},
                                                                                   {"RSE", "elemental"},
                                                                                   {"QSA", "\"QSA\""}})
    CHECK(is_refusal(with("(16I5)", "(4E20.12)", indices + values, type), what));
}

TEST_CASE("matrices that are not recognized are refused as such") {
  const matrix_files in;
  const std::string body = " matrix coordinate real symmetric\n3 3 5\n1 1 4\n2 1 -1\n2 2 4\n3 2 -1\n3 3 4\n";
  const std::vector<double> expected{4, -1, 4, -1, 4};
  CHECK(in.values("%%MatrixMarket" + body) == expected);
  CHECK(in.values("\xef\xbb\xbf%%MatrixMarket" + body) == expected);
  CHECK(in.values("0 0 4\n1 0 -1 % one\n\n1 1 4\n2 1 -1\n2 2 4\n") == expected);
  CHECK(in.values("\xef\xbb\xbf% comment\r0 0 4\r1 1 4\r") == std::vector<double>{4, 4});
  for (const char* const banner : {"%MatrixMarket", "%%matrixmarket", "%% MatrixMarket", "%%%MatrixMarket",
                                   "%%MATRIXMARKET", "% made by a program\n%%MatrixMarket"})
    CHECK_MESSAGE(is_refusal(in.refusal(banner + body), "is not the banner of a Matrix Market file"), banner);
  for (const char* const wrong :
       {"%%MatrixMarket matrix array real general\n", "%%MatrixMarket matrix coordinate complex general\n",
        "%%MatrixMarket matrix coordinate complex hermitian\n",
        "%%MatrixMarket matrix coordinate real skew-symmetric\n", "%%MatrixMarket\n",
        "%%MatrixMarketmatrix coordinate real general x\n"})
    CHECK_MESSAGE(is_refusal(in.refusal(wrong), "m:1: \"%%MatrixMarket"), wrong);
  CHECK(in.refusal("%%MatrixMarket " + std::string(3'000'000, 'x')).size() < 400);
  CHECK(is_refusal(in.refusal("\x1f\x8b\x08 1 1 4\n"), "m: is compressed by gzip"));
  CHECK(is_refusal(in.refusal("A title\nand a line\n"), "m:1: 2 words; expected a matrix: Matrix Market"));
  CHECK(is_refusal(in.refusal("3 3 five\n"), "expected a matrix: Matrix Market"));
  CHECK(is_refusal(in.refusal(std::string("0 0 \0\n", 6)), "\"\\x00\" is not a finite number"));
}

TEST_CASE("matrices: figures in a message differ when the values do, and small numbers are numbers") {
  const matrix_files in;
  const std::string banner = "%%MatrixMarket matrix coordinate real ";
  const std::string line =
      in.refusal(banner + "general\n2 2 4\n1 1 4\n1 2 -0.10000000000000002\n2 1 -0.1\n2 2 4\n");
  CHECK(is_refusal(line, "m:5: entry (2, 1) is -0.1, entry (1, 2) is -0.10000000000000002;"));
  CHECK(in.values(banner + "symmetric\n2 2 3\n1 1 4\n2 1 4.9e-324\n2 2 4\n")[1] == 4.9e-324);
  CHECK(in.values(banner + "symmetric\n2 2 3\n1 1 4\n2 1 1e-400\n2 2 4\n")[1] == 0);
  CHECK(is_refusal(in.refusal(banner + "symmetric\n1 1 1\n1 1 1e400\n"), "\"1e400\" is not a finite number"));
  CHECK(is_refusal(in.refusal("%%MatrixMarket matrix coordinate integer symmetric\n1 1 1\n1 1 1.5\n"),
                   "not a whole number"));
}

TEST_CASE("matrices: what memory a file asks for is in proportion to it") {
  const matrix_files in;
  CHECK(is_refusal(
      in.refusal("%%MatrixMarket matrix coordinate pattern symmetric\n2000000000 2000000000 0\n"),
      "m: 2000000000 rows with 0 entries; expected at most 1000000 rows, and 1000 more for each entry"));
  CHECK(is_refusal(in.refusal("0 0 1\n2000000000 2000000000 1\n"), "m: 2000000001 rows with 2 entries"));
  CHECK(is_refusal(in.refusal("%%MatrixMarket matrix coordinate real symmetric\n9 9 2000000000\n1 1 1\n"),
                   "the file ends after 1 of 2000000000 entries"));
}
