// The pieces of an object that has parts: which versions stand for which of its indices.
//
// A piece is a range of indices with versions of its own. An access to a part registers at all pieces of the part, as
// an access to a range of handles does (flow/version/many_registration.hpp). So parts with a piece in common are
// ordered, others are not. Pieces are cut where parts begin and end. A piece that is cut while accesses to it are under
// way gets no more accesses; its two halves are new pieces, and remember it as their origin. An access to such a half
// also waits for what its origins had. It does not count as an access there (requirement::only_waits).
// Source: regions of OmpSs-2 (Pérez, Beltran, Labarta, Ayguadé: Improving the integration of task nesting and
// dependencies in OpenMP, IPDPS 2017) and Legion's index spaces (Bauer, Treichler, Slaughter, Aiken, SC 2012).
// Deviations: pieces count accesses, as handles do. No graph is stored.
// Callers: a thread that submits a task holds the lock from the cut until all accesses of the task are registered.
// Invariants
//   PC-P1  of two accesses with an index in common the later one waits for the earlier one, unless both are of one type
//          that does not exclude its like. If that index is in the same piece for both, versions order them
//          (versions.hpp VE-V1). Else the later one's piece was made of the earlier one's. Then that is an origin of
//          it, and the later access waits there (PC-P2), or comes after a write that has waited there.
//   PC-P2  an origin gets no access after it has become one. So it has the version `all` exactly when all of its
//          accesses are over, and `before` when all are that came before its last group.
//   PC-P3  origins are forgotten when they are past: all of their accesses are over, and no task has failed there. Or
//          when a write to the piece has been registered, which waits for them: later accesses wait for the write.
//   PC-P4  a piece is destroyed after its accesses are over, and when no task waits there. Each task that only waits
//          there owns it. Origins that are not past are owned by pieces or by such a write.
//   PC-P5  the lock of a space is held while accesses are registered at its pieces. Of several spaces, the locks are
//          taken in the order of addresses. So tasks come in the same order at all pieces, in all spaces.
// Cost: an access looks at each piece of its part and at the origins of these. A part adds at most two pieces for
// each of its ranges. A write that has more than most_kept pieces puts them together to one. So does any access where
// all of these are over. So n writes look at O(n * most_kept) pieces in all, wherever they begin and end. Reads that
// are under way put nothing together: they look at as many pieces as other parts have cut there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <jackdaw/base/compiled.hpp>
#include <jackdaw/base/threads/mutex.hpp>
#include <jackdaw/flow/part/index_range.hpp>
#include <jackdaw/flow/version/access.hpp>
#include <jackdaw/flow/version/look_count.hpp>
#include <jackdaw/flow/version/versions.hpp>
#include <jackdaw/flow/version/waiter.hpp>

namespace jackdaw::dataflow {

struct piece;

/// What accesses to a piece have to wait for that were registered at another one.
struct origin {
  std::shared_ptr<piece> of;
  const void* type;      // of its last group; null: it has none
  std::uint64_t before;  // its version when all groups before that are over
  std::uint64_t all;     // its version when all accesses are over

  /// The version that an access needs there.
  [[nodiscard]] std::uint64_t wanted_by(const access_terms& as) const noexcept {
    const bool joins = as.type == type && as.commutative && (as.flags & requirement::contending) == 0;
    return joins ? before : all;
  }
  /// Whether an access that needs `version` there need not know of it any more.
  [[nodiscard]] bool has_passed(std::uint64_t version) const noexcept;
};

/// All but the versions: under the lock of the space.
struct piece final : versions {
  piece(std::size_t first, std::size_t end, bool only_read) noexcept
      : from(first), to(end), reads_only(only_read) {}

  std::size_t from;
  std::size_t to;
  bool reads_only;
  std::vector<origin> origins;
};

inline bool origin::has_passed(std::uint64_t version) const noexcept {
  return of->reached(version) && of->mark() == 0;
}

/// Whether origins are forgotten when such an access is registered. Not for a weak one: where an origin has failed, it
/// is not skipped, but its subtasks are, and later tasks.
[[nodiscard]] constexpr bool waits_for_origins(const access_terms& as) noexcept {
  return !as.commutative && (as.flags & requirement::deferred) == 0;
}

class index_space {
 public:
  using piece_pointer = std::shared_ptr<piece>;

  /// One piece has all indices of [0, size). Without a size: there are none until allow().
  explicit index_space(std::size_t size);
  index_space();
  index_space(const index_space&) = delete;
  index_space& operator=(const index_space&) = delete;
  ~index_space();

  [[nodiscard]] base::mutex& lock() noexcept { return lock_; }

  // ---- under the lock ----

  /// Cuts pieces, so that `where` consists of whole ones. Throws std::bad_alloc, and std::logic_error where there are
  /// no pieces, or some that may only be read.
  void cut(std::span<const index_range> where, const access_terms& as);

  /// Calls see(pointer to piece) for each piece of `where`. It is cut there.
  void for_each(std::span<const index_range> where, auto&& see) {
    for (const index_range each : where) {
      const auto call = [](void* to, const piece_pointer& one) { (*static_cast<decltype(&see)>(to))(one); };
      walk(each, std::addressof(see), call);
    }
  }

  /// Accesses to these indices are allowed from now on. They wait for `origins`.
  void allow(index_range where, bool reads_only, const std::vector<origin>& origins);

  /// What is registered there now is over when each of these has its version. Later accesses join no group of it.
  [[nodiscard]] std::vector<origin> close(std::span<const index_range> where);

  /// Pieces have this name from now on.
  void name(std::string_view text);

  /// As the pieces of another space are called. Without its lock.
  void name_like(const index_space& other);

  /// With more pieces, the pieces of a part may be put together.
  static constexpr std::size_t most_kept = 128;

 private:
  struct piece_map;

  void walk(index_range where, void* to, void (*see)(void*, const piece_pointer&)) const;
  [[nodiscard]] piece_pointer make(std::size_t from, std::size_t to, const piece& like) const;
  void cut_at(std::size_t at);
  [[nodiscard]] std::string of_object() const;  // for messages
  void require_allowed(index_range where, const access_terms& as) const;
  void put_together(index_range where, const access_terms& as);
  static void forget_past(piece& of);
  [[nodiscard]] static bool is_over(const piece_pointer& one) noexcept;
  [[nodiscard]] static origin origin_at(const piece_pointer& one) noexcept;

  mutable base::mutex lock_;
  std::unique_ptr<piece_map> pieces_;
  std::string name_;
};

}  // namespace jackdaw::dataflow

#ifndef JACKDAW_COMPILED
#include <jackdaw/flow/part/index_space_impl.hpp>
#endif
