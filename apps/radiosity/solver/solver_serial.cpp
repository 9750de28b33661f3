// The reference: plain loops and recursion, no tasks.
#include <vector>

#include <jackdaw/base/clock.hpp>

#include "apps/radiosity/solver/averaging.hpp"
#include "apps/radiosity/solver/gather.hpp"
#include "apps/radiosity/solver/refine.hpp"
#include "apps/radiosity/solver/solver.hpp"

namespace jackdaw::apps::radiosity {

namespace {

struct serial_solver {
  solution& s;
  worker_store& store = s.stores[0];
  std::vector<candidate> open;  ///< pairs not yet linked

  void refine_open() {
    while (!open.empty()) {
      candidate c = open.back();
      open.pop_back();
      if (!c.known) look(s, c, store);
      if (fine_enough(s, c))
        add_link(c, store);
      else
        divide(s, c, store, open);
    }
  }

  void refine() {
    for (std::uint32_t i = 0; i < s.patches(); ++i) {
      if (s.iterations == 0) {
        first_candidates(s, i, open);
        refine_open();
      } else {
        for_each_element<element>(s.roots[i], [&](element& e) { coarse_links(s, e, open); });
      }
    }
    refine_open();
  }

  void sweep_all() {
    for (std::size_t i = 0; i < s.patches(); ++i) sweep(s, s.roots[i], {});
    s.now = 1 - s.now;
  }

  void run() {
    double before = 0;
    do {
      before = s.total_radiosity();
      refine();
      for (int k = 0; k < s.options.sweeps; ++k) sweep_all();
    } while (s.goes_on(before));
    while (s.is_to_be_balanced()) sweep_all();
    for (std::uint32_t i = 0; i < s.input.surfaces; ++i) average_surface(s, i);
  }
};

}  // namespace

std::unique_ptr<solution> solve_serially(const scene& input, const bvh& rays, const parameters& options) {
  auto s = std::make_unique<solution>(input, rays, options, 1);
  const base::stopwatch watch;
  serial_solver{*s, s->stores[0], {}}.run();
  s->seconds = watch.seconds();
  return s;
}

}  // namespace jackdaw::apps::radiosity
