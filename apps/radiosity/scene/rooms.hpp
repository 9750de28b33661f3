// Built-in scenes.
#pragma once

#include <string_view>

#include "apps/radiosity/scene/scene.hpp"

namespace jackdaw::apps::radiosity {

/// The Cornell box (Goral, Torrance, Greenberg, Battaile 1984; measured at Cornell University, units of mm),
/// as a closed room: the corners of the published walls, which miss each other by up to 6.4, are made to
/// meet; there is a white front wall, and the light is let into the ceiling. 24 patches.
scene cornell_box();

/// A furnished room, 10 × 3 × 7 m, 532 patches: desks, chairs, shelves with books, lamps, a door, pictures. Closed, units of metres.
scene large_room();

/// A library of 532 patches, 12 × 3 × 9.4 m: racks with aisles between them. For KR02's "largeroom", which has as many:
/// like that one it has about 240 000 interactions, most of them hidden, with --eps 2.9e-5 --hidden-measure 0.5.
scene library();

/// A hall of 1 157 patches, 18 × 4 × 12 m: an exhibition, whose stands have screens between them. For KR02's "Halle",
/// which has as many, and about as many interactions with --eps 4e-5.
scene hall();

/// An office floor of 2 979 patches, 27 × 3 × 15 m: places with screens between them. For KR02's "Raum11w", which has
/// as many.
scene office();

/// A small closed room with a table: 13 patches, for tests.
scene small_room();

}  // namespace jackdaw::apps::radiosity
