// How values become bytes and bytes become values again.
#pragma once

#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

#include <jackdaw/cluster/serial/bytes.hpp>

namespace jackdaw::cluster {

/// How a T travels from rank to rank: save() writes it, load() makes it again. There is one for trivially copyable
/// types without pointers and views, and for types with a member `serialize`. There is one for the standard library's
/// strings, containers, pairs, tuples, optionals and variants of such (serial/standard.hpp). For others a program
/// specializes it:
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
/// What means memory of one rank does not compile where the type says so. These are pointers, std::string_view,
/// std::span, std::reference_wrapper, std::initializer_list, and what the standard library makes of them. An aggregate
/// with a view among its first eight members is refused as well. Pointers, references and iterators that are members
/// are not seen. Nor are views that are private, behind the eighth member, or in a member behind its first one. A
/// lambda is seen as bytes, whatever it captures, where it is trivially copyable. Such bytes mean nothing on another
/// rank. The function of a task of cluster::flow does not travel, and may capture them.
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
    (member(members), ...);
  }

 private:
  template <class T>
  void member(const T& value) {
    out.put(value);
  }
  template <class T, std::size_t Count>
  void member(const T (&values)[Count]) {
    for (const T& each : values) member(each);
  }
};
struct loading {
  reader& in;
  template <class... Members>
  void operator()(Members&... members) {
    (member(members), ...);
  }

 private:
  template <class T>
  void member(T& value) {
    value = in.get<T>();
  }
  template <class T, std::size_t Count>
  void member(T (&values)[Count]) {
    for (T& each : values) member(each);
  }
};

template <class T>
concept has_member_serialize = requires(T value, saving save, loading load) {
  value.serialize(save);
  value.serialize(load);
};

/// Types that mean memory of this rank: they may be copied as bytes, but these mean nothing on another one.
template <class T>
inline constexpr bool is_view = false;
template <class Character, class Traits>
inline constexpr bool is_view<std::basic_string_view<Character, Traits>> = true;
template <class T, std::size_t Count>
inline constexpr bool is_view<std::span<T, Count>> = true;
template <class T>
inline constexpr bool is_view<std::reference_wrapper<T>> = true;
template <class T>
inline constexpr bool is_view<std::initializer_list<T>> = true;

/// Stands for any member of an aggregate, and for a member that is a view alone.
struct any_member {
  template <class T>
  operator T() const noexcept;  // NOLINT(google-explicit-constructor): that is what it is for
};
struct view_member {
  template <class T>
    requires is_view<T>
  operator T() const noexcept;  // NOLINT(google-explicit-constructor)
};

template <class T, class Before>
inline constexpr bool view_follows = false;
template <class T, std::size_t... Before>
inline constexpr bool view_follows<T, std::index_sequence<Before...>> =
    requires { T{(static_cast<void>(Before), any_member())..., view_member()}; };

/// Whether one of the first eight members of an aggregate is a view.
template <class T>
inline constexpr bool has_view_member = []<std::size_t... Before>(std::index_sequence<Before...>) {
  if constexpr (std::is_aggregate_v<T> && std::is_class_v<T> && sizeof(T) >= sizeof(void*)) {
    return (view_follows<T, std::make_index_sequence<Before>> || ...);
  } else {
    return false;
  }
}(std::make_index_sequence<8>());

/// Whether the compiler sees that values of this type mean memory of this rank.
template <class T>
inline constexpr bool means_memory = is_view<T> || std::is_pointer_v<T> || has_view_member<T>;
template <class T, std::size_t Count>
inline constexpr bool means_memory<std::array<T, Count>> = means_memory<T>;
template <class T>
inline constexpr bool means_memory<std::optional<T>> = means_memory<T>;
template <class... All>
inline constexpr bool means_memory<std::variant<All...>> = (means_memory<All> || ...);

/// Types whose bytes are the value. A pointer means nothing on another rank.
template <class T>
concept is_bytes =
    std::is_trivially_copyable_v<T> && !std::is_pointer_v<T> && !std::is_member_pointer_v<T> &&
    !std::is_null_pointer_v<T> && !std::is_array_v<T> && !is_view<T> && !has_member_serialize<T>;

}  // namespace detail

/// Arrays as they are in C: they cannot be returned. As members they travel.
template <class T, std::size_t Count>
struct serial<T[Count]> {
  static_assert(
      Count == 0,
      "jackdaw: an array has no serial form of its own; expected a std::array, or a type that has it as a "
      "member");
};

/// Views and references: there is none.
template <class T>
  requires detail::is_view<T>
struct serial<T> {
  static_assert(
      !detail::is_view<T>,
      "jackdaw: a view has no serial form, as it means memory of this rank; expected the values themselves, "
      "such as a std::string or a std::vector");
};

/// Trivially copyable types: their bytes, also where they have no constructor without arguments.
template <detail::is_bytes T>
struct serial<T> {
  static_assert(!detail::means_memory<T>,
                "jackdaw: a part of this type is a pointer or a view, which means memory of this rank; "
                "expected the values "
                "themselves, such as a std::string or a std::vector, and a member serialize(archive)");

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
struct serial<T> {
  static_assert(std::default_initializable<T>,
                "jackdaw: this type has a member serialize(archive), and no constructor without arguments; "
                "expected one, "
                "or a specialization of jackdaw::cluster::serial<T>");

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
