// Whether the functions of the library that are no templates are compiled once, or in each source that includes them.
//
// By default Jackdaw is headers only, and all functions are inline. The target jackdaw::jackdaw_compiled defines
// JACKDAW_COMPILED for all that links it. Then the headers only declare most of the functions that are no templates,
// and the workers, groups and flows of jackdaw::scheduler; their definitions are in a library (src/jackdaw.cpp). It is
// the same code: a program compiles faster, nothing else. A function for the library is defined in a file x_impl.hpp
// beside the header x.hpp that declares it; all that is called for each task stays in the header.
#pragma once

#ifdef JACKDAW_COMPILED
#define JACKDAW_INLINE
#else
#define JACKDAW_INLINE inline
#endif
