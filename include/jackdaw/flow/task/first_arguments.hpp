// What the function of a task gets before the references to its objects: for each attribute that gives something.
#pragma once

#include <stop_token>
#include <tuple>
#include <type_traits>

#include <jackdaw/flow/event/completion.hpp>
#include <jackdaw/flow/failure/flow_failures.hpp>
#include <jackdaw/flow/task/attribute_set.hpp>
#include <jackdaw/flow/task/attributes.hpp>

namespace jackdaw::dataflow {

template <class A, class Attributes, class Argument>
using argument_for = std::conditional_t<has_attribute<A, Attributes>, std::tuple<Argument>, std::tuple<>>;
template <class One, class Two, class Three, class Four>
struct arguments_in_order;
template <class... One, class... Two, class... Three, class... Four>
struct arguments_in_order<std::tuple<One...>, std::tuple<Two...>, std::tuple<Three...>, std::tuple<Four...>> {
  using type = std::tuple<One..., Two..., Three..., Four...>;
};
/// What the function gets before the references to the objects, as a tuple.
template <class Scheduler, class Attributes>
using first_arguments_of =
    typename arguments_in_order<argument_for<with_subtasks_t, Attributes, basic_subtasks<Scheduler>&>,
                                argument_for<with_completion_t, Attributes, completion>,
                                argument_for<with_stop_token_t, Attributes, std::stop_token>,
                                argument_for<always_t, Attributes, flow_failures>>::type;

}  // namespace jackdaw::dataflow
