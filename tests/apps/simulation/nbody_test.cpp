// Particles: right on every pool, face and access, bit for bit where the order of additions is fixed; physics
// keeps what it should; the checks find a single wrong number.
#include "apps/nbody/nbody.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <limits>
#include <set>
#include <string>
#include <thread>
#include <utility>

#include <doctest/doctest.h>

#include <jackdaw/flow/basic_flow.hpp>

#include "apps/nbody/check.hpp"
#include "apps/nbody/particles/coordinates.hpp"
#include "apps/nbody/simulation/flow.hpp"
#include "apps/nbody/simulation/schedule.hpp"
#include "apps/support/files/picture.hpp"
#include "tests/support/apps.hpp"
#include "tests/support/machine/without_threads.hpp"

namespace nbody_test {

using namespace jackdaw;
using namespace jackdaw::apps;
using tests::is_refusal;
using tests::prepared;
using tests::refusal;

TEST_CASE("nbody: every pool moves the particles, by flow and by tasks") {
  tests::check_on_every_pool(make_nbody, "--n 60 --block 16 --steps 2");
  tests::check_on_every_pool(make_nbody, "--n 60 --block 16 --steps 2 --face pool");
}

TEST_CASE("nbody: every face and access; where the order is fixed, the serial state bit for bit") {
  for (const char* const how :
       {"--access write", "--access write --order rounds", "--access add", "--access reduce",
        "--access reduce --order rounds", "--access ordered", "--access ordered --order rounds",
        "--face pool", "--face fork_join", "--face threads"}) {
    for (const char* const size :
         {"--n 1", "--n 2 --block 1", "--n 50 --block 7 --steps 5", "--n 64 --block 16 --steps 3",
          "--n 30 --block 100 --density 1.2 --temperature 5", "--n 40 --block 8 --temperature 0 --seed 7"}) {
      CAPTURE(how);
      CAPTURE(size);
      const auto made = prepared(make_nbody, std::string(how) + " " + size);
      CHECK_FALSE(made->check().passed);  // nothing has run
      made->run_serial();
      CHECK(made->check().passed);
      for (const unsigned workers : {1U, 2U, 5U}) tests::check_run(*made, workers);
      const bool any_order = std::string(how).find("add") != std::string::npos ||
                             std::string(how).find("reduce") != std::string::npos;
      CHECK((made->check().line.find("bit for bit") != std::string::npos) == !any_order);
    }
  }
}

TEST_CASE("nbody: access ordered gives one state for any number of workers, in every run") {
  for (const char* const order : {"rows", "rounds"}) {
    const auto made =
        prepared(make_nbody, std::string("--n 120 --block 16 --steps 10 --access ordered --order ") + order);
    made->run_serial();
    for (const unsigned workers : {1U, 2U, 3U, 4U, 4U, 4U}) {
      CAPTURE(workers);
      tests::check_run(*made, workers);
      CHECK(made->check().line.find("the serial state, bit for bit") != std::string::npos);
    }
  }
}

TEST_CASE("nbody: in the rounds every pair meets once, and no block twice in a round") {
  for (std::size_t m = 1; m < 12; ++m) {
    CAPTURE(m);
    std::set<nbody::pair> met;
    for (std::size_t round = 0; round < m; ++round) {
      std::set<std::size_t> busy;
      for (std::size_t i = 0; i < nbody::pairs_of_round(m, round); ++i) {
        const auto [a, b] = nbody::pair_of_round(m, round, i);
        CHECK(a <= b);
        CHECK(b < m);
        CHECK(busy.insert(a).second);
        if (a != b) CHECK(busy.insert(b).second);
        CHECK(met.insert({a, b}).second);
      }
      CHECK(busy.size() == m);
    }
    CHECK(met.size() == m * (m + 1) / 2);
    CHECK(nbody::pairs_by_rows(m).size() == met.size());
  }
}

TEST_CASE("nbody: the potential's minimum is at the sixth root of 2, and its force is what it is at 1") {
  const auto force_at = [](double distance) {
    nbody::coordinates a(1), b(1), on_a(1), on_b(1);
    b.set(0, {distance, 0, 0});
    nbody::add_forces(a, b, on_a, on_b);
    CHECK(on_a.at(0).x == -on_b.at(0).x);
    return on_b.at(0).x;
  };
  CHECK(force_at(1) == 24);
  CHECK(std::abs(force_at(std::pow(2, 1.0 / 6))) < 1e-13);
  CHECK(force_at(0.9) > 24);
  CHECK(force_at(2) < 0);
}

TEST_CASE("nbody: the double loop goes the same way as blocks") {
  const auto start = nbody::starting_blocks({.n = 77}, 10);
  auto blocks = start;
  auto loop = start;
  nbody::run_blocks(blocks, nbody::pairs_by_rounds(start.size()), 20, 0.005);
  nbody::run_double_loop(loop, 20, 0.005);
  CHECK(nbody::largest_difference(blocks, start) > 0.01);
  CHECK(nbody::largest_difference(blocks, loop) < 1e-11);
  const auto made = prepared(make_nbody, "--n 33 --block 8 --reference loop");
  made->run_serial();
  tests::check_run(*made);
  CHECK(made->check().line.find("positions off the serial ones by") != std::string::npos);
}

TEST_CASE("nbody: the energy is off by the square of the step, that of the scheme by its fourth power") {
  const auto after = [](std::size_t steps, double step) {
    const auto start = nbody::starting_blocks({.n = 150, .temperature = 1}, 50);
    const nbody::measured before = nbody::measure(start, step);
    auto blocks = start;
    nbody::run_blocks(blocks, nbody::pairs_by_rounds(3), steps, step);
    const nbody::measured found = nbody::measure(blocks, step);
    return std::pair(std::abs(found.energy - before.energy),
                     std::abs(found.scheme_energy - before.scheme_energy));
  };
  const auto whole = after(20, 0.004);
  const auto half = after(40, 0.002);
  CHECK(whole.first / half.first == doctest::Approx(4).epsilon(0.1));
  CHECK(whole.second / half.second == doctest::Approx(16).epsilon(0.1));
}

TEST_CASE("nbody: the checks find one wrong number, and one that is none") {
  const auto start = nbody::starting_blocks({.n = 100}, 32);
  const nbody::measured before = nbody::measure(start, 0.005);
  auto right = start;
  nbody::run_blocks(right, nbody::pairs_by_rounds(start.size()), 16, 0.005);
  CHECK(nbody::errors_of(right, before, 16, 0.005).passed());
  for (const double wrong : {1e-9, -5.0, std::numeric_limits<double>::quiet_NaN()}) {
    CAPTURE(wrong);
    auto found = right;
    found[1].forces.add(17, {0, wrong, 0});
    CHECK_FALSE(nbody::errors_of(found, before, 16, 0.005).forces <= 1);
    found = right;
    found[2].velocities.add(3, {wrong, 0, 0});
    CHECK_FALSE(nbody::errors_of(found, before, 16, 0.005).momentum <= 1);
    CHECK_FALSE(nbody::errors_of(found, before, 16, 0.005).angular_momentum <= 1);
    found = right;
    found[3].positions.add(1, {0, 0, wrong});
    CHECK_FALSE(nbody::errors_of(found, before, 16, 0.005).forces <= 1);
  }
  auto without_last_kick = right;
  for (nbody::block& b : without_last_kick) nbody::kick(b.velocities, b.forces, -0.005);
  const nbody::errors found = nbody::errors_of(without_last_kick, before, 16, 0.005);
  CHECK(found.momentum <= 1);
  CHECK(found.energy > 1);
}

TEST_CASE("nbody: the particles start as asked for") {
  const auto start = nbody::starting_blocks({.n = 1000, .density = 0.5, .temperature = 2}, 300);
  REQUIRE(start.size() == 4);
  CHECK(start.back().positions.count() == 100);
  const nbody::measured found = nbody::measure(start, 0.005);
  CHECK(length(found.momentum) < 1e-11);
  double squares = 0;
  double farthest = 0;
  for (const nbody::block& b : start) {
    for (std::size_t i = 0; i < b.positions.count(); ++i) {
      squares += dot(b.velocities.at(i), b.velocities.at(i));
      farthest = std::max(farthest, length(b.positions.at(i)));
    }
  }
  CHECK(squares / 1000 == doctest::Approx(3 * 2));
  CHECK(4.19 * std::pow(farthest, 3) * 0.5 == doctest::Approx(1000).epsilon(0.1));
}

TEST_CASE("nbody: a thread that cannot be made is an error") {
  const auto made = prepared(make_nbody, "--n 100 --steps 2 --block 10 --face threads");
  if (!tests::without_threads([] {})) {
    MESSAGE("skipped: the kernel forbids no system calls here");
    return;
  }
  CHECK(tests::throws_without_threads(*made));
  tests::check_run(*made, 3);
}

TEST_CASE("nbody: the picture") {
  const tests::scratch_folder folder;
  const auto made = prepared(make_nbody, "--n 200 --picture " + folder.path("drop.png"));
  tests::check_run(*made);
  CHECK(made->write_outputs().size() == 1);
  const grey_picture seen = read_grey_png(folder.path("drop.png"), 1'000'000);
  CHECK(seen.width == 1000);
  CHECK(seen.bytes[0] < 40);                 // nothing in the corner
  CHECK(seen.bytes[500 * 1000 + 500] > 40);  // a particle in the middle
}

TEST_CASE("nbody: options out of range are refused") {
  CHECK(is_refusal(refusal(make_nbody, "--n 0"), "--n 0: expected a whole number from 1"));
  CHECK(is_refusal(refusal(make_nbody, "--n 1e7"), "--n 1e7: expected a whole number from 1 to 1000000"));
  CHECK(is_refusal(refusal(make_nbody, "--block 0"), "--block 0: expected a whole number from 1"));
  CHECK(is_refusal(refusal(make_nbody, "--steps 1e9"), "--steps 1e9"));
  CHECK(is_refusal(refusal(make_nbody, "--dt 0.1"), "--dt 0.1: expected a number from 1e-06 to 0.01"));
  CHECK(is_refusal(refusal(make_nbody, "--dt nan"), "--dt nan"));
  CHECK(is_refusal(refusal(make_nbody, "--density 2"), "--density 2: expected"));
  CHECK(
      is_refusal(refusal(make_nbody, "--temperature -1"), "--temperature -1: expected a number from 0 to 5"));
  CHECK(
      is_refusal(refusal(make_nbody, "--access rename"), "--access rename: no such access; expected write"));
  CHECK(is_refusal(refusal(make_nbody, "--order columns"), "--order columns: no such order"));
  CHECK(is_refusal(refusal(make_nbody, "--order rows --face threads"), "expected --face flow, or rounds"));
  CHECK(is_refusal(refusal(make_nbody, "--reference tree"), "--reference tree: no such program"));
  CHECK(is_refusal(refusal(make_nbody, "--face loop"), "expected pool, fork_join, flow or threads"));
  CHECK(is_refusal(refusal(make_nbody, "--picture /proc/none/x.png"), "cannot be written"));
}

namespace {

/// Counts what is merged.
struct counted_sum : nbody::sum_of_forces {
  std::atomic<int>* merges;
  void merge(nbody::coordinates& into, nbody::coordinates&& from) const {
    ++*merges;
    sum_of_forces::merge(into, std::move(from));
  }
};

}  // namespace

TEST_CASE("nbody: partial forces on a block that is busy are merged, and none is lost") {
  scheduler one(1);
  scheduler other(2);
  flow tasks(one);
  flow holding(other);
  handle<nbody::coordinates> forces(std::size_t{3});
  const nbody::coordinates found = [] {
    nbody::coordinates c(3);
    c.x()[1] = 1;
    return c;
  }();
  std::atomic<int> merges{0};
  std::atomic<int> ran{0};
  holding.submit(write(forces), [&ran](nbody::coordinates&) {
    while (ran < 5) std::this_thread::yield();
  });
  for (int i = 0; i < 5; ++i) {
    tasks.submit(reduce(forces, counted_sum{{3}, &merges}), [&](nbody::coordinates& f) {
      f += found;
      ++ran;
    });
  }
  tasks.wait();
  holding.wait();
  CHECK(merges >= 3);  // when the last one has run the forces may be free
  nbody::coordinates five(3);
  five.add_multiple(5, found);
  CHECK((forces.value() == five));
}

}  // namespace nbody_test
