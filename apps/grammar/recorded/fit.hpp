// Which distribution a sample of times, or of numbers, looks like.
#pragma once

#include <string>
#include <vector>

namespace jackdaw::apps::grammar {

/// An expression of the language whose mean is that of `sample`, "0" for an empty one:
/// - the mean itself, for fewer than 8 numbers, or where their standard deviation is at most a twentieth of it;
/// - else one of uniform, exponential, normal, lognormal: the one whose distribution function is nearest to the sample's, by
///   the largest distance between both (Kolmogorov, Smirnov); the first of these where two are as near. Uniform has to have
///   the mean of the sample within a twentieth. Normal has to have a mean of two deviations at least, since what is drawn
///   below 0 counts as 0.
[[nodiscard]] std::string fitted(std::vector<double> sample);

}  // namespace jackdaw::apps::grammar
