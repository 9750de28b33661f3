// What is known of placements of queens.
#pragma once

#include <array>
#include <cstdint>

namespace jackdaw::apps::nqueens {

/// Solutions for n = 1, 2, … (OEIS A000170).
inline constexpr std::array<std::uint64_t, 20> solutions{1,
                                                         0,
                                                         0,
                                                         2,
                                                         10,
                                                         4,
                                                         40,
                                                         92,
                                                         352,
                                                         724,
                                                         2'680,
                                                         14'200,
                                                         73'712,
                                                         365'596,
                                                         2'279'184,
                                                         14'772'512,
                                                         95'815'104,
                                                         666'090'624,
                                                         4'968'057'848,
                                                         39'029'188'884};

}  // namespace jackdaw::apps::nqueens
