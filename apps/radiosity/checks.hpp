// Is the solution right? Three questions, each answered with a figure.
#pragma once

#include <cstddef>

#include "apps/radiosity/solver/solution.hpp"

namespace jackdaw::apps::radiosity {

/// (absorbed + escaped − emitted) / emitted. 0 when the lights' power is where it should be; solve_* promise
/// 0.5 %.
double power_error(const solution_counts& c);

/// How far a solution may be off that was stopped before it settled: what all iterations to come would still change.
/// Each of them changes less than the one before by the part of the light that surfaces reflect, at most
/// greatest_reflectance. No more than rounding where the last iteration changed nothing.
double unsettled_part(const solution& s);

/// The light that arrives, found another way: rays from random places of the surfaces, each worth the
/// radiosity of the leaf it meets, without form factors, links or push-pull. Half of the places are spread over the area,
/// half over the light.
struct ray_comparison {
  double error = 0;  ///< (by rays − by links) / by links, over all surfaces that are not buried
  double deviation =
      0;  ///< standard deviation of `error` due to the number of rays; infinite: too few met a lamp
};
ray_comparison compare_with_rays(const solution& s, std::size_t rays);

/// Two solutions of one scene, leaf by leaf.
struct difference {
  bool same_elements = true;  ///< the trees agree
  double largest = 0;         ///< largest |difference| of a channel, in parts of the larger value
};
difference compare(const solution& a, const solution& b);

}  // namespace jackdaw::apps::radiosity
