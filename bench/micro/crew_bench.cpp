// What an item costs that threads of the program's own put and get: through a crew put together at compile
// time, and through the C interface, over the same pool. The items are the nodes of a binary tree, by their
// heights; the thread that gets one puts its two children.
#include <array>
#include <barrier>
#include <cstdio>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <nlohmann/json.hpp>

#include <jackdaw/base/cache_line.hpp>
#include <jackdaw/base/clock.hpp>
#include <jackdaw/jackdaw.h>
#include <jackdaw/pool/papers/korch_rauber.hpp>
#include <jackdaw/worker/crew/basic_crew.hpp>
#include <jackdaw/worker/idle/wake_every_put.hpp>

#include "bench/peers/peer.hpp"
#include "bench/support/interleave.hpp"
#include "bench/support/program.hpp"
#include "bench/support/spread.hpp"

namespace jackdaw::bench {
namespace {

const int height = sized(22, 10);
const long nodes = (2L << height) - 1;

/// Seconds from the moment when all threads are there until the last one has nothing left. `work(me)` returns how many
/// items member `me` got.
double seconds_of(program& bench, unsigned threads, auto&& work) {
  std::vector<base::padded<long>> got(threads);
  std::barrier all_there(threads + 1);
  base::stopwatch watch;
  {
    std::vector<std::jthread> team;
    for (unsigned me = 0; me < threads; ++me) {
      team.emplace_back([&, me] {
        all_there.arrive_and_wait();
        *got[me] = work(me);
      });
    }
    watch = base::stopwatch();
    all_there.arrive_and_wait();
  }
  const double seconds = watch.seconds();
  const long sum =
      std::accumulate(got.begin(), got.end(), 0L, [](long s, const auto& each) { return s + *each; });
  if (sum != nodes) bench.complain("an item is missing, or was got twice");
  return seconds;
}

template <class Pool, class Idle>
double fixed(program& bench, unsigned threads) {
  basic_crew<int, Pool, Idle> items(threads);
  std::vector<typename basic_crew<int, Pool, Idle>::member> members;
  for (unsigned i = 0; i < threads; ++i) members.push_back(items.join());
  members.front().put(height);
  return seconds_of(bench, threads, [&](unsigned me) {
    auto& here = members[me];
    long got = 0;
    while (const auto left = here.get()) {
      ++got;
      for (int child = 0; child < 2 && *left > 0; ++child) here.put(*left - 1);
    }
    return got;
  });
}

void expect_ok(jackdaw_status status) {
  if (status != JACKDAW_OK) throw std::runtime_error(jackdaw_error());
}

double through_c(program& bench, const char* pool, const char* idle, unsigned threads) {
  const jackdaw_options options{pool, "cgbkof", idle};
  jackdaw_pool* items = nullptr;
  expect_ok(jackdaw_create(&items, threads, sizeof(int), &options));
  expect_ok(jackdaw_expect(items, threads));
  expect_ok(jackdaw_put(items, 0, &height));
  const double seconds = seconds_of(bench, threads, [&](unsigned me) {
    long got = 0;
    for (int left = 0; jackdaw_get(items, me, &left) == JACKDAW_OK;) {
      ++got;
      const int below = left - 1;
      for (int child = 0; child < 2 && left > 0; ++child) expect_ok(jackdaw_put(items, me, &below));
    }
    return got;
  });
  jackdaw_destroy(items);
  return seconds;
}

struct candidate {
  const char* pool;
  double (*fixed)(program&, unsigned);
  const char* idle;
};

constexpr std::array<candidate, 3> candidates{{
    {"jackdaw", &fixed<pool::split_pool, working::spin_yield_park>, "spin_yield_park"},
    {"dq8", &fixed<pool::dq8, working::wake_every_put>, "wake_every_put"},
    {"sq1", &fixed<pool::sq1, working::wake_every_put>, "wake_every_put"},
}};

void compare(program& bench, const candidate& which, unsigned threads) {
  std::array<std::vector<double>, 2> seconds;
  interleave(2, bench.rounds(), [&](std::size_t i, unsigned round) {
    const double value =
        i == 0 ? which.fixed(bench, threads) : through_c(bench, which.pool, which.idle, threads);
    if (round != 0) seconds[i].push_back(value);
  });
  const double per_item = 1e9 / static_cast<double>(nodes);
  const double in_cpp = per_item * spread_of(seconds[0]).median;
  const double in_c = per_item * spread_of(seconds[1]).median;
  std::printf("%-9s %7u %14.2f %14.2f %14.2f\n", which.pool, threads, in_cpp, in_c, in_c - in_cpp);
  bench.add({{"pool", which.pool},
             {"workers", threads},
             {"nanoseconds_per_item_crew", in_cpp},
             {"nanoseconds_per_item_c", in_c},
             {"seconds_crew", seconds[0]},
             {"seconds_c", seconds[1]}});
}

int measure_all(int argc, char** argv) {
  program bench("crew", "what an item costs that is put and got through the C interface");
  bench.parse(argc, argv);
  std::printf("\n%ld items of 4 bytes: ns for a put and a get\n%-9s %7s %14s %14s %14s\n", nodes, "pool",
              "threads", "C++ crew", "C", "difference");
  for (const auto& which : candidates) {
    for (const unsigned threads : {1U, 2U}) compare(bench, which, threads);
  }
  return bench.finish();
}

}  // namespace
}  // namespace jackdaw::bench

int main(int argc, char** argv) {
  return jackdaw::bench::run_program(&jackdaw::bench::measure_all, argc, argv);
}
