// What is kept for the accesses of one task until it is over, besides what they require (flow/task/flow_header.hpp).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <utility>

#include <jackdaw/flow/task/reduction.hpp>
#include <jackdaw/flow/version/access.hpp>
#include <jackdaw/flow/version/waiter.hpp>

namespace jackdaw::dataflow {

template <class Indices, class... Declared>
class task_accesses_by_index;

/// `Declared`: as the task declares them.
template <std::size_t... I, class... Declared>
class task_accesses_by_index<std::index_sequence<I...>, Declared...> {
 public:
  static constexpr std::size_t count = sizeof...(Declared);
  static_assert(count < 256, "jackdaw: a task has at most 255 accesses");

  /// Whether some are needed only when the task has run.
  static constexpr bool defer = (is_deferred<typename Declared::type> || ... || false);

  /// Whether some may compete for their turn.
  static constexpr bool may_contend =
      (((terms_of<typename Declared::type>.flags & requirement::contending) != 0) || ... || false);

  explicit task_accesses_by_index([[maybe_unused]] const std::tuple<Declared...>& declared)
      : kept_(argument<I, Declared>(std::get<I>(declared))...) {}

  /// `register_accesses(needs, place)` fills in what the accesses require; returns how many requirements that makes.
  /// `needs` is where they are, here and below.
  [[nodiscard]] std::uint8_t register_accesses(auto&& register_accesses, requirement* needs,
                                               [[maybe_unused]] bool& contends) noexcept {
    const std::uint8_t made = register_accesses(needs, place_.data());
    if constexpr (may_contend) {
      for (std::uint8_t i = 0; i < made; ++i) contends = contends || needs[i].contends();
    }
    return made;
  }

  /// What the function gets for them, as a tuple of references.
  [[nodiscard]] auto arguments([[maybe_unused]] requirement* needs) {
    return std::tuple_cat(std::get<I>(kept_).get(needs[place_[I]])...);
  }

  /// Applies the partial results of those accesses that the task has `later`, or now.
  void apply([[maybe_unused]] requirement* needs, [[maybe_unused]] bool later) {
    (std::get<I>(kept_).apply(needs[place_[I]], later), ...);
  }

  /// The deferred accesses are about to end.
  void end([[maybe_unused]] requirement* needs) noexcept { (std::get<I>(kept_).end(needs[place_[I]]), ...); }

  /// Hands over the partial results for a handle.
  void give([[maybe_unused]] requirement* needs, [[maybe_unused]] const versions& of,
            [[maybe_unused]] const partial_taker& to) {
    (std::get<I>(kept_).give(needs[place_[I]], of, to), ...);
  }

  /// Takes over those of other tasks; flow/task/merging.hpp.
  void gather([[maybe_unused]] requirement* needs, [[maybe_unused]] const waiter& taker,
              [[maybe_unused]] auto&& unseen, [[maybe_unused]] waiter*& woken) {
    (std::get<I>(kept_).gather(needs[place_[I]], taker, unseen, woken), ...);
  }

 private:
  std::array<std::uint8_t, count> place_{};
  [[no_unique_address]] std::tuple<argument<I, Declared>...> kept_;
};

template <class... Declared>
using task_accesses = task_accesses_by_index<std::index_sequence_for<Declared...>, Declared...>;

}  // namespace jackdaw::dataflow
