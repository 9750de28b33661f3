// What the compiler must be told: without it there are errors without end, of which none says why.
//
// The first that each header for users includes, so that its sentence stands above all others.
#pragma once

#if __cplusplus <= 201703L && (!defined(_MSVC_LANG) || _MSVC_LANG <= 201703L)
#error "jackdaw: expected C++20 (-std=c++20)"
#endif
#if !defined(__cpp_exceptions)
#error "jackdaw: expected exceptions (no -fno-exceptions)"
#endif
