// The rule of verdicts in words, for --help and for the page. docs/guide/command/reproduce.md has it with reasons.
#pragma once

namespace jackdaw::cli {

inline constexpr const char* rule_in_full =
    "Verdicts. A row of a table is compared with the paper's first row, an order with its\n"
    "two parts. In each round the time of one is divided by that of the other. The interval\n"
    "is that of the sign test: it misses the median of these ratios once in 20 times at\n"
    "most. Above 1.02 is slower, below 0.98 faster, between them as fast. An interval that\n"
    "lies in one of the three says so. The row agrees where the paper says the same, and\n"
    "differs where it says something else. An interval that reaches over a limit says\n"
    "nothing: within the noise. With more workers than processors, where the paper\n"
    "had one for each: too few processors. For numbers of workers of which the paper does\n"
    "not say it: not claimed.";

}  // namespace jackdaw::cli
