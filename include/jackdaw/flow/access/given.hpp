// What the function of a task gets for what the task declares.
#pragma once

#include <array>
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

#include <jackdaw/flow/access/references.hpp>
#include <jackdaw/flow/part/part.hpp>
#include <jackdaw/flow/reduction/reduction.hpp>
#include <jackdaw/flow/version/handle_range.hpp>

namespace jackdaw::dataflow {

/// What a task keeps of an access that it declares: as a type.
template <class D>
struct form {
  using type = D;
};
template <class D>
  requires names_range<D>
struct form<D> {
  using type = typename D::in_task;
};
template <class D>
  requires names_part<D>
struct form<D> {
  using type = typename D::in_task;
};
template <class D>
using form_of = typename form<D>::type;

template <class Form>
inline constexpr bool is_many = false;
template <class A, class T>
inline constexpr bool is_many<many<A, T>> = true;
template <class A, class T, class R>
inline constexpr bool is_many<many_reduced<A, T, R>> = true;

/// Whether the requirements of a task are in a list (waiter.hpp).
template <class... Form>
inline constexpr bool are_in_list =
    (is_many<Form> || ... || (is_part_form<Form> || ... || (sizeof...(Form) >= waiter::in_list)));

/// Whether the function gets no argument for it.
template <class Form>
inline constexpr bool gives_nothing = std::is_void_v<typename Form::object>;

/// The argument that it gets.
template <class Form>
struct given {
  using type = typename Form::object&;
};
template <class Form>
  requires is_many<Form>
struct given<Form> {
  using type = references<typename Form::object>;
};
template <class Form>
  requires is_part_form<Form>
struct given<Form> {
  using type = typename Form::object;
};

template <class Indices, class... Form>
struct giving_of;
template <std::size_t... I, class... Form>
struct giving_of<std::index_sequence<I...>, Form...> {
  static consteval auto find() {
    std::array<std::size_t, sizeof...(Form) + 1> found{};
    std::size_t count = 0;
    ((gives_nothing<Form> ? 0 : (found[count++] = I)), ...);
    found[sizeof...(Form)] = count;
    return found;
  }
  static constexpr std::array all = find();
  template <std::size_t... K>
  static auto chosen(std::index_sequence<K...>) -> std::index_sequence<all[K]...>;
  using type = decltype(chosen(std::make_index_sequence<all[sizeof...(Form)]>()));
};

/// The numbers of those for which it gets an argument.
template <class... Form>
struct giving {
  using type = typename giving_of<std::index_sequence_for<Form...>, Form...>::type;
};
template <class... Form>
  requires(!(gives_nothing<Form> || ... || false))
struct giving<Form...> {
  using type = std::index_sequence_for<Form...>;
};

/// Whether a function can be called with `First` and what the accesses give.
template <class Function, class First, class Indices, class... Form>
inline constexpr bool takes_given = false;
template <class Function, class... First, std::size_t... I, class... Form>
inline constexpr bool takes_given<Function, std::tuple<First...>, std::index_sequence<I...>, Form...> =
    std::is_invocable_v<Function&, First...,
                        typename given<std::tuple_element_t<I, std::tuple<Form...>>>::type...>;
template <class Function, class... First, std::size_t... I, class... Form>
  requires(sizeof...(I) == sizeof...(Form))
inline constexpr bool takes_given<Function, std::tuple<First...>, std::index_sequence<I...>, Form...> =
    std::is_invocable_v<Function&, First..., typename given<Form>::type...>;
template <class Function, class First, class... Form>
inline constexpr bool fits = takes_given<Function, First, typename giving<Form...>::type, Form...>;

}  // namespace jackdaw::dataflow
