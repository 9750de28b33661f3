// expect: jackdaw: an object with one instance is a handle
#include <jackdaw/flow/buffered.hpp>

#if defined(BROKEN)
jackdaw::buffered<int, 1> value;
#else
jackdaw::buffered<int, 2> value;
#endif
