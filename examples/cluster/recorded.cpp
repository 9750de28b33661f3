// A job over ranks, recorded: job.json for ui.perfetto.dev, and job.html.
#include <fstream>

#include <jackdaw/cluster.hpp>

namespace cluster = jackdaw::cluster;

struct step {
  int left;
  void operator()(cluster::worker& worker) const {
    if (left > 0) worker.put(step{left - 1});
  }
};

int main(int argc, char** argv) {
  cluster::world all(argc, argv);
  cluster::pool p(all);
  cluster::recording seen(all);
  p.run(step{100});
  const cluster::recorded_job job = seen.take();
  if (all.rank() == 0) {
    std::ofstream trace("job.json");
    cluster::write_chrome(trace, job);
    std::ofstream page("job.html");
    cluster::write_report(page, "steps", job);
  }
}
