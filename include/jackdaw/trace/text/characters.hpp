// Characters of names, for the formats of recordings.
#pragma once

#include <jackdaw/base/characters.hpp>

namespace jackdaw::trace {

using base::append_bytes;
using base::character_at_front;
using base::for_each_character;
using base::is_control;
using base::visible;

}  // namespace jackdaw::trace
