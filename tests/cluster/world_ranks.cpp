// What all ranks do together.
#include <cstdlib>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "tests/cluster/rank_main.hpp"

TEST_CASE("ranks are numbered, and have host names of their own in namespaces") {
  const std::vector<unsigned> all = here().gather(here().rank());
  REQUIRE(all.size() == here().ranks());
  for (unsigned i = 0; i < all.size(); ++i) CHECK(all[i] == i);
  const char* const namespaces = std::getenv("JACKDAW_TEST_NAMESPACES");
  if (namespaces != nullptr && std::string(namespaces) == "1") {
    std::set<std::string> hosts;
    for (unsigned i = 0; i < here().ranks(); ++i) hosts.insert(here().host(i));
    CHECK(hosts.size() == here().ranks());
  }
}

namespace {

/// Cannot be written where it is bad.
struct fragile {
  bool is_bad;
};

}  // namespace

template <>
struct jackdaw::cluster::serial<fragile> {
  static void save(const fragile& value, writer& out) {
    if (value.is_bad) throw std::runtime_error("it is broken");
    out.put(value.is_bad);
  }
  static fragile load(reader& in) { return {in.get<bool>()}; }
};

TEST_CASE("a value that cannot be written fails on all ranks, which go on") {
  const unsigned last = here().ranks() - 1;
  const fragile mine{here().rank() == last};
  const std::string expected =
      "rank " + std::to_string(last) + ": its value cannot be written: it is broken: malformed bytes";
  CHECK(thrown_by<jackdaw::cluster::failure>([&] { return here().broadcast(mine, last); }) == expected);
  CHECK(thrown_by<jackdaw::cluster::failure>([&] { return here().gather(mine); }) == expected);
  CHECK(!here().broadcast(fragile{false}, last).is_bad);
}

TEST_CASE("values of all ranks: gathered, combined in their order, broadcast") {
  const unsigned ranks = here().ranks();
  CHECK(here().combine(here().rank() + 1) == ranks * (ranks + 1) / 2);
  const std::string mine(here().rank() + 1, static_cast<char>('a' + here().rank()));
  std::string expected;
  for (unsigned i = 0; i < ranks; ++i) expected += std::string(i + 1, static_cast<char>('a' + i));
  CHECK(here().combine(mine) == expected);
  const std::vector<std::string> from_last = here().broadcast(std::vector<std::string>{mine}, ranks - 1);
  CHECK(from_last == std::vector<std::string>{std::string(ranks, static_cast<char>('a' + ranks - 1))});
  here().barrier();
}
