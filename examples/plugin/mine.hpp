// All parts, by name: for the library and for the program.
#pragma once

#include "keeper.hpp"
#include "naps.hpp"
#include "odd_even.hpp"
#include "primes.hpp"

inline void add_mine() {
  jackdaw::add_idle<naps>({.name = "naps", .line = "looks every 50 microseconds", .source = "mine"});
  jackdaw::add_memory<keeper>(
      {.name = "keeper", .line = "each worker keeps the blocks that it frees", .source = "mine"});
  jackdaw::add_pool<odd_even>({.name = "odd_even",
                               .line = "one list; even workers take the newest task, odd ones the oldest",
                               .source = "mine",
                               .idle = "wake_every_put",
                               .parameters = {{"limit", "below it all take the newest", "8", 1, 1000}},
                               .replayed_as = "sq1"});
  jackdaw::add_app<primes>(
      {.name = "primes", .line = "counts prime numbers by trial division", .source = "mine"});
}
