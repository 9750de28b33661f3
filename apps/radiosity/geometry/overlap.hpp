// What two flat facets of one plane have in common.
#pragma once

#include "apps/radiosity/geometry/facet.hpp"

namespace jackdaw::apps::radiosity {

/// Whether they look the same way and lie in one plane to within `tolerance` (scene units).
bool in_one_plane(const facet& a, const facet& b, double tolerance);

/// The area that both cover, of two facets for which in_one_plane holds.
double common_area(const facet& a, const facet& b);

}  // namespace jackdaw::apps::radiosity
