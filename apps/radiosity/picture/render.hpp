// The picture: rays from the camera, shaded with the averaged radiosities.
#pragma once

#include "apps/radiosity/scene/scene.hpp"
#include "apps/radiosity/solver/solution.hpp"
#include "apps/support/files/picture.hpp"

namespace jackdaw::apps::radiosity {

struct picture_size {
  int width = 960, height = 600;
  int samples = 3;  ///< along each side of a pixel: 3 means 9 rays
};

/// Draws what the camera sees; back sides are not drawn, so that one looks into a closed room through its
/// wall. One thread. Exposure is chosen from the brightness of what is seen.
picture render(const solution& s, const camera& view, const picture_size& size);

}  // namespace jackdaw::apps::radiosity
