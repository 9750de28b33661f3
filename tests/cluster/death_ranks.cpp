// What tests/cluster/death_test kills: all ranks work until the end of the world, one leaves by an exception, or they
// ask for a world that survives.
#include <chrono>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <thread>

#include <unistd.h>

#include <jackdaw/cluster.hpp>

namespace {

struct wait_a_little {
  int more;
  void operator()(jackdaw::cluster::worker& worker) const {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    for (int i = 0; i < 2 && more > 0; ++i) worker.put(wait_a_little{more - 1});
  }
};

}  // namespace

int main(int count, char** arguments) {
  const std::string how = count > 1 ? arguments[1] : "";
  try {
    jackdaw::cluster::world all(count, arguments, {.workers = 1, .survives = how == "survive"});
    all.barrier();
    std::printf("pid %d of rank %u\n", static_cast<int>(getpid()), all.rank());
    std::fflush(stdout);
    if (how == "throw" && all.rank() == 1) throw std::runtime_error("rank 1 has had enough");
    jackdaw::cluster::pool p(all);
    p.run(wait_a_little{40});
  } catch (const std::exception& error) { std::fprintf(stderr, "%s\n", error.what()); }
}
