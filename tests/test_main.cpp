// All workers work in tests, also where there are more of them than processors: so that they disturb each other as much
// as they can. Tests of what spare workers do ask for that by option; some tests run once more as programs do by default
// (jackdaw_test_resting in tests/CMakeLists.txt).
#define DOCTEST_CONFIG_IMPLEMENT
#include <cstdlib>

#include <doctest/doctest.h>

int main(int count, char** arguments) {
  setenv("JACKDAW_SURPLUS", "work", 0);
  return doctest::Context(count, arguments).run();
}
