// A task of a graph: its function, and what it calls that with, as often as the graph runs.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <jackdaw/flow/access/given.hpp>
#include <jackdaw/flow/access/references.hpp>
#include <jackdaw/flow/graph/graph_node.hpp>
#include <jackdaw/flow/graph/graph_placement.hpp>
#include <jackdaw/flow/task/attribute_set.hpp>
#include <jackdaw/flow/task/attributes.hpp>
#include <jackdaw/flow/task/dispatch/ready_tasks.hpp>
#include <jackdaw/flow/version/handle_range.hpp>
#include <jackdaw/task/name.hpp>
#include <jackdaw/worker/external/caller_identity.hpp>

namespace jackdaw::dataflow {

/// What the function gets for a single handle, …
template <class Form>
class graph_argument {
 public:
  explicit graph_argument(const auto& declared) noexcept : object_(std::addressof(declared.of->value())) {}
  [[nodiscard]] typename Form::object& get() const noexcept { return *object_; }

 private:
  typename Form::object* object_;
};

/// … for a range, …
template <class Form>
  requires(is_many<Form> && !gives_nothing<Form>)
class graph_argument<Form> {
  using object = typename Form::object;

 public:
  explicit graph_argument(const auto& declared) {
    for_each_handle(declared, [this](auto& handle) { objects_.push_back(std::addressof(handle.value())); });
  }
  [[nodiscard]] references<object> get() const noexcept {
    return references<object>(std::span<object* const>(objects_));
  }

 private:
  std::vector<object*> objects_;
};

/// … and for what has no object.
template <class Form>
  requires gives_nothing<Form>
class graph_argument<Form> {
 public:
  explicit graph_argument(const auto& /*declared*/) noexcept {}
};

/// `Attributes`: a tuple. `Form`: of what it declares (flow/access/given.hpp).
template <class Scheduler, class Function, class Attributes, class... Form>
class graph_task final : public graph_node<Scheduler> {
  static constexpr bool is_pinned = has_attribute<pinned, Attributes>;
  static constexpr bool has_priority = has_attribute<priority, Attributes>;
  static constexpr bool has_affinity = has_attribute<affinity, Attributes>;
  using ticketed = std::conditional_t<has_priority, graph_prioritized<Scheduler>, graph_affine<Scheduler>>;
  using placement = std::conditional_t<
      is_pinned, graph_pinned<Scheduler>,
      std::conditional_t<has_priority || has_affinity, ticketed, graph_placed_anywhere<Scheduler>>>;

 public:
  template <class F, class... Declared>
  graph_task(graph_runner<Scheduler>& runner, F&& function, Attributes attributes,
             const std::tuple<const Declared&...>& declared)
      : graph_node<Scheduler>(runner, is_pinned || has_priority || has_affinity,
                              has_priority || has_affinity),
        function_(std::forward<F>(function)),
        attributes_(std::move(attributes)),
        arguments_(std::apply([](const auto&... each) { return std::tuple(graph_argument<Form>(each)...); },
                              declared)),
        placement_(attributes_, *this) {}

  void call() override { call_with(typename giving<Form...>::type()); }
  [[nodiscard]] jackdaw::task_kind kind() const noexcept override { return kind_of<Function>(attributes_); }
  [[nodiscard]] typename Scheduler::task_type* make_ready(working::actor<Scheduler>& me,
                                                          ready_tasks& ready) override {
    return placement_.make_ready(*this, me, ready);
  }

 private:
  template <std::size_t... I>
  void call_with(std::index_sequence<I...> /*those that give something*/) {
    static_cast<void>(std::invoke(function_, std::get<I>(arguments_).get()...));
  }

  [[no_unique_address]] Function function_;
  [[no_unique_address]] Attributes attributes_;
  [[no_unique_address]] std::tuple<graph_argument<Form>...> arguments_;
  [[no_unique_address]] placement placement_;
};

}  // namespace jackdaw::dataflow
