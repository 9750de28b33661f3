// Work of one process while others do the same.
#include "cli/run/surroundings/crowd.hpp"

#include <algorithm>
#include <atomic>
#include <new>
#include <stdexcept>

#include <doctest/doctest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <jackdaw/base/processors/cpu_list.hpp>

namespace crowd_test {

using namespace jackdaw;

namespace {

/// Visible to all processes that this one forks.
struct shared_count {
  shared_count()
      : place(mmap(nullptr, sizeof(std::atomic<int>), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1,
                   0)),
        count(*new(place) std::atomic<int>(0)) {
    REQUIRE(place != MAP_FAILED);
  }
  shared_count(const shared_count&) = delete;
  shared_count& operator=(const shared_count&) = delete;
  ~shared_count() { munmap(place, sizeof(std::atomic<int>)); }

  void* place;
  std::atomic<int>& count;
};

}  // namespace

TEST_CASE("others do the work beside it, each on a processor of its own, and are gone afterwards") {
  const base::cpu_list mask = base::affinity_of();
  shared_count begun;
  shared_count done;
  int own = 0;
  const cli::crowding found = cli::measure_crowding([&] {
    ++begun.count;
    return [&] {
      ++done.count;
      ++own;
      if (base::affinity_of().size() != 1) throw std::runtime_error("not bound");
      return 0.125;
    };
  });
  CHECK(base::affinity_of() == mask);
  CHECK(own >= 2);
  CHECK(found.alone == 0.125);
  if (mask.size() == 1) {
    CHECK(found.among == 1);
    return;
  }
  CHECK(found.among == std::min<std::size_t>(mask.size(), 16));
  CHECK(found.crowded == 0.125);
  CHECK(begun.count == static_cast<int>(found.among));
  CHECK(done.count >= own + static_cast<int>(found.among) - 1);
  const int at_end = done.count;
  usleep(2000);
  CHECK(done.count == at_end);
}

TEST_CASE("where others cannot work there is no crowd") {
  const pid_t here = getpid();
  const cli::crowding found = cli::measure_crowding([&] {
    return [&]() -> double {
      if (getpid() != here) throw std::runtime_error("not here");
      return 2;
    };
  });
  CHECK(found.alone == 2);
  CHECK(found.crowded == 0);
  CHECK(found.among == 1);
}

}  // namespace crowd_test
