#include "cli/reproduce/results/experiment.hpp"
#include "cli/reproduce/studies/paper_lists.hpp"

namespace jackdaw::cli {

using enum paper_study::kind;

std::vector<paper_study> kr02_studies() {
  const std::vector<std::string> small{"synthetic --k 10 --f 0"};
  const std::vector<std::string> full{"synthetic --k 32 --f 40"};
  // Sizes are the paper's (section 7.1), associativities and lines those of the processors: Pentium III, UltraSPARC II. Its L2
  // of 4 MiB is a quarter here: the queues of k=22 fit into all of it, those of k=32 do not.
  constexpr cache_sizes linux_pc{"16384,4,32", "16384,4,32", "262144,8,32"};
  constexpr cache_sizes sun{"16384,2,32", "16384,1,32", "1048576,1,64"};
  return {
      {.name = "KR02-table4",
       .finding = "how many tasks the synthetic algorithm makes",
       .theirs = "k=15 to k=34",
       .what = task_counts,
       .small = {"synthetic --k 15 --f 0", "synthetic --k 20 --f 0"},
       .usual = {"synthetic --k 15 --f 0", "synthetic --k 20 --f 0", "synthetic --k 25 --f 0",
                 "synthetic --k 30 --f 0"},
       .full = {"synthetic --k 15 --f 0", "synthetic --k 20 --f 0", "synthetic --k 25 --f 0",
                "synthetic --k 30 --f 0", "synthetic --k 31 --f 0", "synthetic --k 32 --f 0",
                "synthetic --k 33 --f 0", "synthetic --k 34 --f 0"},
       .pools = {"dq2"},
       .counts = {{"--k 15", 5149},
                  {"--k 20", 57290},
                  {"--k 25", 635593},
                  {"--k 30", 7049122},
                  {"--k 31", 11405739},
                  {"--k 32", 18454894},
                  {"--k 33", 29860667},
                  {"--k 34", 48315596}},
       .workers = {2}},
      {.name = "KR02-table6",
       .finding = "cache misses of the pools, synthetic algorithm, by a simulation of the caches",
       .theirs = "k=32 f=40, Linux PC with 2 processors, counted by the hardware",
       .what = cache_misses,
       .small = small,
       .usual = {"synthetic --k 18 --f 0"},
       .full = full,
       .pools = c_pools,
       .besides = "Two threads: the paper's misses are mostly of coherence, which the simulation does not "
                  "know. No verdicts",
       .misses = {{"sq1", {11, 148327}, {3, 77750}},
                  {"sq2", {8, 121847}, {2, 66222}},
                  {"sq3", {46843, 174486}, {38712, 95179}},
                  {"sq4", {23881, 207935}, {19210, 107188}},
                  {"dq1", {10, 45598}, {3, 24150}},
                  {"dq2", {14, 46648}, {3, 25340}},
                  {"dq3", {8, 39404}, {2, 20353}},
                  {"dq4", {1527, 103861}, {45, 52361}},
                  {"dq5", {16, 45155}, {3, 24189}},
                  {"dq6", {19, 46240}, {4, 24791}},
                  {"dq7", {10, 38158}, {3, 19815}},
                  {"dq8", {12, 27896}, {3, 15176}},
                  {"sdq1", {12, 32246}, {3, 17927}},
                  {"rq1", {2871, 146912}, {90, 77257}},
                  {"rq2", {3886, 164280}, {97, 82909}},
                  {"rq3", {3954, 173149}, {92, 86549}}},
       .workers = {1, 2},
       .judged = {1},
       .caches = linux_pc},
      {.name = "KR02-table9",
       .finding = "cache misses of the pools, synthetic algorithm, by a simulation of the caches, 4 threads",
       .theirs = "k=32 f=40, Sun E420R with 4 processors, counted by the hardware, of each thread",
       .what = cache_misses,
       .small = small,
       .usual = {"synthetic --k 22 --f 0"},
       .full = full,
       .pools = c_pools,
       .besides = "L2 is a quarter of the paper's: the queues of so few tasks would fit into its 4 MiB",
       .misses = {{"sq1", {118400, 30259}, {10, 7}},
                  {"sq2", {98907, 24767}, {5, 2}},
                  {"sq3", {356917, 169633}, {22397, 5626}},
                  {"sq4", {163206, 40422}, {11663, 3013}},
                  {"dq1", {39231, 10028}, {9, 3}},
                  {"dq2", {119473, 28960}, {5, 5}},
                  {"dq3", {19920, 5198}, {5, 1}},
                  {"dq4", {140185, 35731}, {80, 25}},
                  {"dq5", {116670, 28873}, {11, 77}},
                  {"dq6", {275189, 72251}, {17, 20}},
                  {"dq7", {146148, 26822}, {11, 1}},
                  {"dq8", {23029, 6452}, {13, 2}},
                  {"sdq1", {23027, 6658}, {11, 30}},
                  {"rq1", {133225, 35147}, {31, 25}},
                  {"rq2", {143140, 38634}, {87, 88}},
                  {"rq3", {152281, 40418}, {94, 34}}},
       .workers = {1, 4},
       .judged = {1, 4},
       .caches = sun},
      {.name = "KR02-figure8",
       .finding = "times of the memory managers with dq8, synthetic algorithm: two groups with one thread",
       .theirs = "k=32 f=40, Sun E420R with 4 processors",
       .what = manager_groups,
       .small = {"synthetic --k 12 --f 40"},
       .usual = {"synthetic --k 20 --f 40"},
       .full = full,
       .pools = {"dq8"},
       .besides =
           "The paper does not say which managers are in which group; with other pools they were others "
           "(--pools)",
       .workers = {1, 2, 4},
       .managers = c_managers}};
}

}  // namespace jackdaw::cli
