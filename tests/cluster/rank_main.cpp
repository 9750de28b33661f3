// main() of tests that run on several ranks: each rank runs all cases, in one world.
#define DOCTEST_CONFIG_IMPLEMENT
#include "tests/cluster/rank_main.hpp"

#include <cstdlib>
#include <string_view>

#include <doctest/doctest.h>

namespace {

jackdaw::cluster::world* only = nullptr;

/// Two, or what follows `--workers`.
unsigned workers_in(int count, char** arguments) {
  return count > 2 && std::string_view(arguments[1]) == "--workers"
             ? static_cast<unsigned>(std::atoi(arguments[2]))
             : 2;
}

}  // namespace

jackdaw::cluster::world& here() { return *only; }

int main(int count, char** arguments) {
  const bool survives = count > 1 && std::string_view(arguments[1]) == "--survives";
  jackdaw::cluster::world all(count, arguments,
                              {.workers = workers_in(count, arguments), .survives = survives});
  only = &all;
  return doctest::Context(count, arguments).run();
}
