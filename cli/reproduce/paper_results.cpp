#include "cli/reproduce/paper_results.hpp"

#include <sstream>
#include <utility>

#include <jackdaw/base/processors/budget/cpu_budget.hpp>

namespace jackdaw::cli {

namespace {

using enum paper_result::subject;
using enum paper_table::unit;
using name_list = std::vector<std::string>;

const name_list c_pools{"sq1", "sq2", "sq3", "sq4", "dq1",  "dq2", "dq3", "dq4",
                        "dq5", "dq6", "dq7", "dq8", "sdq1", "rq1", "rq2", "rq3"};
const name_list c_managers{"bs", "l",   "bk",  "dl",   "dlf",   "dbk",   "dbko",   "dgbk",  "dgbko", "dgbkof",
                           "cl", "clf", "clb", "cgbk", "cgbkb", "cgbko", "cgbkob", "cgbk1", "cgbk1b"};
const name_list forest_pools{"dq2", "dq8", "atp", "atp2"};
const name_list omp_pools{"sq1", "sdq1w", "dq8w", "dq9w", "dq9w1"};
const name_list good_manager{"dgbkof"};  // of the best in KR02 table 8

/// A program, what the paper gave it, and what it gets here.
struct experiment {
  std::string_view theirs;
  std::string_view app;
  name_list input;
  name_list quick;
  name_list full = {};
};

/// `full_k`: the paper's k.
experiment synthetic(std::string_view theirs, const char* k, const char* f, const char* full_k) {
  return {theirs, "synthetic", {"--k", k, "--f", f}, {"--k", "8", "--f", "1"}, {"--k", full_k, "--f", f}};
}

experiment quicksort(std::string_view theirs) {
  return {theirs, "quicksort", {"--n", "1e7"}, {"--n", "1e5"}, {"--n", "1e8"}};
}

experiment largeroom(std::string_view theirs) {
  const name_list room{"--scene", "largeroom"};
  return {theirs, "radiosity", room, {"--scene", "small", "--eps", "0.01"}, room};
}

paper_result result(std::string_view name, std::string_view finding, experiment of) {
  return {.name = name,
          .finding = finding,
          .theirs = of.theirs,
          .app = of.app,
          .input = std::move(of.input),
          .quick = std::move(of.quick),
          .full = std::move(of.full)};
}

/// A table of KR02 as it is printed there: a name, its figure with one worker, its figure with two.
paper_result two_columns(std::string_view name, std::string_view finding, experiment of,
                         paper_result::subject subject, paper_table::unit unit, const name_list& managers,
                         const char* printed) {
  paper_result table = result(name, finding, std::move(of));
  table.of = subject;
  table.pools = c_pools;
  table.managers = managers;
  table.workers = {1, 2};
  table.table.in = unit;
  std::istringstream lines(printed);
  std::string row;
  for (double one = 0, two = 0; lines >> row >> one >> two;) table.table.rows.push_back({row, {one, two}});
  return table;
}

/// A figure, of which we take the order of some pools with more than one worker.
paper_result in_order(std::string_view name, std::string_view finding, experiment of, const name_list& among,
                      std::vector<paper_order> orders) {
  paper_result figure = result(name, finding, std::move(of));
  figure.pools = among;
  figure.managers = good_manager;
  figure.workers = {2};
  figure.orders = std::move(orders);
  return figure;
}

/// WSL06's figure 5, of one application.
paper_result overloaded(std::string_view name, experiment of) {
  paper_result figure =
      in_order(name, "32 threads on fewer processors, sq1: with yield and sleepuntil before busy waiting",
               std::move(of), {"sq1"}, {{"yield", "spin"}, {"sleep_until", "spin"}});
  figure.of = policies;
  figure.policies = {"spin", "yield", "sleep_until"};
  figure.workers = {32};
  return figure;
}

std::vector<paper_result> korch_rauber() {
  const char* const their_tree = "k=32 f=40, Linux PC with 2 processors";
  const char* const their_room = "scene largeroom, Linux PC with 2 processors";
  return {
      two_columns("KR02-table5", "times of the pools, synthetic algorithm, each with its best memory manager",
                  synthetic(their_tree, "20", "40", "32"), pools, percent_behind, c_managers, R"(
      sq1      4.7  11.3
      sq2      4.6   9.7
      sq3     11.2  20.1
      sq4      5.6  13.1
      dq1      0.2  23.3
      dq2      4.9   5.7
      dq3        0  22.4
      dq4      5.5   8.0
      dq5      5.1   5.6
      dq6     10.4  10.9
      dq7      5.1   5.4
      dq8      0.4     0
      sdq1     0.4   0.0
      rq1      6.8  12.4
      rq2      7.3  12.3
      rq3      7.0  12.9)"),
      two_columns("KR02-table7-synthetic", "speed-ups of the pools, synthetic algorithm",
                  synthetic(their_tree, "25", "40", "32"), pools, speed_up, good_manager, R"(
      sq1     0.96  1.76
      sq2     0.96  1.79
      sq3     0.90  1.63
      sq4     0.95  1.73
      dq1     1.00  1.59
      dq2     0.95  1.85
      dq3     1.00  1.60
      dq4     0.95  1.82
      dq5     0.95  1.86
      dq6     0.91  1.77
      dq7     0.95  1.86
      dq8     1.00  1.96
      sdq1    1.00  1.96
      rq1     0.94  1.74
      rq2     0.93  1.74
      rq3     0.93  1.73)"),
      two_columns("KR02-table7-radiosity", "speed-ups of the pools, hierarchical radiosity",
                  largeroom(their_room), pools, speed_up, good_manager, R"(
      sq1     1.00  1.92
      sq2     1.00  1.91
      sq3     0.99  1.90
      sq4     0.99  1.84
      dq1     1.00  1.78
      dq2     1.00  1.95
      dq3     1.00  1.76
      dq4     1.00  1.95
      dq5     1.00  1.95
      dq6     0.99  1.95
      dq7     1.00  1.94
      dq8     1.00  1.78
      sdq1    1.00  1.95
      rq1     0.99  1.94
      rq2     0.99  1.93
      rq3     0.99  1.93)"),
      two_columns("KR02-table8", "times of the memory managers, synthetic algorithm, mean over all pools",
                  synthetic(their_tree, "20", "40", "32"), managers, percent_behind, c_managers, R"(
      bs       8.1  15.9
      l       10.3  29.8
      bk      10.2  27.6
      dl       0.3   3.3
      dlf        0   2.1
      dbk      0.6   0.1
      dbko     0.4     0
      dgbk     0.5   2.3
      dgbko    0.5   1.0
      dgbkof   0.1   1.5
      cl       0.5   2.7
      clf      0.3   3.2
      clb      1.2   4.6
      cgbk     0.6   1.7
      cgbkb    1.3   2.1
      cgbko    0.5   2.4
      cgbkob   1.2   2.8
      cgbk1    0.6   1.2
      cgbk1b   1.3   1.6)"),
  };
}

std::vector<paper_result> wirz_suess_leopold() {
  const std::vector<paper_order> distributed_first{{"dq8w", "sq1"}, {"dq9w", "sq1"}, {"dq9w1", "sq1"}};
  std::vector<paper_result> figures{
      in_order("WSL06-figure2", "times of the pools, quicksort: distributed queues before central ones",
               {"10^8 elements on 4 Opterons, 10^7 on 8 UltraSPARCs",
                "quicksort",
                {"--n", "1e7", "--grain", "16"},  // the paper tells none; many tasks, as it says
                {"--n", "1e5", "--grain", "16"},
                {"--n", "1e8", "--grain", "16"}},
               omp_pools, distributed_first),
      in_order("WSL06-figure3",
               "times of the pools, sparse Cholesky: few tasks, so one central queue is best",
               {"a matrix of 500 × 500 on 4 Opterons and 8 UltraSPARCs",
                "sparse_cholesky",
                {"--grid", "22"},
                {"--grid", "22"}},
               omp_pools, {{"sq1", "dq8w"}, {"sq1", "sdq1w"}, {"dq9w", "dq8w"}, {"dq9w", "dq9w1"}}),
      in_order("WSL06-figure4", "times of the pools, labyrinth: distributed queues before central ones",
               {"4 Opterons, 8 UltraSPARCs",
                "labyrinth",
                {"--width", "1001", "--grain", "1"},  // a task is a square, as there
                {"--width", "201", "--grain", "1"}},
               omp_pools, distributed_first),
      overloaded("WSL06-figure5-quicksort",
                 {"on 8 UltraSPARCs", "quicksort", {"--n", "1e6"}, {"--n", "1e5"}}),
      overloaded("WSL06-figure5-cholesky",
                 {"on 8 UltraSPARCs", "sparse_cholesky", {"--grid", "100"}, {"--grid", "22"}}),
      overloaded("WSL06-figure5-labyrinth",
                 {"on 8 UltraSPARCs", "labyrinth", {"--width", "2001"}, {"--width", "201"}}),
  };
  constexpr std::string_view up_to_number = "WSL06-figure";
  for (paper_result& each : figures) {
    each.besides = "The programs in OpenMP C, beside OpenMP's own tasks: build/bench/wsl06_bench --figures ";
    each.besides += each.name[up_to_number.size()];
  }
  return figures;
}

std::vector<paper_result> hoffmann_rauber() {
  return {
      in_order("HR10-figure5a", "speed-ups of the pools, synthetic algorithm without work: shared lists last",
               synthetic("t=35 f=0, Altix 4700, up to 64 threads", "25", "0", "35"), forest_pools,
               {{"dq8", "dq2"}, {"atp", "dq2"}, {"atp2", "dq2"}, {"dq8", "atp"}}),
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
          {"SPLASH-2's program, Altix 4700 and p690",
           "ray",
           {"--tile", "1"},
           {"--size", "1", "--width", "64"}},
          forest_pools, {{"dq8", "dq2"}, {"atp", "dq2"}, {"dq8", "atp"}}),
      in_order("HR10-figure8",
               "speed-ups of the pools, hierarchical radiosity: adaptive before block-distributed",
               largeroom("Altix 4700 and p690, up to 64 threads"), forest_pools,
               {{"atp", "dq8"}, {"atp2", "dq8"}}),
  };
}

/// BP98's figure 2 with the end of figure 1(b), of one application: twice as many workers as processors, as their 16 on 8.
/// Thieves lock each deque that they visit, as theirs do.
paper_result crowded(std::string_view name, experiment of) {
  paper_result figure =
      in_order(name, "twice as many workers as processors: yields before locks, and blocking before spinning",
               std::move(of), {"hood", "hood-block-strict", "hood-spin-strict", "hood-naive"},
               {{"hood", "hood-block-strict"},
                {"hood", "hood-spin-strict"},
                {"hood", "hood-naive"},
                {"hood-block-strict", "hood-spin-strict"},
                {"hood-block-strict", "hood-naive"}});
  figure.workers = {2 * base::cpu_budget::affinity()};
  figure.is_crowded = true;
  return figure;
}

std::vector<paper_result> blumofe_papadopoulos() {
  const std::string_view theirs = "8 UltraSPARCs, 16 processes";
  return {
      crowded("BP98-figure2-heat", {theirs,
                                    "heat",
                                    {"--rows", "1024", "--columns", "1024", "--steps", "30"},
                                    {"--rows", "128", "--columns", "128", "--steps", "10"},
                                    {"--rows", "4096", "--columns", "512", "--steps", "100"}}),
      crowded("BP98-figure2-barnes", {theirs,
                                      "barnes",
                                      {"--n", "16384", "--steps", "2"},
                                      {"--n", "1024", "--steps", "1"},
                                      {"--n", "16384", "--steps", "10"}}),
      crowded("BP98-figure2-lu", {theirs,
                                  "lu",
                                  {"--n", "1024", "--block", "64"},
                                  {"--n", "128", "--block", "16"},
                                  {"--n", "2048", "--block", "16"}}),
  };
}

}  // namespace

std::span<const paper_result> paper_results() {
  static const std::vector<paper_result> all = [] {
    std::vector<paper_result> found = korch_rauber();
    for (auto&& more : {wirz_suess_leopold(), hoffmann_rauber(), blumofe_papadopoulos()})
      found.insert(found.end(), more.begin(), more.end());
    return found;
  }();
  return all;
}

}  // namespace jackdaw::cli
