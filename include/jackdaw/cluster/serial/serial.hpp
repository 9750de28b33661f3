// How values become bytes and bytes become values again.
#pragma once

#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>

#include <jackdaw/cluster/serial/bytes.hpp>

namespace jackdaw::cluster {

/// How a T travels from rank to rank: save() writes it, load() makes it again. There is one for trivially copyable
/// types without pointers, and for types with a member `serialize`. There is one for the standard library's strings,
/// containers, pairs, tuples and optionals of such (serial/standard.hpp). For others a program specializes it:
///     template <>
///     struct jackdaw::cluster::serial<matrix> {
///       static void save(const matrix& m, writer& out) {
///         out.put(m.rows());
///         out.put(m.values());
///       }
///       static matrix load(reader& in) {
///         const auto rows = in.get<std::size_t>();
///         return matrix(rows, in.get<std::vector<double>>());
///       }
///     };
///
/// All ranks are taken to be of one kind: byte order and sizes are not converted. Cost: a copy of the bytes. Threads:
/// any, each with bytes of its own. Errors: load() throws cluster::failure with errc::malformed where bytes are
/// missing.
template <class T>
struct serial {
  static_assert(!std::is_same_v<T, T>,
                "jackdaw: this type has no serial form; expected a trivially copyable type, one of the "
                "standard library's "
                "strings and containers of such, a member serialize(archive), a specialization of "
                "jackdaw::cluster::serial<T>, or <jackdaw/cluster/serial/cereal.hpp>");
};

namespace detail {

/// What a member serialize() gets: a call with all members writes them, or reads them.
struct saving {
  writer& out;
  template <class... Members>
  void operator()(const Members&... members) {
    (out.put(members), ...);
  }
};
struct loading {
  reader& in;
  template <class... Members>
  void operator()(Members&... members) {
    ((members = in.get<Members>()), ...);
  }
};

template <class T>
concept has_member_serialize = requires(T value, saving save, loading load) {
  value.serialize(save);
  value.serialize(load);
};

/// Types whose bytes are the value. A pointer means nothing on another rank.
template <class T>
concept is_bytes = std::is_trivially_copyable_v<T> && !std::is_pointer_v<T> && !std::is_member_pointer_v<T> &&
                   !std::is_null_pointer_v<T> && !has_member_serialize<T>;

}  // namespace detail

/// Trivially copyable types: their bytes, also where they have no constructor without arguments.
template <detail::is_bytes T>
struct serial<T> {
  /// Writes the bytes.
  static void save(const T& value, writer& out) { out.append(std::addressof(value), sizeof(T)); }

  /// Makes a value of the next bytes.
  [[nodiscard]] static T load(reader& in) {
    struct alignas(T) place {
      std::array<std::byte, sizeof(T)> bytes;
    } read;
    in.take(read.bytes.data(), sizeof(T));
    return std::bit_cast<T>(read);
  }
};

/// Types with a member that names their members, as cereal has it:
///     struct particle {
///       std::string name;
///       std::vector<double> place;
///       template <class Archive>
///       void serialize(Archive& archive) {
///         archive(name, place);
///       }
///     };
template <detail::has_member_serialize T>
  requires std::default_initializable<T>
struct serial<T> {
  /// The member does not change the value while it is written.
  static void save(const T& value, writer& out) {
    detail::saving archive{out};
    const_cast<T&>(value).serialize(
        archive);  // NOLINT(cppcoreguidelines-pro-type-const-cast): one member for both ways
  }
  /// Makes a T, and reads its members.
  [[nodiscard]] static T load(reader& in) {
    T value{};
    detail::loading archive{in};
    value.serialize(archive);
    return value;
  }
};

/// A type with a serial form.
template <class T>
concept has_serial = requires(const T& value, writer& out, reader& in) {
  serial<T>::save(value, out);
  { serial<T>::load(in) } -> std::same_as<T>;
};

}  // namespace jackdaw::cluster
