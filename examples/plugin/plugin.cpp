// The library that `jackdaw --load ./libmine.so` loads.
#include "mine.hpp"

JACKDAW_PLUGIN { add_mine(); }
