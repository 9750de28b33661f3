// The solver on a scheduler. Four kinds of tasks, as in SPLASH-2:
//   refinement   divides a pair of elements, and its parts as far as it is clear what they see; at the start
//   of an
//                iteration one for each patch, which looks for pairs to make and for links to divide
//   visibility   casts the rays of some pairs, links those that are fine enough, puts refinement tasks for
//   the others radiosity    gathers for an element and what is below; a large one puts tasks for its four
//   parts, and the last
//                part to finish goes on with the element (pull), so no task waits
//   averaging    makes the display mesh of one surface
// Refinement and visibility put each other in one run of the scheduler; each sweep is a run; averaging is a
// run.
#include <atomic>
#include <utility>
#include <vector>

#include <jackdaw/base/clock.hpp>
#include <jackdaw/worker/by_name/any_scheduler.hpp>

#include "apps/radiosity/solver/averaging.hpp"
#include "apps/radiosity/solver/gather.hpp"
#include "apps/radiosity/solver/refine.hpp"
#include "apps/radiosity/solver/solver.hpp"

namespace jackdaw::apps::radiosity {

namespace {

/// Pairs per visibility task: some 1000 rays, a few hundred microseconds.
constexpr std::size_t pairs_per_task = 12;
/// A refinement task hands the rest of its pairs on as tasks when it has seen so many: about as long.
constexpr int pairs_per_refinement = 200;
/// Below this many links and elements an element is swept in one task: some ten microseconds.
constexpr std::size_t least_load = 2000;

struct refinement_task {
  solution* s;
  candidate pair;
  void operator()(any_worker& worker) const;
};

struct visibility_task {
  solution* s;
  std::vector<candidate> pairs;
  void operator()(any_worker& worker);
};

struct patch_refinement_task {
  solution* s;
  std::uint32_t patch;
  void operator()(any_worker& worker) const;
};

struct radiosity_task {
  solution* s;
  element* of;
  flux down;
  void operator()(any_worker& worker) const;
};

struct averaging_task {
  solution* s;
  std::uint32_t surface;
  void operator()(any_worker& worker) const;
};

void put_visibility_tasks(solution& s, const std::vector<candidate>& pairs, any_worker& worker) {
  for (std::size_t begin = 0; begin < pairs.size(); begin += pairs_per_task) {
    const std::size_t end = std::min(pairs.size(), begin + pairs_per_task);
    worker.put(visibility_task{&s,
                               {pairs.begin() + static_cast<std::ptrdiff_t>(begin),
                                pairs.begin() + static_cast<std::ptrdiff_t>(end)}});
  }
}

void refinement_task::operator()(any_worker& worker) const {
  worker_store& store = s->stores[worker.id()];
  ++store.refinement_tasks;
  std::vector<candidate> open, unknown;
  divide(*s, pair, store, open);
  for (int judged = 0; !open.empty(); ++judged) {
    const candidate c = open.back();
    open.pop_back();
    if (!c.known)
      unknown.push_back(c);
    else if (fine_enough(*s, c))
      add_link(c, store);
    else if (judged < pairs_per_refinement)
      divide(*s, c, store, open);
    else
      worker.put(refinement_task{s, c});
  }
  put_visibility_tasks(*s, unknown, worker);
}

void visibility_task::operator()(any_worker& worker) {
  worker_store& store = s->stores[worker.id()];
  ++store.visibility_tasks;
  for (candidate& c : pairs) {
    look(*s, c, store);
    if (fine_enough(*s, c))
      add_link(c, store);
    else
      worker.put(refinement_task{s, c});
  }
}

void patch_refinement_task::operator()(any_worker& worker) const {
  ++s->stores[worker.id()].refinement_tasks;
  std::vector<candidate> open;
  if (s->iterations == 0) {
    first_candidates(*s, patch, open);
    put_visibility_tasks(*s, open, worker);
    return;
  }
  for_each_element<element>(s->roots[patch], [&](element& e) { coarse_links(*s, e, open); });
  for (const candidate& c : open) worker.put(refinement_task{s, c});
}

void radiosity_task::operator()(any_worker& worker) const {
  ++s->stores[worker.id()].radiosity_tasks;
  if (!of->is_leaf() && of->load >= least_load) {
    flux arrived = down;
    arrived += gather(*s, *of);
    of->pending.store(
        4,
        std::memory_order_relaxed);  // the put publishes it to the worker that takes the parts' tasks
    for (std::size_t i = 0; i < 4; ++i) worker.put(radiosity_task{s, of->part(i), arrived});
    return;
  }
  sweep(*s, *of, down);
  element* above = of->parent;
  // E3: what the other parts' tasks wrote is seen by the last one, which pulls it.
  while (above != nullptr && above->pending.fetch_sub(1, std::memory_order_acq_rel) == 1) {
    pull(*s, *above);
    above = above->parent;
  }
}

void averaging_task::operator()(any_worker& worker) const {
  ++s->stores[worker.id()].averaging_tasks;
  average_surface(*s, surface);
}

}  // namespace

std::unique_ptr<solution> solve_with_tasks(const scene& input, const bvh& rays, const parameters& options,
                                           any_scheduler& scheduler) {
  auto made = std::make_unique<solution>(input, rays, options, scheduler.workers());
  solution& s = *made;
  const base::stopwatch watch;
  std::vector<patch_refinement_task> refinement;
  std::vector<radiosity_task> radiosity;
  std::vector<averaging_task> averaging;
  for (std::uint32_t i = 0; i < s.patches(); ++i) {
    refinement.push_back({&s, i});
    radiosity.push_back({&s, &s.roots[i], {}});
  }
  for (std::uint32_t i = 0; i < input.surfaces; ++i) averaging.push_back({&s, i});
  const auto sweep_all = [&] {
    scheduler.run_each(radiosity);
    s.now = 1 - s.now;
  };
  double before = 0;
  do {
    before = s.total_radiosity();
    scheduler.run_each(refinement);
    for (int k = 0; k < options.sweeps; ++k) sweep_all();
  } while (s.goes_on(before));
  while (s.is_to_be_balanced()) sweep_all();
  scheduler.run_each(averaging);
  s.seconds = watch.seconds();
  return made;
}

}  // namespace jackdaw::apps::radiosity
