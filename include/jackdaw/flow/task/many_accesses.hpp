// What is kept for the accesses of a task that names ranges, or too many handles for the short form: as
// task_accesses.hpp. All of it is in the block of the task, behind the task: what the accesses require, then for each
// range its objects.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>

#include <jackdaw/flow/part/index_space.hpp>
#include <jackdaw/flow/part/inner_spaces.hpp>
#include <jackdaw/flow/part/part.hpp>
#include <jackdaw/flow/task/given.hpp>
#include <jackdaw/flow/task/part_accesses.hpp>
#include <jackdaw/flow/task/reduction.hpp>
#include <jackdaw/flow/task/references.hpp>
#include <jackdaw/flow/version/access.hpp>
#include <jackdaw/flow/version/handle_range.hpp>
#include <jackdaw/flow/version/many_registration.hpp>
#include <jackdaw/flow/version/waiter.hpp>

namespace jackdaw::dataflow {

/// Hands out the room behind a task.
class task_room {
 public:
  explicit task_room(void* first) noexcept : next_(static_cast<std::byte*>(first)) {}

  template <class T>
  [[nodiscard]] T* take(std::size_t count) noexcept {
    std::byte* const first = next_ + (-reinterpret_cast<std::uintptr_t>(next_)) % alignof(T);
    next_ = first + count * sizeof(T);
    return reinterpret_cast<T*>(first);
  }
  /// The most that take() needs.
  template <class T>
  [[nodiscard]] static constexpr std::size_t bytes(std::size_t count) noexcept {
    return count * sizeof(T) + alignof(T);
  }

 private:
  std::byte* next_;
};

/// One access, or those of a range. `note(handle, which)` is called for each: at most `count` times, in case that the
/// range has grown. Here a single one: its argument, and the number of its requirement.
template <std::size_t I, class Form>
class in_list {
 public:
  [[nodiscard]] static std::size_t bytes(std::size_t /*count*/) noexcept { return 0; }
  in_list(const auto& declared, std::size_t /*count*/, task_room& /*room*/, auto&& note) : of_(declared) {
    note(*declared.of, 0);
  }

  /// Where many_registration says which requirements stand for them.
  [[nodiscard]] std::uint32_t* places() noexcept { return &place_; }
  void copy_places(const in_list& from) noexcept { place_ = from.place_; }

  [[nodiscard]] decltype(auto) get(requirement* needs) { return of_.get(needs[place_]); }
  void apply(requirement* needs, bool later) { of_.apply(needs[place_], later); }
  void give(requirement* needs, const versions& of, const partial_taker& to) {
    of_.give(needs[place_], of, to);
  }
  void gather(requirement* needs, const waiter& taker, auto&& unseen, waiter*& woken) {
    of_.gather(needs[place_], taker, unseen, woken);
  }
  void end(requirement* needs) noexcept { of_.end(needs[place_]); }

 private:
  [[no_unique_address]] argument<I, Form> of_;
  std::uint32_t place_ = 0;
};

/// The addresses of the objects of a range.
template <std::size_t I, class A, class T>
class in_list<I, many<A, T>> {
  using object = typename many<A, T>::object;
  static constexpr bool gives = !gives_nothing<many<A, T>>;

 public:
  [[nodiscard]] static std::size_t bytes(std::size_t count) noexcept {
    return gives ? task_room::bytes<object*>(count) : 0;
  }
  in_list(const auto& declared, std::size_t count, task_room& room, auto&& note) {
    if constexpr (gives) objects_ = room.take<object*>(count);
    for_each_handle(declared, [&](auto& of) {
      if (count_ == count) return;
      if constexpr (gives) objects_[count_] = std::addressof(of.value());
      note(of, count_++);
    });
  }

  [[nodiscard]] static std::uint32_t* places() noexcept { return nullptr; }
  static void copy_places(const in_list& /*from*/) noexcept {}

  [[nodiscard]] auto get(requirement* /*needs*/) const noexcept {
    return references<object>(std::span<object* const>(objects_, count_));
  }
  static void apply(const auto&... /*unused*/) noexcept {}
  static void give(const auto&... /*unused*/) noexcept {}
  static void gather(const auto&... /*unused*/) noexcept {}
  static void end(const auto&... /*unused*/) noexcept {}

 private:
  object** objects_ = nullptr;
  std::size_t count_ = 0;
};

/// Partial results for the objects of a range: an argument for each.
template <std::size_t I, class A, class T, class R>
class in_list<I, many_reduced<A, T, R>> {
  using one = argument<0, declared_reduction<A, T, R>>;
  using partial = typename many_reduced<A, T, R>::object;

 public:
  [[nodiscard]] static std::size_t bytes(std::size_t count) noexcept {
    return task_room::bytes<one>(count) + task_room::bytes<partial*>(count) +
           task_room::bytes<std::uint32_t>(count);
  }
  in_list(const auto& declared, std::size_t count, task_room& room, auto&& note)
      : all_(room.take<one>(count)),
        objects_(room.take<partial*>(count)),
        places_(room.take<std::uint32_t>(count)) {
    try {
      for_each_handle(declared, [&](auto& of) {
        if (count_ == count) return;
        new (&all_[count_]) one(declared_reduction<A, T, R>{&of, declared.how});
        note(of, count_++);
      });
    } catch (...) {
      std::destroy_n(all_, count_);
      throw;
    }
  }
  in_list(const in_list&) = delete;
  in_list& operator=(const in_list&) = delete;
  ~in_list() { std::destroy_n(all_, count_); }

  [[nodiscard]] std::uint32_t* places() noexcept { return places_; }
  void copy_places(const in_list& from) noexcept { std::copy_n(from.places_, count_, places_); }

  [[nodiscard]] auto get(requirement* needs) {
    for (std::size_t i = 0; i < count_; ++i) objects_[i] = std::addressof(all_[i].get(needs[places_[i]]));
    return references<partial>(std::span<partial* const>(objects_, count_));
  }
  void apply(requirement* needs, bool later) {
    for (std::size_t i = 0; i < count_; ++i) all_[i].apply(needs[places_[i]], later);
  }
  void give(requirement* needs, const versions& of, const partial_taker& to) {
    for (std::size_t i = 0; i < count_; ++i) all_[i].give(needs[places_[i]], of, to);
  }
  void gather(requirement* needs, const waiter& taker, auto&& unseen, waiter*& woken) {
    for (std::size_t i = 0; i < count_; ++i) all_[i].gather(needs[places_[i]], taker, unseen, woken);
  }
  void end(requirement* needs) noexcept {
    for (std::size_t i = 0; i < count_; ++i) all_[i].end(needs[places_[i]]);
  }

 private:
  one* all_;
  partial** objects_;
  std::uint32_t* places_;
  std::size_t count_ = 0;
};

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
