// Heat in a plate: the closed form, bit for bit the serial temperatures, on every pool and face.
#include "apps/heat/heat.hpp"

#include <cmath>
#include <limits>
#include <string>

#include <doctest/doctest.h>

#include "apps/heat/modes.hpp"
#include "apps/support/files/picture.hpp"
#include "tests/support/apps.hpp"

namespace heat_test {

using namespace jackdaw;
using namespace jackdaw::apps;
using tests::is_refusal;
using tests::prepared;
using tests::refusal;

TEST_CASE("heat: every pool and face gives the closed form, and the serial temperatures bit for bit") {
  tests::check_on_every_pool(make_heat, "--rows 20 --columns 31 --steps 30 --grain 3");
  for (const char* const face : {"pool", "flow", "fork_join", "threads"}) {
    for (const char* const size :
         {"--rows 1 --steps 3", "--rows 2 --columns 9 --steps 1", "--rows 37 --steps 50 --grain 1",
          "--rows 64 --columns 20 --steps 20 --grain 64", "--rows 50 --steps 10 --grain 1000"}) {
      CAPTURE(face);
      CAPTURE(size);
      const auto made = prepared(make_heat, std::string(size) + " --face " + face);
      CHECK_FALSE(made->check().passed);  // nothing has run
      made->run_serial();
      CHECK(made->check().passed);
      for (const unsigned workers : {1U, 2U, 5U}) tests::check_run(*made, workers);
      CHECK(made->check().line.find("bit for bit") != std::string::npos);
    }
  }
}

TEST_CASE("heat: the scheme tends to the heat equation with the square of the mesh width") {
  const auto error = [](std::size_t n, std::size_t steps) {
    heat::plate p = heat::initial(n, n);
    heat::run_serially(p, steps);
    return heat::difference(p, heat::superposed(n, n, [&](const heat::mode& m, const heat::plate& like) {
                              return heat::left_by_equation(m, like, steps);
                            }));
  };
  // The same time: four times the steps at half the width.
  CHECK(error(31, 20) > 3.5 * error(63, 80));
  CHECK(error(63, 80) > 3.5 * error(127, 320));
}

TEST_CASE("heat: a single wrong temperature makes a difference, and so does one that is no number") {
  const heat::plate right = heat::initial(10, 12);
  heat::plate wrong = right;
  CHECK(heat::difference(right, wrong) == 0);
  wrong.at(3, 7) += 1e-9;
  CHECK(heat::difference(right, wrong) > 5e-10);
  wrong.at(3, 7) = std::numeric_limits<double>::quiet_NaN();
  CHECK(std::isinf(heat::difference(right, wrong)));
}

TEST_CASE("heat: the picture") {
  const tests::scratch_folder folder;
  const auto made =
      prepared(make_heat, "--rows 30 --columns 1500 --steps 5 --picture " + folder.path("heat.png"));
  tests::check_run(*made);
  CHECK(made->write_outputs().size() == 1);
  CHECK(read_grey_png(folder.path("heat.png"), 100'000).width == 750);
}

TEST_CASE("heat: options out of range are refused") {
  CHECK(is_refusal(refusal(make_heat, "--rows 0"), "--rows 0: expected a whole number from 1"));
  CHECK(is_refusal(refusal(make_heat, "--columns 50001"), "--columns 50001"));
  CHECK(is_refusal(refusal(make_heat, "--steps 1e9"), "--steps 1e9"));
  CHECK(is_refusal(refusal(make_heat, "--grain -1"), "--grain -1: expected a whole number from 1"));
  CHECK(is_refusal(refusal(make_heat, "--face loop"),
                   "--face loop: no such face; expected pool, fork_join, flow or threads"));
  CHECK(is_refusal(refusal(make_heat, "--picture /proc/none/x.png"), "cannot be written"));
}

TEST_CASE("heat: tasks larger than everything, up to the largest that there may be") {
  for (const char* size : {"1000", "1e15", "1000000000000000000"})
    tests::check_run(*tests::prepared(make_heat, "--rows 20 --steps 3 --grain " + std::string(size)));
  for (const char* size :
       {"18446744073709551615", "9223372036854775808", "1000000000000000001", "-1", "0x10", "1e30"})
    CHECK(is_refusal(
        refusal(make_heat, "--rows 20 --steps 3 --grain " + std::string(size)),
        "--grain " + std::string(size) + ": expected a whole number from 1 to 1000000000000000000"));
}

}  // namespace heat_test
