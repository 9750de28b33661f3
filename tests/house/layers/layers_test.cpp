// Folders include only what docs/layers.txt allows, and the check would notice if they did not.
#include "tests/house/layers/layers.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "tests/house/layers/include_cycles.hpp"

using jackdaw::house::layers;

namespace {

const std::filesystem::path root = JACKDAW_SOURCE_DIR;
const std::filesystem::path fixture = root / "tests/house/layers/layers_fixture";

}  // namespace

TEST_CASE("the tree has only the includes that docs/layers.txt allows") {
  for (const std::string& line : layers{root / "docs/layers.txt"}.violations(root)) FAIL_CHECK(line);
}

TEST_CASE("each kind of forbidden include is found, and nothing else") {
  const std::vector<std::string> expected{
      "apps/one/one.hpp:4: apps/one may not include apps/two (apps/two/two.hpp)",
      "apps/two/two.hpp:4: there is no apps/two/gone.hpp",
      "include/jackdaw/base/low.hpp:4: base may not include queue (jackdaw/queue/high.hpp)",
      "include/jackdaw/base/low.hpp:5: the library does not use <fmt/format.h>",
      "include/jackdaw/base/low.hpp:6: base may not include jackdaw (jackdaw/jackdaw.hpp)",
      "include/jackdaw/other/unlisted.hpp:1: is in no folder of the layers",
      "include/jackdaw/pool/exact.hpp:4: pool may not include queue/split (jackdaw/queue/split/part.hpp)",
      "include/jackdaw/queue/high.hpp:5: include/jackdaw/other/unlisted.hpp is in no folder of the layers",
      "src/machine/machine.cpp:2: src/machine may not include apps/one (apps/one/one.hpp)",
  };
  const auto found = layers{fixture / "layers.txt"}.violations(fixture);
  REQUIRE(found.size() == expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) CHECK(found[i] == expected[i]);
}

TEST_CASE("the compiled library has all files of functions") {
  std::ifstream file(root / "src/jackdaw.cpp");
  const std::string library{std::istreambuf_iterator<char>(file), {}};
  int found = 0;
  for (const auto& each : std::filesystem::recursive_directory_iterator(root / "include")) {
    const std::string name = each.path().lexically_relative(root / "include").generic_string();
    if (!name.ends_with("_impl.hpp")) continue;
    ++found;
    CAPTURE(name);
    CHECK(library.find("#include <" + name + ">\n") != std::string::npos);
  }
  CHECK(found > 10);
}

TEST_CASE("each header can be included first, as far as its functions go") {
  for (const std::string& line : jackdaw::house::early_functions(root)) FAIL_CHECK(line);
  const auto found = jackdaw::house::early_functions(fixture / "early");
  REQUIRE(found.size() == 1);
  CHECK(found[0] ==
        "jackdaw/room/plan_impl.hpp includes jackdaw/room/walk.hpp, which includes jackdaw/room/plan.hpp");
}

TEST_CASE("a page that breaks its own rules is refused") {
  CHECK_THROWS_AS(layers{fixture / "upwards.txt"}, std::runtime_error);
  CHECK_THROWS_AS(layers{fixture / "twice.txt"}, std::runtime_error);
  CHECK_THROWS_AS(layers{fixture / "missing.txt"}, std::runtime_error);
}
