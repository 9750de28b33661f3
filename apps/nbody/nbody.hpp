// Particles with Lennard-Jones forces, as an application.
#pragma once

#include <memory>

#include "apps/app.hpp"

namespace jackdaw::apps {

[[nodiscard]] std::unique_ptr<app> make_nbody();

}  // namespace jackdaw::apps
