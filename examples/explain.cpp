// A program that explains itself: work and span, and a picture of the schedule.
#include <cstdio>
#include <fstream>

#include <jackdaw/jackdaw.hpp>
#include <jackdaw/observe.hpp>
#include <jackdaw/trace.hpp>

using namespace jackdaw;

template <class Observer>
using observed = observed_scheduler<Observer>;

template <class Worker>
long ways(Worker& worker, int steps) {  // to climb a stair by one or two steps
  if (steps < 20) return steps < 2 ? 1 : ways(worker, steps - 1) + ways(worker, steps - 2);
  auto [one, two] = join(
      worker, [steps](Worker& w) { return ways(w, steps - 1); },
      [steps](Worker& w) { return ways(w, steps - 2); });
  return one + two;
}

int main() {
  observed<work_span> measured;
  const long count = measured.run([](auto& worker) { return ways(worker, 30); });
  const auto figures = measured.observer().result();
  std::printf("%ld ways; work / span = %.1f\n", count, figures.parallelism());

  observed<recorder> recorded;
  recorded.run([](auto& worker) { return ways(worker, 30); });
  std::ofstream picture("schedule.svg");
  write_schedule(picture, read_history(recorded.observer().take()));
  return count == 1346269 && figures.parallelism() > 1 && picture.good() ? 0 : 1;
}
