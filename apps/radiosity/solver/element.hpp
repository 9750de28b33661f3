// The hierarchy: elements (quadtrees over the patches) and the links between them.
//
// Callers: in the refinement phase any task may divide any element (parts_of), and may link any two
// (connect). In the gathering phase a task works on elements of its own and reads `sent[now]` of others, which
// no task writes then. The phases are separated by the end of a scheduler run.
//
// Invariants:
//   I1  What an element becomes when divided depends on itself only, not on the task that divides it, or when.
//   I2  A link is owned by its second end, that of the later patch. Only the task that visits the owner ends it (dead =
//       true), and no task reads `dead` before the next phase.
//   I3  After settle() the links of an element are sorted by the key of the other end: sums over them come
//   out the same
//       to the last bit, whatever the order in which tasks made them.
// Orderings:
//   E1  parts_of publishes four complete parts -> parts
//   E2  connect publishes a complete link on `fresh`; settle takes it in a later phase, the order is for the
//   list's next
//       pointers when a third task connects to the same element.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <deque>
#include <vector>

#include "apps/radiosity/geometry/facet.hpp"
#include "apps/support/geometry/vec3.hpp"

namespace jackdaw::apps::radiosity {

struct element;

/// An interaction between two elements, for both directions.
struct link {
  std::array<element*, 2> end{};
  std::array<link*, 2> next{};  ///< in the fresh list of each end
  double transport = 0;         ///< without what stands between, squared scene units
  double seen = 0;              ///< visible part, 0 .. 1
  bool full = false;            ///< nothing stands between
  bool dead = false;            ///< replaced by finer links
};

/// What passes along the links: light, and a fourth channel of plain ones from which the row sums are found.
struct flux {
  vec3 light;
  double one = 0;

  flux& operator+=(const flux& o) { return light += o.light, one += o.one, *this; }
  friend flux operator*(const flux& a, double f) { return {a.light * f, a.one * f}; }
};

struct element {
  facet shape;
  std::uint64_t key = 0;    ///< patch and path: unique, and the same in every run
  std::uint32_t patch = 0;  ///< index into scene::patches
  std::uint32_t depth = 0;  ///< 0: the whole patch
  element* parent = nullptr;
  std::atomic<element*> parts{nullptr};  ///< none, or four in a row
  std::atomic<link*> fresh{nullptr};     ///< links made since the last settle()
  std::atomic<bool> stale{false};        ///< some of `links` are dead
  std::vector<link*> links;              ///< sorted (I3)

  vec3 radiosity;               ///< W/m²; an inner element has the mean of its parts by area
  vec3 irradiance;              ///< W/m², leaves only
  std::array<flux, 2> sent{};   ///< what partners gather: scale·radiosity and scale; now and next
  double scale = 1;             ///< see gather.hpp
  double row_sum = 1;           ///< leaves: sum of all form factors from here, after scaling
  std::size_t load = 1;         ///< links and elements from here down, as of the last sweep
  std::atomic<int> pending{0};  ///< parts that have not finished the current sweep
  std::uint32_t cell = 0;       ///< leaves: number in the display mesh of the surface

  [[nodiscard]] bool is_leaf() const { return parts.load(std::memory_order_acquire) == nullptr; }  // E1
  [[nodiscard]] element* part(std::size_t i) const {
    return parts.load(std::memory_order_acquire) + i;
  }  // E1
};

inline constexpr std::uint32_t greatest_depth = 14;

/// Memory and counters of one worker; what it makes stays until the solution goes.
struct alignas(64) worker_store {
  std::deque<std::array<element, 4>> parts;
  std::deque<link> links;
  std::uint64_t rays = 0;
  std::uint64_t refinement_tasks = 0, visibility_tasks = 0, radiosity_tasks = 0, averaging_tasks = 0;
};

/// The key of the whole patch.
std::uint64_t root_key(std::uint32_t patch);

/// The four parts of `e`, made now if no task has yet. From any number of tasks at once; lock-free: of several
/// that make them at the same time one wins, the others throw theirs away.
element* parts_of(element& e, worker_store& store);

/// Puts a link (with both ends set) on the lists of its ends. From any number of tasks at once, lock-free.
void connect(link& made);

/// Ends a link: both ends drop it in their next settle(). Only from the task that visits the owner.
void disconnect(link& old);

/// Brings the links of `e` up to date. Only from the task that gathers for `e`.
void settle(element& e);

/// The leaf that holds the point with parameters `at` of the patch, and the parameters within the leaf.
struct leaf_place {
  const element* leaf;
  facet::parameters at;
};
leaf_place leaf_at(const element& root, facet::parameters at);

/// Calls visit(e) for `e` and everything below, parents first.
template <class Element, class Visit>
void for_each_element(Element& e, const Visit& visit) {
  visit(e);
  if (e.is_leaf()) return;
  for (std::size_t i = 0; i < 4; ++i) for_each_element<Element>(*e.part(i), visit);
}

}  // namespace jackdaw::apps::radiosity
