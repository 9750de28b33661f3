// Polygons of an input file divided into flat convex facets.
#pragma once

#include <vector>

#include "apps/radiosity/geometry/facet.hpp"

namespace jackdaw::apps::radiosity {

/// The facets of a polygon with at least three corners: itself when it is a triangle or a flat convex
/// quadrangle, else triangles (see triangles_of). Facets without area are left out, so the result may be empty.
std::vector<facet> facets_of(const std::vector<vec3>& corners);

}  // namespace jackdaw::apps::radiosity
