// What a call of submit() of a graph says: as for a flow (flow/task/submission.hpp), with fewer attributes and
// accesses.
#pragma once

#include <cstddef>
#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <jackdaw/flow/access/given.hpp>
#include <jackdaw/flow/graph/graph_node.hpp>
#include <jackdaw/flow/graph/graph_plan.hpp>
#include <jackdaw/flow/graph/graph_task.hpp>
#include <jackdaw/flow/task/attribute_set.hpp>
#include <jackdaw/flow/task/attributes.hpp>
#include <jackdaw/flow/task/dispatch/pinned_dispatch.hpp>
#include <jackdaw/flow/task/dispatch/ticket_dispatch.hpp>
#include <jackdaw/flow/task/submission.hpp>
#include <jackdaw/flow/version/access.hpp>
#include <jackdaw/flow/version/handle_range.hpp>

namespace jackdaw::dataflow {

/// Whether it can be done again and again without being registered. What is no attribute and no access: yes, others
/// say what is wrong with that.
template <class Part>
inline constexpr bool may_run_again = !is_attribute<Part> && !is_declared<Part>;
template <class Text>
inline constexpr bool may_run_again<named<Text>> = true;
template <>
inline constexpr bool may_run_again<priority> = true;
template <>
inline constexpr bool may_run_again<pinned> = true;
template <>
inline constexpr bool may_run_again<affinity> = true;
template <class A, class T>
inline constexpr bool may_run_again<declared<A, T>> = !is_deferred<A>;
template <class A, class T, class R>
inline constexpr bool may_run_again<declared_range<A, T, R>> = !is_deferred<A>;

/// `Parts`: what submit() was given, without references.
template <class Scheduler, class... Parts>
class graph_submission {
  using all = std::tuple<Parts...>;
  using function = std::tuple_element_t<sizeof...(Parts) - 1, all>;
  using node = std::unique_ptr<graph_node<Scheduler>>;
  static constexpr std::size_t attributes = (std::size_t{is_attribute<Parts>} + ... + 0);
  static constexpr std::size_t accesses = (std::size_t{is_declared<Parts>} + ... + 0);

  template <class Given, std::size_t... A, std::size_t... D>
  static node create(graph_runner<Scheduler>& runner, Given& given, std::index_sequence<A...>,
                     std::index_sequence<D...>) {
    using attribute_set = std::tuple<std::tuple_element_t<A, all>...>;
    using task_type =
        graph_task<Scheduler, function, attribute_set, form_of<std::tuple_element_t<attributes + D, all>>...>;
    attribute_set own(std::get<A>(given)...);
    if constexpr (has_attribute<pinned, attribute_set>)
      require_worker(std::get<pinned>(own), runner.on().workers());
    if constexpr (has_attribute<affinity, attribute_set>) {
      require_worker(std::get<affinity>(own), runner.on().workers());
      runner.ready().by_affinity.prepare(runner.on().workers());
    }
    using last = std::tuple_element_t<sizeof...(Parts) - 1, Given>;
    return std::make_unique<task_type>(
        runner, static_cast<last>(std::get<sizeof...(Parts) - 1>(given)), std::move(own),
        std::tuple<const std::tuple_element_t<attributes + D, all>&...>(std::get<attributes + D>(given)...));
  }

  template <class Given, std::size_t... D>
  static std::vector<recorded_access> declared_in([[maybe_unused]] const Given& given,
                                                  std::index_sequence<D...>) {
    std::vector<recorded_access> found;
    [[maybe_unused]] const auto note = [&found]<class Declared>(const Declared& each) {
      for_each_handle(each,
                      [&found](versions& of) { found.push_back({&of, &terms_of<typename Declared::type>}); });
    };
    (note(std::get<attributes + D>(given)), ...);
    return found;
  }

 public:
  /// Does not compile for what is no submission, with one message; false then, so that no other message follows.
  [[nodiscard]] static consteval bool compiles() {
    if constexpr (is_refused<Parts...>) {
      return false;
    } else {
      constexpr bool again = (may_run_again<Parts> && ...);
      static_assert(again,
                    "jackdaw: a task of a graph that runs again may be named, and have a priority or an "
                    "affinity, or be pinned; its accesses are read, write, add and access<A>; expected a "
                    "flow for other attributes, for reductions "
                    "and for after()");
      if constexpr (again) {
        return submission<Scheduler, Parts...>::compiles();
      } else {
        return false;
      }
    }
  }

  /// `given`: a tuple of references.
  template <class Given>
  static void add_to(graph_runner<Scheduler>& runner, Given given) {
    auto found = declared_in(given, std::make_index_sequence<accesses>());
    runner.add(
        create(runner, given, std::make_index_sequence<attributes>(), std::make_index_sequence<accesses>()),
        std::move(found));
  }
};

}  // namespace jackdaw::dataflow
