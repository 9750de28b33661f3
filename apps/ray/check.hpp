// What is asked of a picture.
#pragma once

#include <string>

#include "apps/ray/scene/scene.hpp"
#include "apps/ray/tracing/frame.hpp"
#include "apps/ray/tracing/tracer.hpp"

namespace jackdaw::apps::ray {

/// The first pixel in which the two differ in any bit, in words; empty when there is none.
[[nodiscard]] std::string difference(const frame& found, const frame& expected);

/// Compares some pixels, spread over the picture, with what comes of testing every ray against every object,
/// without the hierarchy: bit for bit. The more objects the fewer pixels. Returns how many; `problem` is empty
/// unless one differs.
[[nodiscard]] std::size_t sample_without_tree(const frame& found, const scene& s,
                                              const trace_settings& settings, std::string& problem);

}  // namespace jackdaw::apps::ray
