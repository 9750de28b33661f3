// Gathering light along the links, and carrying it down and up the trees (push-pull).
//
// The links of one leaf and of the elements above it together see the whole half-space above the leaf, so in
// a closed scene their form factors sum to 1; computed ones miss that by some per cent. To correct them
// without breaking reciprocity (T serves both directions, or power would appear from nowhere), each leaf i
// has a factor scale(i), applied to what it receives and to what it sends: the kernel becomes
// scale(i)·T(i,j)·scale(j), still symmetric. A sweep carries scale itself as a fourth channel; the row sum
// found at a leaf then corrects its factor, scale ← scale/√(row sum), which is the symmetric Sinkhorn
// iteration (Knight, Ruiz, Uçar 2014). With row sums 1 and a symmetric kernel the received power equals the
// sent power exactly, and the lights' power equals the absorbed one when the iteration has converged. Open
// scenes: of patches from which light may leave, row sums above 1 are brought down to 1; smaller ones stay, the rest of
// the light is gone. A closed room in an open scene is as any closed one.
#pragma once

#include "apps/radiosity/solver/element.hpp"
#include "apps/radiosity/solver/solution.hpp"

namespace jackdaw::apps::radiosity {

/// What arrives over the element's own links, per area. Settles them first.
flux gather(const solution& s, element& e);

/// At a leaf that all light has been pushed down to: reflects it, and corrects the scale.
void reflect(const solution& s, element& leaf, const flux& arrived);

/// The means of the four parts.
void pull(const solution& s, element& e);

/// One sweep over the element and everything below, `down` having arrived over links of elements above.
void sweep(const solution& s, element& e, const flux& down);

}  // namespace jackdaw::apps::radiosity
