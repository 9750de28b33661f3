// The task of a reservation that has further reads: they are named only when it is submitted.
//
// What was reserved has its place in the order already; the further reads get theirs now, behind all that was submitted
// before. So there are two tasks. The reader has the further reads. When they are there it begins the reserved task, as
// its subtask: so the reads are not over before that task is. Until then the reservation is promised to the reader
// (flow/deadlock/promise.hpp). What the reader waits for may itself wait for the reservation; such a cycle is found by
// those who search for cycles. The reader runs always: whether a damaged object skips the reserved task is for that
// one to find out (failure/failure_record.hpp reads_for).
// Callers: the thread that submits makes both; the worker of the reader begins the second one.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <jackdaw/flow/access/given.hpp>
#include <jackdaw/flow/failure/flow_failures.hpp>
#include <jackdaw/flow/task/attributes.hpp>
#include <jackdaw/flow/task/subtasks.hpp>
#include <jackdaw/flow/task/task_traits.hpp>
#include <jackdaw/flow/version/handle_range.hpp>
#include <jackdaw/flow/version/version_text.hpp>
#include <jackdaw/flow/version/versions.hpp>
#include <jackdaw/task/name.hpp>
#include <jackdaw/worker/external/caller_identity.hpp>

namespace jackdaw::dataflow {

/// What is kept of an argument until the function is called: objects by address, views as they are.
template <class Given>
using kept_argument =
    std::conditional_t<std::is_lvalue_reference_v<Given>,
                       std::reference_wrapper<std::remove_reference_t<Given>>, std::remove_cvref_t<Given>>;

template <class Indices, class... Form>
struct kept_arguments_of;
template <std::size_t... I, class... Form>
struct kept_arguments_of<std::index_sequence<I...>, Form...> {
  using type =
      std::tuple<kept_argument<typename given<std::tuple_element_t<I, std::tuple<Form...>>>::type>...>;
};
/// What is kept for accesses of these forms.
template <class... Form>
using kept_arguments = typename kept_arguments_of<typename giving<Form...>::type, Form...>::type;

/// The task gets what it has reserved for changes. If it were to read that as well, it would wait for itself: throws
/// std::logic_error. `reserved`: a tuple of accesses.
template <class Reserved, class... Further>
void refuse_own_reads(const Reserved& reserved, const Further&... further) {
  std::vector<const versions*> changed;
  const auto note = [&changed]<class D>(const D& declared) {
    if constexpr (!D::type::readonly)
      for_each_handle(declared, [&changed](const versions& of) { changed.push_back(&of); });
  };
  std::apply([&note](const auto&... each) { (note(each), ...); }, reserved);
  std::sort(changed.begin(), changed.end());
  const auto look = [&changed](const versions& of) {
    if (!std::binary_search(changed.begin(), changed.end(), &of)) return;
    throw std::logic_error("the task of a reservation has " + handle_text(of) +
                           " as a further read, which it has reserved; expected the use of the reference "
                           "that its function gets");
  };
  (for_each_handle(further, look), ...);
}

/// The function of the reserved task. `Kept`: a tuple of what it gets for the further reads.
template <class Function, class Kept>
struct with_further_reads {
  static constexpr naming::name_of<Function> name{};
  static constexpr naming::colour_of<Function> colour{};

  template <class... Object>
  void operator()(Object&&... object) {
    std::apply(
        [&](auto&... each) {
          static_cast<void>(std::invoke(function, std::forward<Object>(object)..., argument(each)...));
        },
        *further);
  }

  Function function;
  std::optional<Kept> further;  // by the reader

 private:
  template <class T>
  static T& argument(std::reference_wrapper<T>& kept) noexcept {
    return kept.get();
  }
  template <class View>
  static View argument(View& kept) {
    return kept;
  }
};
template <class Function, class Kept>
inline constexpr bool is_read_for<with_further_reads<Function, Kept>> = true;

/// The function of the reader. `Task`: the reserved one. `Function`: that of the user, whose name messages tell.
template <class Scheduler, class Accesses, class Task, class Function>
struct further_reader {
  static constexpr naming::name_of<Function> name{};
  static constexpr naming::colour_of<Function> colour{};

  void operator()(basic_subtasks<Scheduler>& own, const flow_failures& /*before*/, auto&&... object) {
    if (late == nullptr) return;  // the reservation is not used after all
    late->function().further.emplace(std::forward<decltype(object)>(object)...);
    accesses->begin(*std::exchange(late, nullptr), own);
  }

  std::unique_ptr<Accesses> accesses{};
  Task* late = nullptr;
};

}  // namespace jackdaw::dataflow
