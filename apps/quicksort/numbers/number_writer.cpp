#include "apps/quicksort/numbers/number_writer.hpp"

#include <charconv>
#include <cstddef>
#include <cstdint>

namespace jackdaw::apps::quicksort {

template <class T>
void write_text(std::ostream& stream, const std::vector<T>& values) {
  constexpr std::ptrdiff_t longest = 32;  // an int takes 11 characters, a double 24, and the end of the line
  std::vector<char> buffer(std::size_t{1} << 18);
  char* const begin = buffer.data();
  char* const end = begin + buffer.size();
  char* next = begin;
  for (const T value : values) {
    if (end - next < longest) {
      stream.write(begin, next - begin);
      next = begin;
    }
    next = std::to_chars(next, end, value).ptr;
    *next++ = '\n';
  }
  stream.write(begin, next - begin);
}

template <class T>
void write_binary(std::ostream& stream, const std::vector<T>& values) {
  stream.write(reinterpret_cast<const char*>(values.data()),
               static_cast<std::streamsize>(values.size() * sizeof(T)));
}

template void write_text(std::ostream&, const std::vector<std::int32_t>&);
template void write_text(std::ostream&, const std::vector<double>&);
template void write_binary(std::ostream&, const std::vector<std::int32_t>&);
template void write_binary(std::ostream&, const std::vector<double>&);

}  // namespace jackdaw::apps::quicksort
