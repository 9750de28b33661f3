// What tests/cluster/death_test kills: all ranks work until the end of the world, one leaves by an exception, or early,
// or they ask for a world that survives.
#include <chrono>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <thread>

#define OMPI_SKIP_MPICXX 1
#include <mpi.h>
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

/// What the others do while rank 1 leaves. "slow …": they come late, and nothing is wrong.
void do_together(jackdaw::cluster::world& all, const std::string& how) {
  const bool is_one = all.rank() == 1;
  if (how == "slow computation") {
    if (!is_one) std::this_thread::sleep_for(std::chrono::seconds(4));
    return;
  }
  if (how == "slow broadcast") {
    if (!is_one) std::this_thread::sleep_for(std::chrono::seconds(4));
    if (all.broadcast(41 + all.rank(), 1) != 42) throw std::logic_error("a wrong value");
    return;
  }
  if (is_one && how.starts_with("return")) return;
  jackdaw::cluster::handle<int> a(all, 0, 1);
  jackdaw::cluster::flow tasks(all);
  if (is_one && how.starts_with("throw")) throw std::runtime_error("rank 1 has had enough");
  if (how == "early handle") {
    jackdaw::cluster::handle<int> early(all, 0, 1);
    tasks.submit(write(early), [](int& n) { ++n; });
    return;
  }
  if (how.ends_with("barrier")) all.barrier();
  if (how.ends_with("combine")) std::printf("%d\n", all.combine(1));
  if (how.ends_with("fetch")) std::printf("%d\n", tasks.fetch(a));
  if (how.ends_with("wait")) tasks.wait();
}

}  // namespace

int main(int count, char** arguments) {
  const std::string how = count > 1 ? arguments[1] : "";
  try {
    if (how == "mpi begun") MPI_Init(&count, &arguments);
    if (how == "mpi ended") MPI_Init(&count, &arguments), MPI_Finalize();
    if (how == "world before") const jackdaw::cluster::world before(count, arguments);
    jackdaw::cluster::world all(count, arguments, {.workers = 1, .survives = how == "survive"});
    if (how == "world inside") const jackdaw::cluster::world inside(count, arguments);
    all.barrier();
    std::printf("pid %d of rank %u\n", static_cast<int>(getpid()), all.rank());
    std::fflush(stdout);
    if (how == "throw" && all.rank() == 1) throw std::runtime_error("rank 1 has had enough");
    if (how == "finalize inside") {
      MPI_Finalize();
      return 0;
    }
    if (how.find(' ') != std::string::npos) {
      do_together(all, how);
      return 0;
    }
    jackdaw::cluster::pool p(all);
    p.run(wait_a_little{40});
  } catch (const std::exception& error) { std::fprintf(stderr, "%s\n", error.what()); }
  if (how == "mpi begun") MPI_Finalize();
}
