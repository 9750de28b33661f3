// The main program of a runtime in a process of its own; see remote.hpp.
#include <cstdio>
#include <exception>

#include "bench/peers/peer.hpp"

int main() {
  const auto& runtime = jackdaw::bench::peers().front();
  std::printf("%s\n", runtime.version.c_str());
  std::fflush(stdout);
  for (unsigned instance = 0, workers = 0; std::scanf("%u %u", &instance, &workers) == 2;) {
    try {
      const auto found = runtime.run(instance, workers);
      std::printf("%.17g %.17g\n", found.seconds, found.units);
    } catch (const std::exception& error) { std::printf("! %s\n", error.what()); }
    std::fflush(stdout);
  }
}
