// Numbers to a stream, so that number_reader gets back the same ones.
#pragma once

#include <ostream>
#include <vector>

namespace jackdaw::apps::quicksort {

/// One number a line; doubles with the fewest digits that read back as the same value. About 15 ns an
/// integer, 60 ns a double. Failures stay in the stream's state. Instantiated for std::int32_t and double.
template <class T>
void write_text(std::ostream& stream, const std::vector<T>& values);

/// Raw elements in this machine's byte order.
template <class T>
void write_binary(std::ostream& stream, const std::vector<T>& values);

}  // namespace jackdaw::apps::quicksort
