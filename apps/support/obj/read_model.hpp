// Wavefront OBJ files, strictly: what is not understood is refused with its place, so that no scene has a hole in
// the wall that the file has not.
#pragma once

#include <string>

#include "apps/support/obj/model.hpp"

namespace jackdaw::apps::obj {

/// Reads the file, and the material files that it names once each: beside it, or, where it is no file but a pipe, in
/// the current folder. A face may come before its vertices, a material before its file. Lines may be continued by
/// `\`. Points, lines, groups and attributes of display are passed over.
///
/// Throws input_error with file:line for: a file that is missing or empty, an unknown keyword, a number that is
/// none or not finite, a face with fewer than three vertices, with a vertex that does not exist or with one twice, a
/// material that no file defines, and a face so small and so far from 0 that doubles do not tell its corners apart
/// to a thousandth of its size.
[[nodiscard]] model read_model(const std::string& path);

}  // namespace jackdaw::apps::obj
