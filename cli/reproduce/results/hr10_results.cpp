#include "cli/reproduce/results/experiment.hpp"

namespace jackdaw::cli {

using enum paper_result::subject;
using enum paper_table::unit;

namespace {

const name_list forest_pools{"dq2", "dq8", "atp", "atp2"};

}  // namespace

std::vector<paper_result> hoffmann_rauber() {
  std::vector<paper_result> figures{
      in_order("HR10-figure5a", "speed-ups of the pools, synthetic algorithm without work: shared lists last",
               synthetic("t=35 f=0, Altix 4700, up to 64 threads", "25", "0", "35"), forest_pools,
               {{"dq8", "dq2"},
                {"atp", "dq2"},
                {"atp2", "dq2"},
                {"dq8", "atp"},
                {"dq8", "oneTBB"},
                {"atp", "oneTBB"},
                {"atp2", "oneTBB"}}),
      in_order("HR10-figure5b",
               "speed-ups of the pools, synthetic algorithm with small tasks: shared lists last",
               synthetic("t=35 f=5, Altix 4700, up to 64 threads", "25", "5", "35"), forest_pools,
               {{"dq8", "dq2"}, {"atp", "dq2"}, {"atp2", "dq2"}}),
      in_order("HR10-figure6",
               "speed-ups of the pools, quicksort: a private block hides tasks when there are few",
               quicksort("10^8 integers, Altix 4700 and p690"), forest_pools,
               {{"atp", "dq8"}, {"atp2", "dq8"}, {"atp", "atp2"}}),
      in_order(
          "HR10-figure7",
          "speed-ups of the pools, ray tracing: all tasks are there at the start, so little overhead is best",
          ray("SPLASH-2's program, Altix 4700, up to 64 threads: dq8 47.7"), forest_pools,
          {{"dq8", "dq2"},
           {"dq8", "atp"},
           {"dq8", "atp2"},
           {"atp", "dq2"},
           {"atp2", "dq2"},
           {"atp2", "atp"}}),
      in_order("HR10-figure7b", "the same on the other machine: there private areas are ahead of dq8",
               ray("SPLASH-2's program, p690, 32 threads: atp2 31.7, dq8 31.2"), forest_pools,
               {{"atp2", "dq8"}, {"atp2", "atp"}, {"dq8", "atp"}, {"dq8", "dq2"}, {"atp", "dq2"}}),
      in_order("HR10-figure8",
               "speed-ups of the pools, hierarchical radiosity: adaptive before block-distributed",
               largeroom("Altix 4700 and p690, up to 64 threads"), forest_pools,
               {{"atp", "dq8"}, {"atp2", "dq8"}}),
  };
  for (paper_result& each : figures) {
    if (each.app == "synthetic") each.rivals = {"oneTBB"};
  }
  return figures;
}

}  // namespace jackdaw::cli
