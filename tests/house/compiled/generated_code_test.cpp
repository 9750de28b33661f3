// What the compiler makes of a join without thieves: no allocation, no atomic read-modify-write, no fence
// (docs/internals/faces/join.md).
#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "tests/support/scratch_folder.hpp"

using jackdaw::tests::scratch_folder;

namespace {

using code = std::vector<std::string>;

/// The instructions of each function whose name begins so, without what lies out of line in a section of its own.
std::vector<code> functions(std::istream& assembly, std::string_view name) {
  std::vector<code> found;
  bool inside = false;
  for (std::string line; std::getline(assembly, line);) {
    if (line.starts_with(name) && line.find(':') != std::string::npos) {
      inside = line.find(".cold") == std::string::npos;
      if (inside) found.emplace_back();
    } else if (line.find(".cfi_endproc") != std::string::npos) {
      inside = false;
    } else if (inside && line.starts_with('\t') && !line.starts_with("\t.")) {
      found.back().push_back(line.substr(1));
    }
  }
  return found;
}

bool is_dear(const std::string& instruction) {
  static constexpr std::array begins{"lock", "xchg", "mfence", "sfence", "lfence", "cpuid"};
  static constexpr std::array calls{"_Zn", "malloc", "__tls_get_addr"};  // _Znwm, _Znam: operator new
  const auto starts = [&](const char* word) { return instruction.starts_with(word); };
  const auto names = [&](const char* word) { return instruction.find(word) != std::string::npos; };
  return std::ranges::any_of(begins, starts) ||
         (instruction.starts_with("call") && std::ranges::any_of(calls, names));
}

}  // namespace

TEST_CASE("what is dear is told from what is not") {
  std::istringstream assembly(
      "_Z1av:\n\t.cfi_startproc\n\tmovq\t%rdi, %rax\n.L1:\n\tlock addl\t$1, (%rax)\n\t.cfi_endproc\n"
      "_Z1av.cold:\n\tmfence\n\t.cfi_endproc\n_Z1b:\n\tmfence\n");
  const auto found = functions(assembly, "_Z1a");
  REQUIRE(found.size() == 1);
  REQUIRE(found[0].size() == 2);
  CHECK(!is_dear(found[0][0]));
  CHECK(is_dear(found[0][1]));
  for (const char* dear : {"xchgq\t%rax, (%rdi)", "mfence", "call\t_Znwm@PLT", "callq\tmalloc"})
    CHECK(is_dear(dear));
  for (const char* cheap : {"call\t_Z3fibv", "movq\t8(%rdi), %rax", "jb\t.L2"}) CHECK(!is_dear(cheap));
}

TEST_CASE("a join without thieves is moves, comparisons and two calls") {
  const scratch_folder here;
  const std::string made = here.path("fib.s");
  const std::string compile = std::string(JACKDAW_COMPILER) +
                              " -std=c++20 -O3 -S -I" JACKDAW_SOURCE_DIR "/include -o " + made +
                              " " JACKDAW_SOURCE_DIR "/examples/fib.cpp";
  REQUIRE(std::system(compile.c_str()) == 0);
  std::ifstream assembly(made);
  const auto joins = functions(assembly, "_ZN7jackdaw9fork_join4both");
  REQUIRE(joins.size() == 1);
  CHECK(joins[0].size() > 20);
  CHECK(joins[0].size() < 120);
  CHECK(std::ranges::count_if(joins[0], [](const std::string& each) { return each.starts_with("call"); }) >=
        2);
  for (const std::string& each : joins[0]) {
    CAPTURE(each);
    CHECK(!is_dear(each));
  }
}
