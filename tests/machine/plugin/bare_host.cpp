// A program without Jackdaw loads, uses and closes a plugin that has it.
#include "tests/machine/plugin/load.hpp"

int main(int, char** arguments) {
  for (int round = 0; round < 20; ++round) {
    if (!with_plugin(arguments[1], [](void*) { return true; })) return 1;
  }
  std::puts("ended well");
}
