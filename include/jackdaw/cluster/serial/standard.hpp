// The serial forms of strings, containers, pairs, tuples, optionals and variants of the standard library.
#pragma once

#include <array>
#include <cstddef>
#include <deque>
#include <list>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <variant>
#include <vector>

#include <jackdaw/cluster/serial/serial.hpp>

namespace jackdaw::cluster {

namespace detail {

template <class T>
inline constexpr bool is_pair_or_tuple = false;
template <class First, class Second>
inline constexpr bool is_pair_or_tuple<std::pair<First, Second>> = true;
template <class... All>
inline constexpr bool is_pair_or_tuple<std::tuple<All...>> = true;

template <class T>
inline constexpr bool is_node_container = false;
template <class... P>
inline constexpr bool is_node_container<std::map<P...>> = true;
template <class... P>
inline constexpr bool is_node_container<std::multimap<P...>> = true;
template <class... P>
inline constexpr bool is_node_container<std::set<P...>> = true;
template <class... P>
inline constexpr bool is_node_container<std::multiset<P...>> = true;
template <class... P>
inline constexpr bool is_node_container<std::unordered_map<P...>> = true;
template <class... P>
inline constexpr bool is_node_container<std::unordered_set<P...>> = true;
template <class... P>
inline constexpr bool is_node_container<std::unordered_multimap<P...>> = true;
template <class... P>
inline constexpr bool is_node_container<std::unordered_multiset<P...>> = true;

template <class T>
inline constexpr bool is_sequence = false;
template <class... P>
inline constexpr bool is_sequence<std::deque<P...>> = true;
template <class... P>
inline constexpr bool is_sequence<std::list<P...>> = true;

/// The element of a map without const, so that it can be read.
template <class T>
struct read_element {
  using type = T;
};
template <class Key, class Value>
struct read_element<std::pair<const Key, Value>> {
  using type = std::pair<Key, Value>;
};

}  // namespace detail

/// A string: its length, and its characters.
template <class Character, class Traits, class Allocator>
struct serial<std::basic_string<Character, Traits, Allocator>> {
  using text = std::basic_string<Character, Traits, Allocator>;
  /// Writes it.
  static void save(const text& value, writer& out) {
    out.put_count(value.size());
    out.append(value.data(), value.size() * sizeof(Character));
  }
  /// Reads it again.
  [[nodiscard]] static text load(reader& in) {
    text value(in.get_count(sizeof(Character)), Character());
    in.take(value.data(), value.size() * sizeof(Character));
    return value;
  }
};

/// A vector: its length, and its elements; of trivially copyable ones the bytes at once.
template <class T, class Allocator>
struct serial<std::vector<T, Allocator>> {
  /// Whether its elements are mere bytes.
  static constexpr bool at_once = detail::is_bytes<T> && !detail::means_memory<T> &&
                                  std::is_default_constructible_v<T> && !std::is_same_v<T, bool>;
  /// Writes it.
  static void save(const std::vector<T, Allocator>& value, writer& out) {
    out.put_count(value.size());
    if constexpr (at_once) {
      out.append(value.data(), value.size() * sizeof(T));
    } else {
      for (const auto& each : value) out.put(static_cast<const T&>(each));
    }
  }
  /// Reads it again.
  [[nodiscard]] static std::vector<T, Allocator> load(reader& in) {
    std::vector<T, Allocator> value;
    if constexpr (at_once) {
      value.resize(in.get_count(sizeof(T)));
      in.take(value.data(), value.size() * sizeof(T));
    } else {
      for (std::size_t left = in.get_count(std::is_empty_v<T> ? 0 : 1); left > 0; --left)
        value.push_back(in.get<T>());
    }
    return value;
  }
};

/// A deque or a list: its length, and its elements.
template <class T>
  requires detail::is_sequence<T>
struct serial<T> {
  /// Writes it.
  static void save(const T& value, writer& out) {
    out.put_count(value.size());
    for (const auto& each : value) out.put(each);
  }
  /// Reads it again.
  [[nodiscard]] static T load(reader& in) {
    using element = typename T::value_type;
    T value;
    for (std::size_t left = in.get_count(std::is_empty_v<element> ? 0 : 1); left > 0; --left)
      value.push_back(in.get<element>());
    return value;
  }
};

/// An array whose elements are not mere bytes.
template <class T, std::size_t Count>
  requires(!std::is_trivially_copyable_v<std::array<T, Count>>)
struct serial<std::array<T, Count>> {
  /// Writes it.
  static void save(const std::array<T, Count>& value, writer& out) {
    for (const T& each : value) out.put(each);
  }
  /// Reads it again.
  [[nodiscard]] static std::array<T, Count> load(reader& in) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      return std::array<T, Count>{(static_cast<void>(I), in.get<T>())...};  // in this order
    }(std::make_index_sequence<Count>());
  }
};

/// A pair or a tuple: its parts in turn.
template <class T>
  requires(detail::is_pair_or_tuple<T> && !detail::is_bytes<T>)
struct serial<T> {
  /// Writes it.
  static void save(const T& value, writer& out) {
    std::apply([&out](const auto&... parts) { (out.put(parts), ...); }, value);
  }
  /// Reads it again.
  [[nodiscard]] static T load(reader& in) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      return T{in.get<std::tuple_element_t<I, T>>()...};  // in this order
    }(std::make_index_sequence<std::tuple_size_v<T>>());
  }
};

/// An optional: whether there is a value, and the value.
template <class T>
  requires(!std::is_trivially_copyable_v<std::optional<T>>)
struct serial<std::optional<T>> {
  /// Writes it.
  static void save(const std::optional<T>& value, writer& out) {
    out.put(value.has_value());
    if (value) out.put(*value);
  }
  /// Reads it again.
  [[nodiscard]] static std::optional<T> load(reader& in) {
    if (!in.get<bool>()) return std::nullopt;
    return in.get<T>();
  }
};

/// A variant: which alternative, and its value.
template <class... All>
  requires(!std::is_trivially_copyable_v<std::variant<All...>>)
struct serial<std::variant<All...>> {
  /// Writes it. One without a value has no serial form: it throws std::bad_variant_access.
  static void save(const std::variant<All...>& value, writer& out) {
    out.put(value.index());
    std::visit([&out](const auto& each) { out.put(each); }, value);
  }
  /// Reads it again.
  [[nodiscard]] static std::variant<All...> load(reader& in) {
    const std::size_t which = in.get_count(0);
    std::optional<std::variant<All...>> value;
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      ((which == I ? static_cast<void>(value.emplace(std::in_place_index<I>, in.get<All>())) : void()), ...);
    }(std::index_sequence_for<All...>());
    if (!value) static_cast<void>(in.take_bytes(in.left() + 1));  // no such alternative: malformed
    return *std::move(value);
  }
};

/// A map or a set: its size, and its elements.
template <class T>
  requires detail::is_node_container<T>
struct serial<T> {
  /// Writes it.
  static void save(const T& value, writer& out) {
    out.put_count(value.size());
    for (const auto& each : value) out.put(readable(each));
  }
  /// Reads it again.
  [[nodiscard]] static T load(reader& in) {
    T value;
    for (std::size_t left = in.get_count(0); left > 0; --left) value.insert(value.end(), in.get<element>());
    return value;
  }

 private:
  using element = typename detail::read_element<typename T::value_type>::type;
  static element readable(const typename T::value_type& each) { return element(each); }
};

}  // namespace jackdaw::cluster
