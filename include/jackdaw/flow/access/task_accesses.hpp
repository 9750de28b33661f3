// What is kept for the accesses of one task until it is over, besides what they require (flow/task/flow_header.hpp).
// Here for a task that names single handles; many_accesses.hpp has all others.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>

#include <jackdaw/flow/access/given.hpp>
#include <jackdaw/flow/access/many_accesses.hpp>
#include <jackdaw/flow/reduction/reduction.hpp>
#include <jackdaw/flow/version/access.hpp>
#include <jackdaw/flow/version/waiter.hpp>

namespace jackdaw::dataflow {

template <class Indices, class... Declared>
class task_accesses_by_index;

/// `Declared`: as the task declares them.
template <std::size_t... I, class... Declared>
class task_accesses_by_index<std::index_sequence<I...>, Declared...> : argument<I, Declared>... {
 public:
  static constexpr std::size_t count = sizeof...(Declared);
  static constexpr bool has_parts = false;

  /// Whether some are needed only when the task has run.
  static constexpr bool defer = (is_deferred<typename Declared::type> || ... || false);

  /// Whether some may compete for their turn.
  static constexpr bool may_contend =
      (((terms_of<typename Declared::type>.flags & requirement::contending) != 0) || ... || false);

  /// They need no room behind the task.
  struct plan {
    explicit plan(const auto& /*declared*/) noexcept {}
    [[nodiscard]] static constexpr std::size_t bytes() noexcept { return 0; }
  };
  [[nodiscard]] static constexpr std::size_t bytes() noexcept { return 0; }

  task_accesses_by_index([[maybe_unused]] const auto& declared, const plan& /*room*/, const auto& /*needs*/,
                         const void* /*behind*/)
      : argument<I, Declared>(std::get<I>(declared))... {}

  /// `register_accesses(needs, place)` fills in what the accesses require; returns how many requirements that makes.
  /// `needs` is where they are, here and below.
  [[nodiscard]] std::uint8_t register_accesses(auto&& register_accesses, auto& needs,
                                               [[maybe_unused]] bool& contends) noexcept {
    const std::uint8_t made = register_accesses(needs.data(), place_.data());
    if constexpr (may_contend) {
      for (std::uint8_t i = 0; i < made; ++i) contends = contends || needs[i].contends();
    }
    return made;
  }

  /// What the function gets for one that gives something.
  template <std::size_t Which>
  [[nodiscard]] auto& give_argument(auto& needs) {
    return static_cast<argument<Which, std::tuple_element_t<Which, std::tuple<Declared...>>>&>(*this).get(
        needs[place_[Which]]);
  }

  /// Applies the partial results of those accesses that the task has `later`, or now.
  void apply([[maybe_unused]] requirement* needs, [[maybe_unused]] bool later) {
    (argument<I, Declared>::apply(needs[place_[I]], later), ...);
  }

  /// The deferred accesses are about to end.
  void end([[maybe_unused]] requirement* needs) noexcept {
    (argument<I, Declared>::end(needs[place_[I]]), ...);
  }

  /// Hands over the partial results for a handle.
  void give([[maybe_unused]] requirement* needs, [[maybe_unused]] const versions& of,
            [[maybe_unused]] const partial_taker& to) {
    (argument<I, Declared>::give(needs[place_[I]], of, to), ...);
  }

  /// Takes over those of other tasks; flow/reduction/merging.hpp.
  void gather([[maybe_unused]] requirement* needs, [[maybe_unused]] const waiter& taker,
              [[maybe_unused]] auto&& unseen, [[maybe_unused]] waiter*& woken) {
    (argument<I, Declared>::gather(needs[place_[I]], taker, unseen, woken), ...);
  }

 private:
  struct no_places {  // std::array of nothing takes a byte
    [[nodiscard]] static std::uint8_t* data() noexcept { return nullptr; }
  };
  [[no_unique_address]] std::conditional_t<count == 0, no_places, std::array<std::uint8_t, count>> place_{};
};

template <bool InList, class... Form>
struct accesses_of {
  using type = task_accesses_by_index<std::index_sequence_for<Form...>, Form...>;
};
template <class... Form>
struct accesses_of<true, Form...> {
  using type = many_accesses<Form...>;
};
template <class... Form>
using task_accesses = typename accesses_of<are_in_list<Form...>, Form...>::type;

}  // namespace jackdaw::dataflow
