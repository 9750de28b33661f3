// A program with Jackdaw loads, uses and closes a plugin that has it, too, and that works on the program's
// scheduler.
#include <atomic>

#include <jackdaw/jackdaw.hpp>

#include "tests/machine/plugin/load.hpp"

int main(int, char** arguments) {
  jackdaw::scheduler shared(3U);
  for (int round = 0; round < 20; ++round) {
    const bool well = with_plugin(arguments[1], [&](void* plugin) {
      const auto on_host = function_of<int(void*, int)>(plugin, "plugin_on_host");
      const auto own = function_of<int(int)>(plugin, "plugin_own");
      if (on_host(&shared, 50) != 50) return false;
      std::atomic<int> done{0};
      shared.run([&](jackdaw::worker& w) {  // the plugin must notice that it is inside this very run
        done += on_host(&shared, 10);
        for (int i = 0; i < 8; ++i) w.put([&] { done += on_host(&shared, 10) + own(5); });
      });
      return done == 10 + 8 * 15;
    });
    if (!well) return 1;
    const auto [a, b] = jackdaw::join([] { return 1; }, [] { return 2; });
    if (a + b != 3) return 1;
  }
  std::puts("ended well");
}
