// Types that the library cereal can write: by including this, and the headers of cereal for the types used.
#pragma once

#include <concepts>
#include <cstddef>
#include <sstream>
#include <string>

#include <cereal/archives/binary.hpp>

#include <jackdaw/cluster/serial/standard.hpp>

namespace jackdaw::cluster {

/// Types that have no other serial form, and are written by cereal.
template <class T>
  requires(!detail::is_bytes<T> && !detail::has_member_serialize<T> && std::default_initializable<T> &&
           cereal::traits::is_output_serializable<T, cereal::BinaryOutputArchive>::value &&
           cereal::traits::is_input_serializable<T, cereal::BinaryInputArchive>::value)
struct serial<T> {
  /// Writes it with a binary archive.
  static void save(const T& value, writer& out) {
    std::ostringstream stream;
    cereal::BinaryOutputArchive archive(stream);
    archive(value);
    out.put(stream.str());
  }
  /// Reads it again.
  [[nodiscard]] static T load(reader& in) {
    std::istringstream stream(in.get<std::string>());
    cereal::BinaryInputArchive archive(stream);
    T value{};
    archive(value);
    return value;
  }
};

}  // namespace jackdaw::cluster
