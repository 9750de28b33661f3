// Refinement: which pairs of elements exchange light directly, and which through their parts.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "apps/radiosity/solver/element.hpp"
#include "apps/radiosity/solver/solution.hpp"

namespace jackdaw::apps::radiosity {

/// Two elements on the way to a link.
struct candidate {
  element* a = nullptr;
  element* b = nullptr;
  double transport = 0;
  double seen = 0;
  bool known = false;  ///< `seen` is known
  bool full = false;   ///< nothing stands between
};

/// The pair, unless the two cannot see each other for facing away. `full`: a pair of elements above these is
/// known to see each other without anything between.
std::optional<candidate> make_candidate(const solution& s, element& a, element& b, bool full);

/// Finds the visible part: casts rays, the more the more light is at stake.
void look(const solution& s, candidate& c, worker_store& store);

/// Whether the pair may be linked as it is: the power it carries (larger direction, after reflection, before
/// what stands between) is small enough, or nothing of it can be divided. Half-hidden pairs are held to the
/// full measure, wholly visible ones to a weaker one, for their form factor is smooth, and pairs that no ray
/// connects to `parameters::hidden_measure`: little, for only a gap that all rays missed could let light through. Depends on the
/// pair and on radiosities of the last iteration only, so any order of tasks makes the same links.
bool fine_enough(const solution& s, const candidate& c);

/// Links the pair.
void add_link(const candidate& c, worker_store& store);

/// The pairs into which a pair too coarse is divided: the larger element by its four parts.
void divide(const solution& s, const candidate& c, worker_store& store, std::vector<candidate>& into);

/// The pairs of patch `i` with all earlier ones, as in SPLASH-2, where patches come one by one and meet those that are
/// there. The first ones are walls: of the pairs with all later ones they would have most of the work, one of them alone
/// 44 %.
void first_candidates(const solution& s, std::uint32_t i, std::vector<candidate>& into);

/// Takes out the links of `e`, with elements of earlier patches, that have become too coarse.
void coarse_links(const solution& s, element& e, std::vector<candidate>& into);

}  // namespace jackdaw::apps::radiosity
