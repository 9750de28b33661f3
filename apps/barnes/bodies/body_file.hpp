// Bodies in text files: mass, position and velocity, one body a line.
#pragma once

#include <string>
#include <vector>

#include "apps/barnes/bodies/body.hpp"

namespace jackdaw::apps::barnes {

/// Lines `mass x y z vx vy vz`, in units in which the constant of gravity is 1; # begins a comment. Throws
/// input_error.
[[nodiscard]] std::vector<body> read_bodies(const std::string& path);

/// In the order of their numbers, with all digits: what is read again is the same.
void write_bodies(std::vector<body> bodies, const std::string& path);

}  // namespace jackdaw::apps::barnes
