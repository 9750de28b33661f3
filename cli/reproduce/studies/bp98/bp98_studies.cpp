#include "cli/reproduce/studies/paper_lists.hpp"

namespace jackdaw::cli {

using enum paper_study::kind;

std::vector<paper_study> bp98_studies() {
  const std::vector<std::string> with_static_small{
      "mm --n 128 --block 16", "lu --n 128 --block 16 --face pool", "barnes --n 1024 --steps 1",
      "heat --rows 128 --columns 128 --steps 10"};
  const std::vector<std::string> with_static{"mm --n 1024 --block 16", "lu --n 1024 --block 16 --face pool",
                                             "barnes --n 16384 --steps 2",
                                             "heat --rows 1024 --columns 1024 --steps 30"};
  const std::vector<std::string> with_static_full{
      "mm --n 1024 --block 16", "lu --n 2048 --block 16 --face pool", "barnes --n 16384 --steps 10",
      "heat --rows 4096 --columns 512 --steps 100"};
  const auto with = [](std::vector<std::string> some, const std::vector<std::string>& more) {
    some.insert(some.end(), more.begin(), more.end());
    return some;
  };
  const std::vector<std::string> knary_small{
      "knary --height 5 --degree 3 --serial-children {0,1} --units 10"};
  const std::vector<std::string> knary{"knary --height {8,9} --serial-children {0,1,2,3}"};
  const std::vector<std::string> three_small(with_static_small.begin() + 1, with_static_small.end());
  const std::vector<std::string> three(with_static.begin() + 1, with_static.end());
  const std::vector<std::string> three_full(with_static_full.begin() + 1, with_static_full.end());
  constexpr std::string_view eight = "8 UltraSPARCs";
  return {
      {.name = "BP98-table2",
       .finding =
           "work, span and times of six applications: stealing costs next to nothing, static is no faster",
       .theirs = eight,
       .what = characteristics,
       .small = with(with_static_small, {"msort --n 20000", "ray --size 1 --width 64"}),
       .usual = with(with_static, {"msort --n 4e6", "ray"}),
       .full = with(with_static_full, {"msort --n 3.2e7", "ray"}),
       .pools = {"hood"},
       .rows = {{"mm", 1.023, 2536, 3.28 / 3.30},
                {"lu", 1.013, 1394, 9.41 / 9.07},
                {"barnes", 1.029, 102, 7.60 / 7.41},
                {"heat", 0.998, 264, 8.01 / 7.93},
                {"msort", 0.955, 540, {}},
                {"ray", 1.030, 235, {}}}},
      {.name = "BP98-figure1",
       .finding =
           "speed-ups with more workers than processors: static versions fall off, work stealing does not",
       .theirs = "8 UltraSPARCs, 1 to 32 processes",
       .what = speed_ups,
       .small = with_static_small,
       .usual = with_static,
       .full = with_static_full,
       .pools = {"hood"}},
      {.name = "BP98-figure3",
       .finding =
           "time in tasks, in stealing and at locks, with as many workers as processors and with twice that",
       .theirs = "8 UltraSPARCs, 8 and 16 processes",
       .what = breakdown,
       .small = three_small,
       .usual = three,
       .full = three_full,
       .pools = {"hood-spin-strict", "hood-block-strict", "hood-naive"}},
      {.name = "BP98-figure4",
       .finding = "utilization of many runs: at least 1 / (1.1 + 2 P / (T1 / T∞))",
       .theirs = eight,
       .what = bound,
       .small = with(knary_small, three_small),
       .usual = with(knary, three),
       .pools = {"hood"}},
      {.name = "BP98-figure5",
       .finding = "the same beside the cycler: P_A processors instead of all",
       .theirs = "8 UltraSPARCs, beside cycler",
       .what = bound,
       .small = with(knary_small, three_small),
       .usual = with(knary, three),
       .pools = {"hood"},
       .cycler = "2,20"},
  };
}

}  // namespace jackdaw::cli
