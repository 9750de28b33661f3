// Form factors: the part of the light leaving one facet that arrives at another, when nothing stands between.
#pragma once

#include "apps/radiosity/geometry/facet.hpp"

namespace jackdaw::apps::radiosity {

/// Form factor from a point with a surface normal to a facet: Lambert's contour integral after clipping the
/// facet at the point's horizon. Exact. 0 when the point lies behind the facet.
double point_form_factor(const vec3& point, const vec3& normal, const facet& to);

/// Geometric transport of a pair, in squared scene units: T = A_a·F_ab = A_b·F_ba, the double area integral
/// of cos·cos/(π·r²). Symmetric in its arguments by construction (the smaller facet is sampled, the larger is
/// integrated exactly), so that one number serves both directions and no power is made or lost on the way. 1,
/// 4 or 16 sample points by distance: error below about 1 % for facets that are as far apart as they are
/// wide.
double transport(const facet& a, const facet& b);

/// Form factor F_ab by hierarchical subdivision: `from` is divided into four, and each part again, until the
/// estimate of a part and that of its four parts differ by less than `accuracy` (absolute, weighted by the
/// part's area). At most nine levels. For tests and for reference; the solver uses transport().
double form_factor(const facet& from, const facet& to, double accuracy = 1e-4);

}  // namespace jackdaw::apps::radiosity
