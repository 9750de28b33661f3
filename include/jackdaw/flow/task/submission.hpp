// What a call of submit() says: attributes, accesses, and a function that fits them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>

#include <jackdaw/flow/access/given.hpp>
#include <jackdaw/flow/access/misnamed.hpp>
#include <jackdaw/flow/part/index_space.hpp>
#include <jackdaw/flow/part/part_locks.hpp>
#include <jackdaw/flow/reduction/reduction.hpp>
#include <jackdaw/flow/task/attribute_set.hpp>
#include <jackdaw/flow/task/attributes.hpp>
#include <jackdaw/flow/task/flow_task.hpp>
#include <jackdaw/flow/version/access.hpp>
#include <jackdaw/flow/version/access_registration.hpp>
#include <jackdaw/worker/external/caller_identity.hpp>

namespace jackdaw::dataflow {

/// The handle of an access will soon be needed. Of another part: nothing.
template <class Part>
void fetch_handle([[maybe_unused]] const Part& part) noexcept {
  if constexpr (requires { part.of->fetch(); }) part.of->fetch();
}

/// Whether something among what submit() was given does not compile already.
template <class... Parts>
inline constexpr bool is_refused = (std::is_same_v<Parts, no_access> || ... || false);

/// The attributes among what submit() was given, as a tuple.
template <class... Parts>
struct attributes_of {
  static constexpr std::size_t count = (std::size_t{is_attribute<Parts>} + ... + 0);
  template <class Given>
  static auto from(Given& given) {
    return [&]<std::size_t... A>(std::index_sequence<A...>) {
      return std::tuple<std::tuple_element_t<A, std::tuple<Parts...>>...>(std::get<A>(given)...);
    }(std::make_index_sequence<count>());
  }
};

/// `Parts`: what submit() was given, without references.
template <class Scheduler, class... Parts>
class submission {
  using all = std::tuple<Parts...>;
  static constexpr std::size_t count = sizeof...(Parts);
  static_assert(count > 0, "jackdaw: a task is submitted as accesses and a function, which comes last");

  static constexpr std::size_t attributes = (std::size_t{is_attribute<Parts>} + ... + 0);
  static constexpr std::size_t accesses = (std::size_t{is_declared<Parts>} + ... + 0);
  using function = std::tuple_element_t<count - 1, all>;

  template <std::size_t... A, std::size_t... D>
  static constexpr bool in_order(std::index_sequence<A...>, std::index_sequence<D...>) {
    return (is_attribute<std::tuple_element_t<A, all>> && ...) &&
           (is_declared<std::tuple_element_t<attributes + D, all>> && ...);
  }

  template <std::size_t... A, std::size_t... D>
  static constexpr bool function_fits(std::index_sequence<A...>, std::index_sequence<D...>) {
    return fits<function, first_arguments_of<Scheduler, std::tuple<std::tuple_element_t<A, all>...>>,
                form_of<std::tuple_element_t<attributes + D, all>>...>;
  }

  /// Does not compile for attributes that do not go together.
  template <std::size_t... A>
  static consteval bool attributes_fit(std::index_sequence<A...>) {
    using attribute_set = std::tuple<std::tuple_element_t<A, all>...>;
    constexpr bool distinct = are_distinct<attribute_set>;
    constexpr bool one_place = has_attribute<pinned, attribute_set> + has_attribute<priority, attribute_set> +
                                   has_attribute<affinity, attribute_set> <=
                               1;
    static_assert(distinct, "jackdaw: each attribute of a task is given at most once");
    static_assert(
        one_place,
        "jackdaw: a task is pinned, or has a priority, or has an affinity: each says in another way which "
        "worker takes it");
    constexpr bool returned = has_attribute<with_result_t, attribute_set>;
    static_assert(
        !returned,
        "jackdaw: the task of a reservation is no value; expected submit(with_result, …) of the flow");
    return distinct && one_place && !returned;
  }

  template <std::size_t... A, std::size_t... D, class... Declared>
  static constexpr bool fits_reserved(std::index_sequence<A...>, std::index_sequence<D...>,
                                      const std::tuple<Declared...>* /*type*/) {
    return fits<function, first_arguments_of<Scheduler, std::tuple<std::tuple_element_t<A, all>...>>,
                form_of<Declared>..., form_of<std::tuple_element_t<attributes + D, all>>...>;
  }
  template <std::size_t... D>
  static constexpr bool only_reads(std::index_sequence<D...>) {
    return (std::is_same_v<typename form_of<std::tuple_element_t<attributes + D, all>>::type, read_access> &&
            ... && true);
  }

  /// Null: it names no part.
  static index_space* space_of([[maybe_unused]] const auto& access) noexcept {
    if constexpr (requires { access.within; }) {
      return access.within;
    } else {
      return nullptr;
    }
  }

  template <class Given, std::size_t... A, std::size_t... D>
  static auto& create(working::actor<Scheduler>& by, flow_core<Scheduler>& flow, Given&& given,
                      std::index_sequence<A...>, std::index_sequence<D...>) {
    using attribute_set = std::tuple<std::tuple_element_t<A, all>...>;
    using task_type =
        flow_task<Scheduler, function, attribute_set, form_of<std::tuple_element_t<attributes + D, all>>...>;
    const auto create_with = [&](auto&& register_accesses, auto&& call) -> auto& {
      return task_type::create(
          by, flow, std::forward<decltype(call)>(call), attribute_set(std::get<A>(given)...),
          std::tuple<const std::tuple_element_t<attributes + D, all>&...>(std::get<attributes + D>(given)...),
          register_accesses);
    };
    const auto register_list = [](auto& accesses, requirement_list& needs) { accesses.register_now(needs); };
    if constexpr (task_type::may_only_wait) {
      function own(std::get<count - 1>(std::forward<Given>(given)));  // before the locks, as it may take long
      const part_locks<accesses> hold({space_of(std::get<attributes + D>(given))...});
      return create_with(register_list, std::move(own));
    } else if constexpr (task_type::in_list) {
      return create_with(register_list, std::get<count - 1>(std::forward<Given>(given)));
    } else {
      return create_with(
          [&](requirement* needs, std::uint8_t* place) {
            return access_registration(std::get<attributes + D>(given)...).into(needs, place);
          },
          std::get<count - 1>(std::forward<Given>(given)));
    }
  }

 public:
  /// Does not compile for what is no submission, with one message; false then, so that no other message follows.
  [[nodiscard]] static consteval bool compiles() {
    if constexpr (is_refused<Parts...>) {
      return false;
    } else if constexpr (is_declared<function> || is_attribute<function>) {
      static_assert(!is_declared<function> && !is_attribute<function>,
                    "jackdaw: a task is submitted as accesses and a function, which comes last");
      return false;
    } else if constexpr (attributes + accesses + 1 != count ||
                         !in_order(std::make_index_sequence<attributes>(),
                                   std::make_index_sequence<accesses>())) {
      static_assert(count == 0,
                    "jackdaw: before the function of a task come attributes, then accesses: read(handle), "
                    "write(handle), add(handle)");
      return false;
    } else {
      constexpr bool fit =
          function_fits(std::make_index_sequence<attributes>(), std::make_index_sequence<accesses>());
      static_assert(
          fit,
          "jackdaw: the function of a task takes exactly what the task declares, in this order: auto& "
          "subtasks for with_subtasks, completion for with_completion, std::stop_token for with_stop_token, "
          "const flow_failures& for always; const T& for a read, T& for a write or an add, nothing for a "
          "handle<void>, references<const T> or references<T> for a range, what its view gives for a part");
      return attributes_fit(std::make_index_sequence<attributes>()) && fit;
    }
  }

  /// The same for accesses that have been declared before. Those among the parts are further reads.
  template <class... Declared>
  [[nodiscard]] static consteval bool compiles_for() {
    if constexpr (attributes + accesses + 1 != count ||
                  !in_order(std::make_index_sequence<attributes>(), std::make_index_sequence<accesses>())) {
      static_assert(
          count == 0,
          "jackdaw: the task of a reservation is submitted as attributes, further reads, and a function");
      return false;
    } else if constexpr (!only_reads(std::make_index_sequence<accesses>())) {
      static_assert(count == 0,
                    "jackdaw: the task of a reservation may only read what is not reserved; expected "
                    "reserve(write(handle)) for all that it changes");
      return false;
    } else {
      constexpr bool fit =
          fits_reserved(std::make_index_sequence<attributes>(), std::make_index_sequence<accesses>(),
                        static_cast<std::tuple<Declared...>*>(nullptr));
      static_assert(
          fit,
          "jackdaw: the function of a task takes exactly what was reserved, and then its further reads, in "
          "this order: auto& subtasks for with_subtasks, completion for with_completion, std::stop_token for "
          "with_stop_token, const flow_failures& for always; const T& for a read, T& for a write or an add, "
          "nothing for a handle<void>, references<const T> or references<T> for a range");
      return attributes_fit(std::make_index_sequence<attributes>()) && fit;
    }
  }

  /// The task, registered at its handles. `given`: a tuple of references.
  template <class Given>
  static auto& create(working::actor<Scheduler>& by, flow_core<Scheduler>& flow, Given&& given) {
    return create(by, flow, std::forward<Given>(given), std::make_index_sequence<attributes>(),
                  std::make_index_sequence<accesses>());
  }
};

}  // namespace jackdaw::dataflow
