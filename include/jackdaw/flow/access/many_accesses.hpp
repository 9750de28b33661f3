// What is kept for the accesses of a task that names ranges, or too many handles for the short form: as
// task_accesses.hpp. All of it is in the block of the task, behind the task: what the accesses require, then for each
// range its objects.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>

#include <jackdaw/flow/access/given.hpp>
#include <jackdaw/flow/access/listed_accesses.hpp>
#include <jackdaw/flow/access/part_accesses.hpp>
#include <jackdaw/flow/part/index_space.hpp>
#include <jackdaw/flow/part/inner_spaces.hpp>
#include <jackdaw/flow/part/part.hpp>
#include <jackdaw/flow/version/access.hpp>
#include <jackdaw/flow/version/handle_range.hpp>
#include <jackdaw/flow/version/many_registration.hpp>
#include <jackdaw/flow/version/waiter.hpp>

namespace jackdaw::dataflow {

template <class Indices, class... Form>
class many_accesses_by_index;

/// `Form`: of what the task declares (form_of).
template <std::size_t... I, class... Form>
class many_accesses_by_index<std::index_sequence<I...>, Form...> : in_list<I, Form>... {
  static constexpr std::size_t sources = sizeof...(Form);
  struct no_inner_spaces {};

 public:
  static constexpr bool has_parts = (is_part_form<Form> || ... || false);
  static constexpr bool defer = (is_deferred<typename Form::type> || ... || false);

  /// How much room they need behind the task.
  class plan {
   public:
    /// Throws what going through the ranges throws.
    explicit plan(const auto& declared) : plan(declared, (cut(std::get<I>(declared)) && ... && true)) {}
    [[nodiscard]] std::size_t count(std::size_t source) const noexcept { return counts_[source]; }
    [[nodiscard]] std::size_t accesses() const noexcept { return accesses_; }
    [[nodiscard]] std::size_t bytes() const noexcept {
      return (task_room::bytes<requirement>(accesses_) + ... + in_list<I, Form>::bytes(counts_[I]));
    }

   private:
    plan(const auto& declared, bool /*are_cut*/) : counts_{count_handles(std::get<I>(declared))...} {
      for (const std::size_t count : counts_) accesses_ += count;
    }
    /// All parts, before pieces are counted: a later one may cut those of an earlier one.
    static bool cut([[maybe_unused]] const auto& listed) {
      if constexpr (requires { listed.cut(); }) listed.cut();
      return true;
    }

    std::array<std::size_t, sources> counts_;
    std::size_t accesses_ = 0;
  };

  /// Throws what going through the ranges and copying reductions throws.
  many_accesses_by_index(const auto& declared, const plan& room, requirement_list& needs, void* behind)
      : many_accesses_by_index(declared, room, needs, room_behind_requirements(room, needs, behind)) {}

  /// What was given as plan.
  [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }

  /// `enter(these, needs)` registers them, or copies what was registered.
  void register_accesses(auto&& enter, requirement_list& needs, bool& contends) noexcept {
    enter(*this, needs);
    for (std::uint32_t i = 0; i < needs.count; ++i) contends = contends || needs.first[i].contends();
  }
  void register_now(requirement_list& needs) noexcept {
    const std::array<many_registration::source, sources> from{
        many_registration::source{&terms_of<typename Form::type>, in_list<I, Form>::places()}...};
    needs.count = many_registration({needs.first, needs.count}, from).template run<has_parts>();
    const auto tell = [](auto& listed) {
      if constexpr (requires { listed.registered(); }) listed.registered();
    };
    (tell(static_cast<in_list<I, Form>&>(*this)), ...);
  }

  /// Where subtasks access the object whose pieces are in `whole`; null: the task has named no part of it. `all`: what
  /// it requires. Throws std::bad_alloc.
  [[nodiscard]] index_space* space_within(const index_space& whole, std::span<const requirement> all) {
    const auto each_of_it = [&](auto&& see) {
      const auto look_at = [&](auto& listed) {
        if constexpr (requires { listed.is_of(whole); }) {
          if (listed.is_of(whole)) see(listed);
        }
      };
      (look_at(static_cast<in_list<I, Form>&>(*this)), ...);
    };
    bool names_it = false;
    each_of_it([&names_it](auto& /*listed*/) { names_it = true; });
    if (!names_it) return nullptr;
    return &inner_spaces_.find_or_make(whole, [&](index_space& inner) {
      inner.name_like(whole);
      each_of_it([&](auto& listed) { listed.describe(inner, all); });
    });
  }
  /// `from`: of a task that was made for the same handles.
  void copy_places(const many_accesses_by_index& from) noexcept {
    (in_list<I, Form>::copy_places(from), ...);
  }

  /// As in task_accesses.
  template <std::size_t Which>
  [[nodiscard]] decltype(auto) give_argument(requirement_list& list) {
    requirement* const needs = list.first;
    return static_cast<in_list<Which, std::tuple_element_t<Which, std::tuple<Form...>>>&>(*this).get(needs);
  }
  void apply(requirement* needs, bool later) { (in_list<I, Form>::apply(needs, later), ...); }
  void end(requirement* needs) noexcept { (in_list<I, Form>::end(needs), ...); }
  void give(requirement* needs, const versions& of, const partial_taker& to) {
    (in_list<I, Form>::give(needs, of, to), ...);
  }
  void gather(requirement* needs, const waiter& taker, auto&& unseen, waiter*& woken) {
    (in_list<I, Form>::gather(needs, taker, unseen, woken), ...);
  }

 private:
  static task_room room_behind_requirements(const plan& counts, requirement_list& needs,
                                            void* behind) noexcept {
    task_room room(behind);
    needs.first = room.take<requirement>(counts.accesses());
    return room;
  }
  many_accesses_by_index(const auto& declared, const plan& counts, requirement_list& needs, task_room room)
      : in_list<I, Form>(std::get<I>(declared), counts.count(I), room, noting<I>{&needs})...,
        bytes_(counts.bytes()) {}

  template <std::size_t Source>
  struct noting {
    requirement_list* needs;

    void operator()(versions& of, std::size_t which) const noexcept {
      needs->first[needs->count++] = many_registration::note(of, Source, which);
    }
    /// For a version that is only waited for; `later`: before the task ends.
    void wait(versions& of, std::uint64_t version, bool later) const noexcept {
      needs->first[needs->count++] = many_registration::note_wait(of, version, later);
    }
  };

  std::size_t bytes_;
  [[no_unique_address]] std::conditional_t<has_parts, inner_spaces, no_inner_spaces> inner_spaces_;
};

template <class... Form>
using many_accesses = many_accesses_by_index<std::index_sequence_for<Form...>, Form...>;

}  // namespace jackdaw::dataflow
