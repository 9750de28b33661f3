// A recorded run on machines that are not here: how far would it scale, and on which pool?
#include <cstdio>

#include <jackdaw/jackdaw.hpp>
#include <jackdaw/replay/read_program.hpp>
#include <jackdaw/replay/replay.hpp>
#include <jackdaw/trace/record/recorder.hpp>

using namespace jackdaw;

template <class Worker>
long ways(Worker& worker, int steps) {  // to climb a stair by one or two steps
  if (steps < 18) return steps < 2 ? 1 : ways(worker, steps - 1) + ways(worker, steps - 2);
  auto [one, two] = join(
      worker, [steps](Worker& w) { return ways(w, steps - 1); },
      [steps](Worker& w) { return ways(w, steps - 2); });
  return one + two;
}

int main() {
  basic_scheduler<pool::split_pool, working::spin_yield_park, memory::cgbkof, trace::recorder> recorded(1);
  recorded.run([](auto& worker) { return ways(worker, 30); });

  const replay::program program = replay::read_program(recorded.observer().take());
  std::printf("work / span = %.1f\n", program.work() / program.span());
  constexpr replay::costs price{.put = 5, .get = 10, .lock = 10, .transfer = 100, .steal = 500};
  bool possible = true;
  for (const char* pool : {"jackdaw", "sq1", "dq2"}) {
    for (const unsigned workers : {2U, 8U, 64U}) {
      const auto found = replay::replay_run(program, *replay::policy_of(pool), {workers, price});
      std::printf("%s on %u: speed-up %.1f\n", pool, workers, program.work() / found.nanoseconds);
      possible = possible && found.nanoseconds > 0.999 * program.span();
    }
  }
  return possible ? 0 : 1;
}
