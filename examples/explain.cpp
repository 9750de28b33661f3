// A program that explains itself: work and span, and a picture of the schedule.
#include <cstdio>
#include <fstream>

#include <jackdaw/jackdaw.hpp>
#include <jackdaw/measure/work_span.hpp>
#include <jackdaw/trace/formats/schedule_svg.hpp>
#include <jackdaw/trace/read/read_history.hpp>
#include <jackdaw/trace/record/recorder.hpp>

using namespace jackdaw;

template <class Observer>
using observed = basic_scheduler<pool::split_pool, working::spin_yield_park, memory::cgbkof, Observer>;

template <class Worker>
long ways(Worker& worker, int steps) {  // to climb a stair by one or two steps
  if (steps < 20) return steps < 2 ? 1 : ways(worker, steps - 1) + ways(worker, steps - 2);
  auto [one, two] = join(
      worker, [steps](Worker& w) { return ways(w, steps - 1); },
      [steps](Worker& w) { return ways(w, steps - 2); });
  return one + two;
}

int main() {
  observed<measure::work_span> measured;
  const long count = measured.run([](auto& worker) { return ways(worker, 30); });
  const auto figures = measured.observer().result();
  std::printf("%ld ways; work / span = %.1f\n", count, figures.parallelism());

  observed<trace::recorder> recorded;
  recorded.run([](auto& worker) { return ways(worker, 30); });
  std::ofstream picture("schedule.svg");
  trace::write_schedule(picture, trace::read_history(recorded.observer().take()));
  return count == 1346269 && figures.parallelism() > 1 && picture.good() ? 0 : 1;
}
