#include "apps/shallow_water/faces/blocks.hpp"

#include <set>

#include "apps/shallow_water/sphere/stencils.hpp"

namespace jackdaw::apps::shallow_water {

std::size_t blocks::tiles(const sphere& of) const {
  std::size_t found = 0;
  for (std::size_t block = 0; block < count_; ++block) {
    std::set<std::size_t> touched;
    for (std::size_t k = first(block) * stencil_size; k < last(block) * stencil_size; ++k)
      touched.insert(std::min(of.stencils[k] / size_, count_ - 1));
    found += touched.size();
  }
  return found;
}

}  // namespace jackdaw::apps::shallow_water
