// What is kept for an access to a part, as many_accesses.hpp keeps it for handles and ranges.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <jackdaw/flow/part/index_range.hpp>
#include <jackdaw/flow/part/index_space.hpp>
#include <jackdaw/flow/part/part.hpp>
#include <jackdaw/flow/version/access.hpp>
#include <jackdaw/flow/version/versions.hpp>
#include <jackdaw/flow/version/waiter.hpp>

namespace jackdaw::dataflow {

/// Pieces that a weak access has named, with what subtasks have to wait for there.
struct weak_piece {
  index_space::piece_pointer of;
  index_range where;
  std::vector<origin> before;
};
struct no_weak_pieces {};

template <std::size_t I, class Form>
class in_list;

/// It owns what it only waits for (index_space.hpp PC-P4). Mostly that is nothing.
template <std::size_t I, class A, class Object, class Where, class View>
class in_list<I, part_form<A, Object, Where, View>> {
 public:
  [[nodiscard]] static std::size_t bytes(std::size_t /*count*/) noexcept { return 0; }

  /// Under the lock of the space, as registered().
  in_list(const auto& declared, std::size_t /*count*/, const auto& /*room*/, auto&& note)
      : whole_(declared.whole),
        within_(declared.within),
        object_(declared.object),
        where_(declared.where),
        view_(declared.view) {
    declared.for_each_piece([&](const index_space::piece_pointer& one) {
      note(*one, 0);
      if constexpr (is_weak<A>) weak_.push_back({one, {one->from, one->to}, {}});
      declared.for_each_wait(*one, [&](const origin& each, std::uint64_t version) {
        held_.push_back(each.of);
        if constexpr (is_weak<A>) weak_.back().before.push_back({each.of, nullptr, version, version});
        note.wait(*each.of, version, is_weak<A>);
      });
    });
  }

  /// All of the task's accesses are.
  void registered() const noexcept {
    if constexpr (waits_for_origins(terms_of<A>))
      within_->for_each(where_,
                        [](const index_space::piece_pointer& one) { one->origins.clear(); });  // PC-P3
  }

  [[nodiscard]] bool is_of(const index_space& whole) const noexcept { return whole_ == &whole; }
  /// What subtasks may access. `all`: what the task requires, sorted by handles.
  void describe(index_space& inner, [[maybe_unused]] std::span<const requirement> all) const {
    if constexpr (is_weak<A>) {
      for (const weak_piece& each : weak_) {
        auto before = each.before;
        const auto own = std::ranges::partition_point(
            all, [&](const requirement& one) { return &one.of() < each.of.get(); });
        before.push_back({each.of, nullptr, own->version(), own->version()});
        inner.allow(each.where, A::readonly, before);
      }
    } else {
      for (const index_range each : where_) inner.allow(each, A::readonly, {});
    }
  }

  [[nodiscard]] static std::uint32_t* places() noexcept { return nullptr; }
  static void copy_places(const in_list& /*from*/) noexcept {}

  [[nodiscard]] decltype(auto) get(requirement* /*needs*/) const {
    return std::invoke(view_, static_cast<seen_object<A, Object>&>(*object_));
  }
  static void apply(const auto&... /*unused*/) noexcept {}
  static void give(const auto&... /*unused*/) noexcept {}
  static void gather(const auto&... /*unused*/) noexcept {}
  static void end(const auto&... /*unused*/) noexcept {}

 private:
  index_space* whole_;
  index_space* within_;
  Object* object_;
  Where where_;
  [[no_unique_address]] View view_;
  std::vector<index_space::piece_pointer> held_;
  [[no_unique_address]] std::conditional_t<is_weak<A>, std::vector<weak_piece>, no_weak_pieces> weak_;
};

}  // namespace jackdaw::dataflow
