// The world of a test that runs on several ranks.
#pragma once

#include <jackdaw/cluster.hpp>

/// The world that main() has made, with two workers a rank.
jackdaw::cluster::world& here();
