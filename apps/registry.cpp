#include "apps/registry.hpp"

#include "apps/barnes/barnes.hpp"
#include "apps/cholesky/cholesky.hpp"
#include "apps/fib/fib.hpp"
#include "apps/grammar/grammar.hpp"
#include "apps/heat/heat.hpp"
#include "apps/knapsack/knapsack.hpp"
#include "apps/knary/knary.hpp"
#include "apps/labyrinth/labyrinth.hpp"
#include "apps/lu/lu.hpp"
#include "apps/mm/mm.hpp"
#include "apps/msort/msort.hpp"
#include "apps/nbody/nbody.hpp"
#include "apps/nqueens/nqueens.hpp"
#include "apps/pattern/pattern.hpp"
#include "apps/quicksort/quicksort.hpp"
#include "apps/radiosity/radiosity.hpp"
#include "apps/ray/ray.hpp"
#include "apps/shallow_water/shallow_water.hpp"
#include "apps/skynet/skynet.hpp"
#include "apps/sparse_cholesky/sparse_cholesky.hpp"
#include "apps/synthetic/synthetic.hpp"
#include "apps/uts/uts.hpp"

namespace jackdaw::apps {

std::span<const app_entry> registry() {
  static constexpr app_entry entries[] = {
      {"synthetic", "a fixed, very unbalanced tree of tasks with simulated work", "KR02 section 7.2",
       &make_synthetic},
      {"quicksort", "sorts integers or doubles, a task for each partition",
       "HR10 section 4.2, WSL06 section 2.4", &quicksort::make_quicksort},
      {"radiosity", "light in a room by hierarchical radiosity, and a picture of it", "KR02 section 7.2",
       &make_radiosity},
      {"labyrinth", "shortest ways through labyrinths, two pools that change roles", "WSL06 section 2.4",
       &make_labyrinth},
      {"msort", "merge sort with a parallel merge", "BP98 table 1", &make_msort},
      {"heat", "how heat spreads in a plate, and a picture of it", "BP98 table 1", &make_heat},
      {"uts", "counts the nodes of an unpredictable tree", "Olivier et al., LCPC 2006", &make_uts},
      {"nqueens", "all ways to place queens so that none attacks another", "a benchmark of Cilk",
       &make_nqueens},
      {"fib", "Fibonacci numbers, a task for each call: what a task costs", "a benchmark of Cilk", &make_fib},
      {"skynet", "a tree of sums, ten tasks put by each", "github.com/atemerev/skynet", &make_skynet},
      {"knapsack", "the best packing, by branch and bound: a good one found early saves work",
       "Horowitz, Sahni 1974", &make_knapsack},
      {"knary", "a tree of empty loops whose work and critical path are known", "BP98 section 5",
       &make_knary},
      {"mm", "the product of two dense matrices", "BP98 table 1", &make_mm},
      {"lu", "the LU factors of a dense matrix", "BP98 table 1", &make_lu},
      {"ray", "a picture of mirroring spheres or of an OBJ scene by ray tracing", "BP98 table 1", &make_ray},
      {"sparse_cholesky", "solves sparse systems of equations, a task for each column of the factor",
       "WSL06 section 2.4", &make_sparse_cholesky},
      {"barnes", "bodies under gravity, far ones taken together by a tree, and a picture of them",
       "BP98 table 1", &make_barnes},
      {"grammar", "tasks as a task grammar describes them", "KR02 section 2.2", &make_grammar},
      {"nbody", "particles that attract and repel each other, and a picture of them", "T15 section 6.1",
       &make_nbody},
      {"shallow_water", "water that flows around a planet and over a mountain, and a map of it",
       "T15 section 6.2", &make_shallow_water},
      {"cholesky", "the Cholesky factor of a dense matrix, a task for each operation on tiles",
       "T15 listing 1", &make_cholesky},
      {"pattern", "tasks that only take time, independent or ordered by data: what they cost",
       "T15 sections 5 and 7", &make_pattern},
  };
  return entries;
}

}  // namespace jackdaw::apps
