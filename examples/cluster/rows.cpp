// The flow over ranks: tasks that say what they read and write, and run where it lives; and the same on one machine.
#include <cstdio>
#include <deque>
#include <numeric>
#include <vector>

#include <jackdaw/cluster.hpp>

using row = std::vector<double>;

template <class Place>
double relaxed_sum(Place& place, unsigned rows) {
  std::deque<typename Place::template handle<row>> all;
  for (unsigned i = 0; i < rows; ++i) all.emplace_back(place, i % place.ranks(), 100, 1.0 * i);
  typename Place::template handle<double> sum(place, 0, 0.0);

  typename Place::flow tasks(place);
  for (int step = 0; step < 10; ++step)
    for (unsigned i = 1; i < rows; ++i)
      tasks.submit(jackdaw::named("relax"), read(all[i - 1]), write(all[i]), [](const row& above, row& here) {
        for (std::size_t k = 0; k < here.size(); ++k) here[k] = (here[k] + above[k]) / 2;
      });
  for (auto& each : all)
    tasks.submit(read(each), add(sum),
                 [](const row& r, double& s) { s += std::accumulate(r.begin(), r.end(), 0.0); });
  return tasks.fetch(sum);
}

int main(int argc, char** argv) {
  jackdaw::cluster::world all(argc, argv);
  const double over_ranks = relaxed_sum(all, 12);
  jackdaw::cluster::one_machine alone;
  const double on_one = relaxed_sum(alone, 12);
  if (all.rank() == 0)
    std::printf("%.6f over %u ranks, %.6f on one machine\n", over_ranks, all.ranks(), on_one);
  return over_ranks > 0.999999 * on_one && over_ranks < 1.000001 * on_one ? 0 : 1;
}
