// The application `radiosity`: light in a room by hierarchical radiosity.
#pragma once

#include <memory>

#include "apps/app.hpp"

namespace jackdaw::apps {

/// Hierarchical radiosity (Hanrahan, Salzman, Aupperle 1991) of a built-in room or an OBJ scene; KR02
/// section 7.2 measures task pools with it. See README.md.
std::unique_ptr<app> make_radiosity();

}  // namespace jackdaw::apps
