// Polygons of an input file divided into flat convex facets.
#pragma once

#include <vector>

#include "apps/radiosity/facet.hpp"

namespace jackdaw::apps::radiosity {

/// The facets of a polygon with at least three corners: itself when it is a triangle or a flat convex
/// quadrangle, else triangles by cutting off ears (Meisters 1975). Facets without area are left out, so the
/// result may be empty. Cost: cubic in the number of corners, which is small in practice.
std::vector<facet> facets_of(const std::vector<vec3>& corners);

}  // namespace jackdaw::apps::radiosity
