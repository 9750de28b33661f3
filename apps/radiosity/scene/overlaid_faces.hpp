// Faces that lie on others in one plane: a lamp in the plane of a ceiling, a face given twice.
#pragma once

#include <string>

#include "apps/radiosity/scene/scene.hpp"

namespace jackdaw::apps::radiosity {

/// Of faces that cover the same place of one plane and look the same way, one is seen: a lamp before what is none, then
/// the smaller, then the later one; a black back (see add_black_backs) last. That one is moved forward by
/// 1/100 000 of its size, so that it hides what is behind it, as a sheet of paper does. Otherwise both would be lit, and
/// a ray would meet either. What is wholly hidden is left out. Throws input_error where a light hides a part of another
/// one, since that part would shine into a gap without width; `where` names the input in the message.
void lift_overlaid(scene& s, const std::string& where);

}  // namespace jackdaw::apps::radiosity
