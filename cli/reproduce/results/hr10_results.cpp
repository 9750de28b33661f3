#include <utility>

#include "cli/reproduce/results/experiment.hpp"

namespace jackdaw::cli {

using enum paper_result::subject;
using enum paper_table::unit;

namespace {

const name_list forest_pools{"dq2", "dq8", "atp", "atp2"};

/// The most threads of the Altix 4700 and of the p690.
constexpr unsigned altix = 64;
constexpr unsigned p690 = 32;

/// A figure with the best speed-ups that the text tells, reached with `best` threads. `rows`: as `columns` takes them.
paper_result with_best(std::string_view name, std::string_view finding, experiment of, unsigned best,
                       const char* rows, std::vector<paper_order> orders) {
  paper_result figure = columns(name, finding, std::move(of), pools, speed_up, good_manager, {1, best}, rows);
  figure.orders = std::move(orders);
  return figure;
}

}  // namespace

std::vector<paper_result> hoffmann_rauber() {
  std::vector<paper_result> figures{
      // "For up to 32 threads" dq8 is first; dq2 is last "with 64 threads"; of TBB no number is told.
      in_order("HR10-figure5a",
               "speed-ups of the pools, synthetic algorithm without work: dq8 first up to 32 threads, shared "
               "lists last with 64",
               synthetic("t=35 f=0, Altix 4700, up to 64 threads: speed-ups of 22 at most", "25", "0", "35"),
               forest_pools,
               {{"dq8", "dq2"},
                {"dq8", "atp", 1, 32},
                {"dq8", "atp2", 1, 32},
                {"atp", "dq2", altix},
                {"atp2", "dq2", altix},
                {"dq8", "oneTBB"},
                {"atp", "oneTBB"},
                {"atp2", "oneTBB"}}),
      // What it says of scaling, "almost 50", is told of the most threads.
      in_order("HR10-figure5b",
               "speed-ups of the pools, synthetic algorithm with small tasks: shared lists last",
               synthetic("t=35 f=5, Altix 4700, up to 64 threads: speed-ups of almost 50", "25", "5", "35"),
               forest_pools, {{"dq8", "dq2", altix}, {"atp", "dq2", altix}, {"atp2", "dq2", altix}}),
      // dq8 "never" exceeds the figure that is its row here.
      with_best("HR10-figure6",
                "speed-ups of the pools, quicksort: a private block hides tasks when there are few",
                quicksort("10^8 integers, Altix 4700"), 16, R"(
      atp   -  7.39
      atp2  -   -
      dq2   -   -
      dq8   -  4.3)",
                {{"atp", "dq8", 16}, {"atp2", "dq8", 16}, {"atp", "atp2", 16}}),
      with_best("HR10-figure6b", "the same on the other machine", quicksort("10^8 integers, p690"), p690, R"(
      atp   -  6.97
      atp2  -   -
      dq2   -   -
      dq8   -  2.74)",
                {{"atp", "dq8", 16}, {"atp2", "dq8", 16}, {"atp", "atp2", p690}}),
      // That dq8 is first is told of 64 threads; of the others, no number is told.
      with_best(
          "HR10-figure7",
          "speed-ups of the pools, ray tracing: all tasks are there at the start, so little overhead is best",
          ray("SPLASH-2's program, Altix 4700, up to 64 threads"), altix, R"(
      dq8   -  47.7
      atp2  -   -
      atp   -   -
      dq2   -   -)",
          {{"dq8", "dq2", altix},
           {"dq8", "atp", altix},
           {"dq8", "atp2", altix},
           {"atp", "dq2"},
           {"atp2", "dq2"},
           {"atp2", "atp"}}),
      with_best("HR10-figure7b", "the same on the other machine: there private areas are ahead of dq8",
                ray("SPLASH-2's program, p690"), p690, R"(
      atp2  -  31.7
      dq8   -  31.2
      atp   -   -
      dq2   -   -)",
                {{"atp2", "dq8", p690},
                 {"atp2", "atp"},
                 {"dq8", "atp", p690},
                 {"dq8", "dq2", p690},
                 {"atp", "dq2"}}),
      with_best("HR10-figure8",
                "speed-ups of the pools, hierarchical radiosity: adaptive before block-distributed",
                largeroom("Altix 4700, up to 64 threads"), 16, R"(
      atp   -  6.47
      atp2  -  6.47
      dq2   -   -
      dq8   -   -)",
                {{"atp", "dq8", 16}, {"atp2", "dq8", 16}}),
      with_best("HR10-figure8b", "the same on the other machine", largeroom("p690"), p690, R"(
      atp   -  11.5
      atp2  -  11.5
      dq2   -   -
      dq8   -   -)",
                {{"atp", "dq8", p690}, {"atp2", "dq8", p690}}),
  };
  for (paper_result& each : figures) {
    if (each.name == "HR10-figure5b") each.workers = {2, altix};
    if (each.app == "synthetic") each.rivals = {"oneTBB"};
  }
  return figures;
}

}  // namespace jackdaw::cli
