// Injects faults into small computations, each in a process of its own:
//
//     fault_driver [--seed N] [--rounds N] [--only BEGINNING] [--verbose]
//
// Rounds differ in their random choices; more than one round also tries every pool, where one round tries a few. The
// seed is JACKDAW_SEED by default. The last line has the counts; the exit status is 1 when a case failed.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "tests/faults/fault_kinds.hpp"
#include "tests/support/seeds.hpp"

int main(int, char** arguments) {
  using namespace jackdaw::tests;
  fault_cases::options chosen;
  chosen.seed = first_seed();
  for (++arguments; *arguments != nullptr; ++arguments) {
    const std::string_view option = *arguments;
    const char* const value = arguments[1];
    if (option == "--verbose") {
      chosen.verbose = true;
      continue;
    }
    if (value == nullptr || (option != "--seed" && option != "--rounds" && option != "--only")) {
      std::fprintf(stderr, "fault_driver: '%s': expected --seed N, --rounds N, --only BEGINNING, --verbose\n",
                   *arguments);
      return 2;
    }
    if (option == "--seed") chosen.seed = std::strtoull(value, nullptr, 10);
    if (option == "--rounds") chosen.rounds = std::strtoull(value, nullptr, 10);
    if (option == "--only") chosen.only = value;
    ++arguments;
  }
  fault_cases cases(chosen);
  using kind = void(fault_cases&);
  constexpr std::array<kind*, 7> kinds{
      allocations_that_fail, threads_that_fail,    calls_that_are_refused,     stops_and_signals,
      forks_at_odd_places,   callables_that_throw, many_workers_and_schedulers};
  for (std::uint64_t round = 0; round < chosen.rounds; ++round) {
    for (std::size_t which = 0; which < kinds.size(); ++which) {
      cases.begin(round, which);
      kinds[which](cases);
    }
  }
  return cases.report();
}
