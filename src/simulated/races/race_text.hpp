// What a report says of a race: both accesses, and where each of them stands in the program.
#pragma once

#include <string>

#include "src/simulated/races/races.hpp"

namespace jackdaw::simulated {

/// `a race: a write of plain data at FILE:LINE, and a read …`. It starts addr2line, so only a test that has failed calls it.
std::string text_of_race(const races::access& now, const races::remembered& before);

}  // namespace jackdaw::simulated
