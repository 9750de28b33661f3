// What is kept for one entry of a task's list of accesses: a single access, the objects of a range, or partial results
// for them. The list is many_accesses.hpp.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <span>

#include <jackdaw/flow/access/given.hpp>
#include <jackdaw/flow/access/references.hpp>
#include <jackdaw/flow/reduction/reduction.hpp>
#include <jackdaw/flow/version/access.hpp>
#include <jackdaw/flow/version/handle_range.hpp>
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

}  // namespace jackdaw::dataflow
