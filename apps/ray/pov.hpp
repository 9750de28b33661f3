// Scenes for POV-Ray, to compare pictures and times with.
#pragma once

#include <string>

#include "apps/ray/scene/scene.hpp"
#include "apps/ray/tracing/tracer.hpp"

namespace jackdaw::apps::ray {

/// Writes the scene so that POV-Ray 3.7 makes the same picture of it: the same rays, and bytes that are the
/// same but for rounding where highlights are as grey as POV-Ray's. Throws input_error when the file cannot be
/// written.
void write_pov(const scene& s, const trace_settings& settings, const std::string& path);

}  // namespace jackdaw::apps::ray
